import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

process.env["TEST_RUN"] = join(tmpdir(), `contacts-test-${process.pid}`);
const onPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

/** The tests of the changed files: on PostgreSQL where there is one, which costs this process less than the embedded store. */
export default defineConfig({
  test: {
    name: onPostgres ? "postgres" : "embedded",
    env: onPostgres ? { STORE: "postgres" } : {},
    include: process.env["MUTATION_TESTS"]?.split(",") ?? [],
    globalSetup: "test/support/run-folder.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
