import { defineConfig } from "vitest/config";

const { FAULTS, TEST_DATABASE_URL, TEST_REPORT } = process.env;
const tests = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const onStores = tests("server", "truth", "faults");
const onServer = [...onStores, ...tests("client")];
/** They build `generated/docs/` and `dist/`, which others read. */
const builds = [
  "test/browser/docs.test.ts",
  "test/openapi/tools/build.test.ts",
  "test/bench/bench.test.ts",
  "test/bench/scale/scale.test.ts",
];
/** What takes minutes is left to `npm run faults`. */
const exclude = FAULTS === "full" ? [] : ["test/faults/disk.test.ts", "test/faults/soak.test.ts"];

/** A project per store: what needs a server runs on the embedded one; what stores, on PostgreSQL where there is one. */
export default defineConfig({
  test: {
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }]] : ["default"],
    maxWorkers: "100%",
    // The files of a worker share modules: compiling the contract for each of them cost half of the time.
    isolate: false,
    // Long, as nothing is to fail because a machine is slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "builds",
          include: builds,
          globalSetup: "test/support/embedded-template.ts",
          sequence: { groupOrder: 0 },
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: "no-store",
          include: ["test/**/*.test.ts"],
          exclude: [...onServer, ...builds],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: onServer,
          exclude: [...exclude, ...builds],
          globalSetup: "test/support/embedded-template.ts",
          sequence: { groupOrder: 1 },
        },
      },
      ...(TEST_DATABASE_URL
        ? [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include: onStores,
                exclude: [...exclude, ...builds],
                env: { STORE: "postgres" },
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
    ],
  },
});
