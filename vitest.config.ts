import { defineConfig } from "vitest/config";

const { FAULTS, TEST_DATABASE_URL, TEST_REPORT } = process.env;
const tests = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const onStores = tests("server", "truth", "faults");
const onServer = [...onStores, ...tests("client")];
/** What takes minutes is left to `npm run faults`. */
const exclude = FAULTS === "full" ? [] : ["test/faults/disk.test.ts"];

/** A project per store: what needs a server runs on the embedded one; what stores, on PostgreSQL where there is one. */
export default defineConfig({
  test: {
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }]] : ["default"],
    // Some build the docs and the client into generated/, which others read.
    maxWorkers: 1,
    // Long, as nothing is to fail because a machine is slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: "no-store", include: ["test/**/*.test.ts"], exclude: onServer } },
      {
        extends: true,
        test: {
          name: "embedded",
          include: onServer,
          exclude,
          globalSetup: "test/support/embedded-template.ts",
        },
      },
      ...(TEST_DATABASE_URL
        ? [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include: [...onStores, ...tests("bench/explain", "bench/scale")],
                exclude,
                env: { STORE: "postgres" },
              },
            },
          ]
        : []),
    ],
  },
});
