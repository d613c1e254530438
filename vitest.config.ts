import { existsSync, readdirSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";

const {
  CI,
  FAULTS,
  NIGHTLY,
  NODE_OPTIONS = "",
  TEST_DATABASE_URL,
} = process.env;
/** What CI counts its tests from. */
const report = "node_modules/.cache/contacts-api/tests.json";
/** What all processes of a run share. */
process.env["TEST_RUN"] = join(tmpdir(), `contacts-test-${process.pid}`);

/** Faults that take many minutes, for `npm run faults` alone. */
const drills = "test/resilience/drills/**";
/** The beginnings of the paths of files that take longest in CI, the longest first. */
const longest = [
  "openapi/new/",
  "openapi/rules/",
  "openapi/dev/",
  "resilience/restore",
  "resilience/kill",
  "conformance/operations",
  "server/operator/suspend",
  "server/build/start",
  "client/package",
  "conformance/fuzz",
  "browser/docs",
  "openapi/options",
  "resilience/",
  "openapi/release/",
  "server/operator/",
  "server/boot/",
];
/** What takes long, folders and files: left to CI, unless the run has a database or names a file. */
const slow = [
  "bench/",
  "browser/",
  "mutation/",
  "resilience/",
  "conformance/fuzz",
  "conformance/injected-faults",
  "client/package",
  "client/package-runtimes",
  "client/package-size",
  "client/package-types",
  "client/shown-code",
  "openapi/command-lines",
  "openapi/conformance/conformance",
  "openapi/dev/",
  "openapi/diff/metamorphic/",
  "openapi/generate/foreign*",
  "openapi/generate/types-file",
  "openapi/mock/foreign*",
  "openapi/new/",
  "openapi/options",
  "server/auth/key",
  "server/build/",
  "server/operator/doctor/",
  "server/operator/suspend",
];
/**
 * Proofs of what seldom changes, such as our own tools and released packages: left to nightly.yml,
 * unless the run names a file.
 */
const nightly = [
  "bench/bench",
  "bench/explain",
  "client/released-package",
  "mutation/mutate",
  "openapi/diff/metamorphic/metamorphic",
  "openapi/dev/main",
  "openapi/new/new-repository-checks",
  "openapi/new/new-resource",
  "openapi/new/parts",
  "openapi/new/refusals",
  "openapi/options",
  "openapi/package/package",
  "openapi/release/{base,files,generated-files,released,to-publish}",
  "resilience/restored-in-part",
];
const testFiles = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => join("test", path));
/** The arguments of the run that are part of the path of a test file, as the name of a test rarely is. */
const namesFiles = process.argv
  .slice(3)
  .filter((argument) => !/^\d+$/.test(argument))
  .map((argument) => (existsSync(argument) ? relative("", argument) : argument))
  .some((argument) => testFiles.some((path) => path.includes(argument)));
const isQuick = !CI && !FAULTS && !TEST_DATABASE_URL && !namesFiles;
/** What needs a server runs once, on PostgreSQL where there is one; what depends on the store runs on both. */
const onAnyStore =
  "test/{client,conformance,resilience,server/!(api|store)}/**";

const saysWhatIsLeftOut = {
  onTestRunStart: () =>
    console.log(
      `Left to CI, as they take long: ${slow.join(", ")}. ` +
        "With them: CI=true npm test. Some of them: npm test -- client/package openapi/dev",
    ),
};
const exclude = [
  "**/node_modules/**",
  ...(FAULTS ? ["test/*.test.ts", "test/!(resilience)/**"] : [drills]),
  ...(NIGHTLY || namesFiles
    ? []
    : nightly.map((name) => `test/${name}.test.ts`)),
  ...(isQuick
    ? slow.map(
        (name) => `test/${name}${name.endsWith("/") ? "**" : ".test.ts"}`,
      )
    : []),
];
const embedded = {
  name: "embedded",
  include: ["test/**/*.test.ts"],
  exclude: [...exclude, ...(TEST_DATABASE_URL ? [onAnyStore] : [])],
};
const postgres = {
  name: "postgres",
  include: ["test/{client,conformance,resilience,server}/**/*.test.ts"],
  exclude,
  env: { STORE: "postgres" },
};

export default defineConfig({
  test: {
    reporters: [
      "minimal",
      "./test/support/run-summary.ts",
      "./test/support/declared.ts",
      ...(isQuick ? [saysWhatIsLeftOut] : []),
      ...(CI
        ? [["json", { outputFile: report }] as ["json", { outputFile: string }]]
        : []),
    ],
    globalSetup: "test/support/run-folder.ts",
    // A test that waits leaves its processor to another.
    maxWorkers: availableParallelism() + (CI ? 2 : 1),
    sequence: { sequencer: longestFirst(longest) },
    env: {
      NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(resolve("test/support/short-programs.cjs"))}`,
    },
    // The files of a worker share modules: compiling the contract for each of them cost half of the time.
    isolate: false,
    // Long, as nothing is to fail because a machine is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // A title of the form "$name" is shown whole, not cut after 40 characters.
    chaiConfig: { truncateThreshold: 0 },
    projects: [embedded, ...(TEST_DATABASE_URL ? [postgres] : [])].map(
      (test) => ({ extends: true, test }),
    ),
  },
});
