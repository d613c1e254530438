import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import packageFile from "../package.json" with { type: "json" };

interface Locked {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(([place]) => place !== "");
const direct = { ...packageFile.dependencies, ...packageFile.devDependencies };

test("every dependency is pinned exactly", () => {
  expect(
    Object.entries(direct).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(version),
    ),
  ).toEqual([]);
});

test("every package of the lock file has the hash of what is installed", () => {
  expect(
    installed
      .filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))
      .map(([place]) => place),
  ).toEqual([]);
});

test("only esbuild, which is no part of the server, has an install script, and it works without it", () => {
  const scripts = installed.filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  );
  const names = scripts.map(
    ([place, { dev }]) =>
      `${place.replace(/.*node_modules\//, "")} dev: ${dev}`,
  );
  expect([...new Set(names)]).toEqual(["esbuild dev: true"]);
});

test("CONTRIBUTING.md gives a reason for every dependency, and for no other; types have one row", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const section = text.slice(text.indexOf("## Dependencies"));
  const rows = [...section.matchAll(/^- `([^`]+)`: \S.*$/gm)].map(
    ([, name]) => name,
  );
  const names = Object.keys(direct).map((name) =>
    name.replace(/^@types\/.*/, "@types/*"),
  );
  expect(rows.sort()).toEqual([...new Set(names)].sort());
});

interface Workflow {
  on: object;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      strategy?: { matrix: { node: number[] } };
      env?: Record<string, string>;
      permissions?: Record<string, string>;
      steps: { run?: string; uses?: string }[];
    }
  >;
}

const folder = ".github/workflows";
const files = readdirSync(folder);
const read = (file: string) =>
  parse(readFileSync(`${folder}/${file}`, "utf8")) as Workflow;
const steps = (file: string) =>
  Object.values(read(file).jobs).flatMap((job) => job.steps);

test("there is a workflow for the check, the diff, the docs, the night and the release", () => {
  expect(files.sort()).toEqual([
    "check.yml",
    "contract-diff.yml",
    "docs.yml",
    "nightly.yml",
    "release.yml",
  ]);
  expect(
    Object.values(read("check.yml").jobs)[0]?.strategy?.matrix.node,
  ).toEqual([24, 20]);
});

test("the night tries the data of every release, and the contract in every tool", () => {
  const { check, portability } = read("nightly.yml").jobs;
  expect(check?.env).toMatchObject({ RELEASED_DATA: "all" });
  expect(check?.steps.at(-1)?.run).toBe(".ci/run");
  expect(portability?.steps.at(-1)?.run).toBe("npm run portability -- --all");
});

describe.each(files)("%s", (file) => {
  test("calls npm scripts, and only such as there are", () => {
    const commands = steps(file).flatMap(({ run }) => run ?? []);
    const scripts = commands.flatMap(
      (command) => /^npm run (?:-s )?([\w:-]+)/.exec(command)?.[1] ?? [],
    );
    expect(
      scripts.filter(
        (name) => !Object.keys(packageFile.scripts).includes(name),
      ),
    ).toEqual([]);
    const programs = commands.flatMap(
      (command) => /^node --import tsx (\S+)/.exec(command)?.[1] ?? [],
    );
    expect(programs.filter((program) => !existsSync(program))).toEqual([]);
    const allowed =
      /^(npm run |node --import tsx |npm ci$|npm audit |sudo apt-get |gh release create |\.ci\/run$)/;
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !allowed.test(command))).toEqual([]);
  });

  test("uses actions by commit, with the version beside it, and may only read where a job does not say otherwise", () => {
    const used =
      readFileSync(`${folder}/${file}`, "utf8").match(/uses: .*/g) ?? [];
    for (const line of used)
      expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(used).toHaveLength(steps(file).filter(({ uses }) => uses).length);
    expect(read(file).permissions).toEqual({ contents: "read" });
  });

  test("runs nothing of the repository in a job that may write", () => {
    const writing = Object.values(read(file).jobs).filter(
      ({ permissions = {} }) => Object.values(permissions).includes("write"),
    );
    const commands = writing
      .flatMap((job) => job.steps)
      .flatMap(({ run }) => run ?? []);
    expect(
      commands.filter((command) => !command.startsWith("gh release create ")),
    ).toEqual([]);
  });
});

test("a template names nobody", () => {
  const names =
    readFileSync("SECURITY.md", "utf8").match(/[\w.+-]*@[\w./-]+/g) ?? [];
  expect(
    names.filter((name) => !name.startsWith("@your-organisation/")),
  ).toEqual([]);
});
