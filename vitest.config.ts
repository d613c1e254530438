import { defineConfig } from "vitest/config";

const { TEST_DATABASE_URL, TEST_REPORT } = process.env;
const onStores = ["server", "client", "truth", "faults"].map((folder) => `test/${folder}/**/*.test.ts`);

/** A project per store: everything that stores runs on the embedded one, and on PostgreSQL where there is one. */
export default defineConfig({
  test: {
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }]] : ["default"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "no-store", include: ["test/**/*.test.ts"], exclude: onStores } },
      {
        extends: true,
        test: { name: "embedded", include: onStores, globalSetup: "test/support/embedded-template.ts" },
      },
      ...(TEST_DATABASE_URL
        ? [
            {
              extends: true as const,
              test: { name: "postgres", include: onStores, env: { STORE: "postgres" } },
            },
          ]
        : []),
    ],
  },
});
