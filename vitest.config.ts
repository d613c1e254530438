import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const { CI, FAULTS, TEST_DATABASE_URL, TEST_REPORT } = process.env;
/** What all processes of a run share, such as the built server. */
process.env["TEST_RUN"] = join(tmpdir(), `contacts-test-${process.pid}`);
const tests = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const onStores = tests("server", "truth", "faults");
const onServer = [...onStores, ...tests("client")];
/** They read `generated/docs/` or `dist/`, which are built before them. */
const builds = [
  "test/browser/{docs,messenger}.test.ts",
  "test/openapi/tools/build.test.ts",
  "test/bench/bench.test.ts",
  "test/bench/scale/scale.test.ts",
];
/** `npm run faults` runs the faults alone, with those that take many minutes, which other runs leave to it. */
const long = ["test/faults/{alerts,container,proxies,soak}.test.ts"];
const unwanted = FAULTS === "full" ? ["test/*.test.ts", "test/!(faults)/**"] : long;

/** A run without a database, in which no file is named, shows in a few minutes that the product works. */
const isShort = !CI && !FAULTS && !TEST_DATABASE_URL && process.argv.length <= 3;
const leftToCi = [
  ...tests("faults", "bench", "browser", "consumers", "openapi/new-resource"),
  "test/openapi/tools/build.test.ts",
  "test/truth/{fuzz,lies,witnesses}.test.ts",
  "test/server/delivery/{hostile-receivers,kill}.test.ts",
  "test/openapi/options.test.ts",
];
const left = isShort
  ? "Faults, benchmarks, planted lies and the docs in a browser are left to CI. All tests: CI=true npm test"
  : undefined;
const exclude = ["**/node_modules/**", ...unwanted, ...(isShort ? leftToCi : [])];

/** What does not depend on the store runs once: on PostgreSQL, where there is one. */
const once = [
  "test/truth/{fuzz,lies,scenario,unrouted,witnesses}.test.ts",
  "test/faults/hostile.test.ts",
  ...tests("server/contract", "server/http"),
  "test/server/{prose,examples}.test.ts",
  "test/server/delivery/{hostile-receivers,https,receivers,schedule}.test.ts",
  "test/server/webhooks/address.test.ts",
  "test/server/middleware/{access-log,documents}.test.ts",
];

/** A project per store: what needs a server runs on the embedded one; what stores, on PostgreSQL where there is one. */
export default defineConfig({
  test: {
    reporters: [
      "default",
      ["test/support/progress.ts", { left }],
      "test/support/everything-occurs.ts",
      ...(TEST_REPORT ? [["json", { outputFile: TEST_REPORT }] as ["json", { outputFile: string }]] : []),
    ],
    setupFiles: "test/support/cpu.ts",
    globalSetup: "test/support/built-server.ts",
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
          exclude,
          globalSetup: ["test/support/empty-stores.ts", "test/support/build.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "no-store",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...onServer, ...builds],
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: onServer,
          exclude: [...exclude, ...builds, ...(TEST_DATABASE_URL ? once : [])],
          globalSetup: "test/support/empty-stores.ts",
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
                globalSetup: "test/support/empty-stores.ts",
              },
            },
            {
              extends: true as const,
              test: {
                name: "partitions",
                include: ["test/server/{isolation,support-day,delivery/claim}.test.ts"],
                exclude,
                env: { STORE: "postgres" },
                globalSetup: "test/support/empty-stores.ts",
              },
            },
          ]
        : []),
    ],
  },
});
