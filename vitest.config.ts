import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const { CI, FAULTS, TEST_DATABASE_URL } = process.env;
/** What CI counts its tests from. */
const report = "node_modules/.cache/contacts-api/tests.json";
/** What all processes of a run share, such as the built server. */
process.env["TEST_RUN"] = join(tmpdir(), `contacts-test-${process.pid}`);
const tests = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const onStores = tests("server", "conformance", "model", "resilience");
const onServer = [...onStores, ...tests("client")];
/** They read `generated/docs/` or `dist/`, which are built before them. */
const builds = [
  "test/browser/{docs,messenger}.test.ts",
  "test/server/build/main.test.ts",
  "test/bench/bench.test.ts",
];
/** `npm run faults` runs the faults alone, with those that take many minutes, which other runs leave to it. */
const long = ["test/resilience/{alerts,container,proxies,soak}.test.ts"];
const unwanted = FAULTS === "full" ? ["test/*.test.ts", "test/!(resilience)/**"] : long;

/** A run without a database, in which no file is named, shows in a few minutes that the product works. */
const isShort = !CI && !FAULTS && !TEST_DATABASE_URL && process.argv.length <= 3;
const leftToCi = [
  ...tests("resilience", "model", "bench", "browser", "consumers", "openapi/new"),
  "test/server/build/main.test.ts",
  "test/conformance/{fuzz,lies,witnesses}.test.ts",
  "test/server/webhooks/{hostile-receivers,kill}.test.ts",
  "test/openapi/options.test.ts",
];
const left = isShort
  ? "Faults, benchmarks, planted lies and the docs in a browser are left to CI. All tests: CI=true npm test"
  : undefined;
const exclude = ["**/node_modules/**", ...unwanted, ...(isShort ? leftToCi : [])];

/** What does not depend on the store runs once: on PostgreSQL, where there is one. */
const once = [
  "test/conformance/{fuzz,lies,scenario,truth,unrouted,witnesses}.test.ts",
  "test/resilience/{creations,hostile}.test.ts",
  ...tests("model"),
  ...tests("server/contract", "server/http"),
  "test/conformance/{prose,examples}.test.ts",
  "test/server/webhooks/{hostile-receivers,https,kill,receivers,schedule}.test.ts",
  "test/server/webhooks/address.test.ts",
  "test/server/http/{access-log,documents}.test.ts",
];

/** A project per store: what needs a server runs on the embedded one; what stores, on PostgreSQL where there is one. */
export default defineConfig({
  test: {
    reporters: [
      "default",
      ["./test/setup/progress.ts", { left }],
      "./test/setup/contract-coverage.ts",
      ...(CI ? [["json", { outputFile: report }] as ["json", { outputFile: string }]] : []),
    ],
    setupFiles: "test/setup/cpu.ts",
    globalSetup: "test/setup/built-server.ts",
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
          globalSetup: ["test/setup/empty-stores.ts", "test/setup/build.ts"],
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
          globalSetup: "test/setup/empty-stores.ts",
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
                globalSetup: "test/setup/empty-stores.ts",
              },
            },
            {
              extends: true as const,
              test: {
                name: "partitions",
                include: ["test/{conformance/{isolation,support-day},server/webhooks/claim}.test.ts"],
                exclude,
                env: { STORE: "postgres" },
                globalSetup: "test/setup/empty-stores.ts",
              },
            },
          ]
        : []),
    ],
  },
});
