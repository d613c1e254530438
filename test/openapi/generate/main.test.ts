import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errors } from "../../../generated/constants.ts";
import { checkErrorExamples } from "../../../openapi/model/errors.ts";
import { checkCommitted, drift } from "../../../openapi/generate/drift.ts";
import { generate } from "../../../openapi/generate/generate.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import { copyRepository } from "../copy.ts";

const { folder, read, write, edit } = copyRepository(
  ["openapi", "generated", "package.json"],
  afterAll,
);
const at = `${folder}/generated/`;
let made = new Map<string, string>();
beforeAll(async () => void (made = await generate()));

const filesIn = () =>
  readdirSync(at).map((name) => [name, statSync(at + name).mtimeMs]);

test("writes the same bytes as when they were committed", () => {
  expect(drift(made)).toEqual([]);
});

test("drift ignores docs and missing bundles, and reports changed, missing and added files", () => {
  mkdirSync(`${at}docs`);
  rmSync(`${at}openapi.json`);
  expect(() => checkCommitted(drift(made, at))).not.toThrow();
  write("generated/types.ts", `${made.get("types.ts")} `);
  rmSync(`${at}operations.ts`);
  write("generated/added.ts", "");
  mkdirSync(`${at}added`);
  expect(() => checkCommitted(drift(made, at))).toThrow(
    "generated/ does not match openapi/openapi.yaml: operations.ts, types.ts, added, added.ts.\nMend it with: npm run generate",
  );
});

test("the command, by a path over a symbolic link: --check changes nothing, then it writes and removes", async () => {
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  const contract = "openapi/openapi.yaml";
  const text = read(contract);
  const command = (...args: string[]) =>
    run(join(link, "openapi/generate/main.ts"), args, link);
  const before = filesIn();
  edit(contract, "info:\n", "info: [\n");
  const broken = await command("--check");
  expect([broken.code, broken.stdout]).toEqual([1, ""]);
  expect(broken.stderr).toMatch(
    /openapi\.yaml is not valid YAML: .* at line \d+, column \d+/,
  );
  expect(filesIn()).toEqual(before);

  write(contract, text.replace("default: 25", "default: 20"));
  const ended = await command();
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  const changed = [
    "operations",
    "openapi",
    "openapi-3.0",
    "openapi-codegen",
    "strict",
    "manifest",
  ];
  for (const name of changed)
    expect(ended.stdout).toMatch(
      new RegExp(`^wrote generated/${name}\\.`, "m"),
    );
  expect(ended.stdout).toMatch(/^removed generated\/added$/m);
  expect(read("generated/operations.ts")).toContain('"limit": 20');
  expect(readdirSync(at).sort()).toEqual(
    [...made.keys(), "README.md", "docs"].sort(),
  );
});

test.each([
  { part: "message", status: "404", message: "No está." },
  { part: "status", status: "410", message: errors.not_found.message },
])(
  "two examples of a code that disagree in the $part stop the generator",
  async ({ status, message }) => {
    const { contract } = await readContract();
    const examples = {
      other: { value: { error: { code: "not_found", message } } },
    };
    Object.assign(contract.paths["/v1/contacts"]?.get?.responses ?? {}, {
      [status]: { content: { "application/json": { schema: {}, examples } } },
    });
    expect(() => checkErrorExamples(contract)).toThrow(
      `The examples of error code not_found disagree: {"status":${status},"message":"${message}"} and `,
    );
  },
);
