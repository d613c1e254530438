import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

process.env["TEST_RUN"] = join(tmpdir(), `contacts-test-${process.pid}`);

/** The tests that look at the mutants, on the embedded store. */
export default defineConfig({
  test: {
    include: process.env["MUTATION_TESTS"]?.split(",") ?? [],
    globalSetup: ["test/support/built-server.ts", "test/support/empty-stores.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
