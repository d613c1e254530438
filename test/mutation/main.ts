import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readOptions } from "../../openapi/options.ts";

const help = `npm run mutate [-- --file FILE|FOLDER ...]

Changes one thing after the other in files of server/ and client/, runs the tests of the file, and lists the changes that no
test sees. Without --file it takes the files that differ from the branch main. A file with 80 changes takes some minutes. It
uses one processor, at low priority; with TEST_DATABASE_URL it takes less of it. The report is
node_modules/.cache/contacts-api/mutation.html.

Programs that a test starts do not see the change. Stryker reports a failed beforeAll as survived. It changes no texts and
no SQL. These changes survive, and may:
  server/webhooks/disable.ts          steps that keep each statement short; without them it deletes the same rows
  server/webhooks/worker.ts           a report of due deliveries that wakes nobody only makes them later
  client/send.ts                      > for >= at the end of totalTimeout, one millisecond that no test can meet
  client/webhooks/delivery.ts         a timestamp that is no number, which only the owner of the secret could sign
`;

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");

/** Files that can be changed: examples are for people, and migrations are never changed. */
const isMutable = (name: string) =>
  /^(server|client)\/.*\.ts$/.test(name) &&
  !/\/(examples|migrations)\/|\.d\.ts$/.test(name);

function changedFiles(): string[] {
  const [base = ""] = git("merge-base", "main", "HEAD");
  return git("diff", "--name-only", "--diff-filter=d", base).filter(isMutable);
}

/** They run compilers, other runtimes or whole programs, which do not see the change and take too long for each of them. */
const slow = [...["package", "shown-code", "types"], ...["claim", "https"]];

/** The tests that notice a change of a file beside those that its name leads to. */
const otherTests: Record<string, string[]> = {
  "client/call-error.ts": ["client/retry-policy"],
  "server/api/contact-rows.ts": ["conformance/filters"],
  "server/api/newest-matching.ts": ["conformance/filters"],
  "server/api/pagination.ts": ["server/api/articles"],
  "server/store/ledger.ts": ["server/api/quotas"],
  "server/operator/settings.ts": ["server/boot/main"],
  "server/webhooks/disable.ts": ["server/api/webhooks"],
  "server/webhooks/fan-out.ts": ["server/api/webhooks"],
  "server/webhooks/record.ts": [
    "server/webhooks/attempts",
    "server/webhooks/redelivery",
  ],
  "server/webhooks/send.ts": ["resilience/receivers"],
};

/**
 * The test files that are to notice a change of a file of `server/` or `client/`: the one of its name or of its folder's
 * name, else all of the nearest folder that has some. Stryker runs those of their tests that reach the change.
 */
const testsOf = (file: string): string[] => [
  ...nearestTo(join("test", file.replace(/\.ts$/, ".test.ts"))),
  ...(otherTests[file] ?? []).map((name) => `test/${name}.test.ts`),
];

function nearestTo(own: string): string[] {
  for (const candidate of [own, `${dirname(own)}.test.ts`])
    if (existsSync(candidate)) return [candidate];
  for (let folder = dirname(own); folder !== "test"; folder = dirname(folder)) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const tests = names.filter(
      (name) =>
        name.endsWith(".test.ts") &&
        !slow.includes(name.replace(".test.ts", "")),
    );
    if (tests.length > 0) return tests.map((name) => join(folder, name));
  }
  return [];
}

/** Has Stryker change files. Returns the exit code. */
function mutateFiles(): number {
  const options = readOptions(help, {
    file: { type: "string", multiple: true },
  });
  const listed = (name: string) =>
    git("ls-files", "--cached", "--others", "--exclude-standard", "--", name);
  const filesByName = options.file?.map((name) => ({
    name,
    files: listed(name).filter(isMutable),
  }));
  const files = filesByName?.flatMap((found) => found.files) ?? changedFiles();
  const unknown =
    filesByName
      ?.filter((found) => found.files.length === 0)
      .map(({ name }) => name) ?? [];
  if (unknown.length > 0) {
    console.error(
      `There is no such file of server/ or client/: ${unknown.join(", ")}`,
    );
    return 1;
  }
  if (files.length === 0) {
    console.log(
      "No file of server/ or client/ differs from main. Name one: npm run mutate -- --file FILE",
    );
    return 0;
  }
  return mutate(files);
}

/** Runs Stryker on these files. Returns its exit code. */
function mutate(files: string[]): number {
  const stryker =
    "test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
  const run = (program: string, args: string[], env = {}) =>
    spawnSync("nice", ["-n", "15", program, ...args], {
      stdio: "inherit",
      env: { ...process.env, ...env },
    }).status ?? 1;
  // Its own packages are installed only for this: they are as many as a fifth of all others.
  const installed =
    existsSync(stryker) ||
    run("npm", [
      "install",
      "--no-package-lock",
      "--legacy-peer-deps",
      "--prefix",
      "test/mutation",
    ]) === 0;
  if (!installed) return 1;
  const tests = new Set(files.flatMap(testsOf));
  const args = [
    "run",
    "test/mutation/stryker.config.json",
    "--mutate",
    files.join(","),
  ];
  const folder = [
    "--tempDirName",
    join(tmpdir(), `contacts-mutation-${process.pid}`),
  ];
  return run(process.execPath, [stryker, ...args, ...folder], {
    MUTATION_TESTS: [...tests].join(","),
  });
}

process.exitCode = mutateFiles();
