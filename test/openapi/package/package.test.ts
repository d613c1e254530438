import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { packTools } from "../../../openapi/package/pack-tools.ts";
import { temporaryFolder } from "../../support/folder.ts";

// contract-tools as somebody else has it: installed into an empty project, called by the action and
// by pre-commit.

const folder = temporaryFolder(afterAll);
const project = join(folder, "project");
const program = join(project, "node_modules/.bin/contract-tools");
const contract = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: 1.0.0 }
paths:
  /boats:
    get:
      operationId: listBoats
      responses:
        "200":
          description: The boats.
          content: { application/json: { schema: { type: array, items: { type: string } }, example: [Ana] } }
`;

/** Runs a command in the project. Returns how it ended and what it printed. */
async function run(file: string, args: string[], env: object = {}) {
  const options = { cwd: project, env: { ...process.env, ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, options);
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      code: number;
      stdout: string;
      stderr: string;
    };
    return { code, text: stdout + stderr };
  }
}

beforeAll(async () => {
  // The script installs once, and the sources may have changed since.
  rmSync("node_modules/.cache/contract-tools", {
    recursive: true,
    force: true,
  });
  mkdirSync(project);
  const packed = resolve(await packTools(folder));
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  const installed = await run("npm", [...install, "--prefer-offline", packed]);
  expect(installed, installed.text).toMatchObject({ code: 0 });
  writeFileSync(join(project, "a.yaml"), contract("Harbour"));
  const removed = contract("Harbour").replaceAll("/boats", "/ships");
  writeFileSync(join(project, "b.yaml"), removed);
});

test.each<{ args: string[]; code: number; says: RegExp }>([
  { args: ["lint", "a.yaml"], code: 0, says: /a\.yaml is clean/ },
  { args: ["diff", "a.yaml", "a.yaml"], code: 0, says: /0 breaking/ },
  { args: ["diff", "a.yaml", "b.yaml"], code: 1, says: /1 breaking/ },
  {
    args: ["generate", "a.yaml", "--out", "made"],
    code: 0,
    says: /wrote made/,
  },
  {
    args: ["docs", "a.yaml", "--out", "site"],
    code: 0,
    says: /wrote site\/index\.html/,
  },
  {
    args: ["conformance", "--url", "http://127.0.0.1:9", "a.yaml"],
    code: 2,
    says: /respond/,
  },
  { args: ["mock", "--help"], code: 0, says: /contract-tools mock FILE/ },
  {
    args: ["lint"],
    code: 2,
    says: /Give a contract: contract-tools lint FILE/,
  },
  {
    args: ["diff", "a.yaml"],
    code: 2,
    says: /Give two contracts: BEFORE and AFTER\./,
  },
  {
    args: ["docs"],
    code: 1,
    says: /Give a contract: contract-tools docs FILE --out DIR/,
  },
  { args: ["paint", "a.yaml"], code: 1, says: /There is no command paint/ },
  { args: [], code: 0, says: /contract-tools COMMAND FILE/ },
])("contract-tools $args ends with $code", async ({ args, code, says }) => {
  const ended = await run(program, args);
  expect(ended.text).toMatch(says);
  expect(ended.code).toBe(code);
  expect(ended.text).not.toMatch(/^\s+at /m);
});

test.each(["lint", "diff", "generate", "docs", "mock", "conformance"])(
  "contract-tools %s --help names nothing that only this repository has",
  async (command) => {
    const { code, text } = await run(program, [command, "--help"]);
    expect(code).toBe(0);
    expect(text).toContain(`contract-tools ${command} `);
    expect(text).not.toMatch(
      /npm (run|start)|openapi\/openapi\.yaml|generated\/|this repository/,
    );
  },
);

test("what it wrote is whole", () => {
  const files = ["made/client/index.ts", "made/types.ts", "site/redoc.html"];
  for (const file of files) expect(existsSync(join(project, file))).toBe(true);
});

describe("in a repository of git", () => {
  beforeAll(async () => {
    const names = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    await run("git", ["init", "--quiet", "--initial-branch", "main"]);
    await run("git", ["add", "a.yaml"]);
    await run("git", [...names, "commit", "--quiet", "-m", "a"]);
    writeFileSync(
      join(project, "a.yaml"),
      contract("Harbour").replaceAll("/boats", "/ships"),
    );
  });
  test("the action lints, and reports a break as an annotation", async () => {
    const at = ".github/actions/contract";
    const { runs } = parse(readFileSync(`${at}/action.yml`, "utf8")) as {
      runs: { steps: { name: string; run: string }[] };
    };
    const env = {
      GITHUB_ACTION_PATH: resolve(at),
      CONTRACT: "a.yaml",
      BASE: "main",
    };
    const ended = [];
    for (const step of runs.steps)
      ended.push(await run("bash", ["-c", step.run], env));
    expect(ended.map(({ code }) => code)).toEqual([0, 1]);
    expect(ended[1]?.text).toMatch(/^::error .*file=a\.yaml/m);
  });
  test("the hooks lint and compare", async () => {
    const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as {
      id: string;
      entry: string;
    }[];
    const args: Record<string, string[]> = {
      "contract-lint": ["a.yaml"],
      "contract-diff": ["main:a.yaml", "a.yaml"],
    };
    const codes = [];
    for (const { id, entry } of hooks) {
      const [script = "", ...more] = entry.split(" ");
      const all = [...more, ...(args[id] ?? [])];
      codes.push((await run(resolve(script), all)).code);
    }
    expect(codes).toEqual([0, 1]);
  });
});

test("its README is one page", () => {
  const text = readFileSync("openapi/package/README.md", "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(60);
});
