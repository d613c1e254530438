import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkCommitted, drift, generate } from "../../../openapi/generate/main.ts";
import { run } from "../../support/run.ts";

const folder = mkdtempSync(join(tmpdir(), "contacts-generate-"));
const copy = join(folder, "copy");
const at = `${copy}/generated/`;
let made = new Map<string, string>();
beforeAll(async () => {
  made = await generate();
  for (const part of ["openapi", "generated", "package.json"])
    cpSync(part, join(copy, part), {
      recursive: true,
      filter: (path) => !/generated\/(client|docs|mock)$/.test(path),
    });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const filesIn = () => readdirSync(at).map((name) => [name, statSync(at + name).mtimeMs]);

test("gives the bytes that it gave when they were committed", () => {
  expect(drift(made)).toEqual([]);
});

test("built pages and no bundles are no drift; changed, missing and added files are", () => {
  mkdirSync(`${at}docs`);
  rmSync(`${at}openapi.json`);
  expect(() => checkCommitted(drift(made, at))).not.toThrow();
  writeFileSync(`${at}types.ts`, `${made.get("types.ts")} `);
  rmSync(`${at}operations.ts`);
  writeFileSync(`${at}added.ts`, "");
  mkdirSync(`${at}added`);
  expect(() => checkCommitted(drift(made, at))).toThrow(
    "generated/ does not match openapi/openapi.yaml: types.ts, operations.ts, added, added.ts.\nMend it with: npm run generate",
  );
});

test("the command, by a path over a symbolic link: --check changes nothing, then it writes and removes", async () => {
  const link = join(folder, "link");
  symlinkSync(copy, link);
  const contract = `${copy}/openapi/openapi.yaml`;
  const text = readFileSync(contract, "utf8");
  const command = (...args: string[]) => run("openapi/generate/main.ts", args, link);
  const before = filesIn();
  writeFileSync(contract, text.replace("info:\n", "info: [\n"));
  const broken = await command("--check");
  expect([broken.code, broken.stdout]).toEqual([1, ""]);
  expect(broken.stderr).toMatch(/openapi\.yaml is not valid YAML: .* at line \d+, column \d+/);
  expect(filesIn()).toEqual(before);

  writeFileSync(contract, text.replace("default: 25", "default: 20"));
  const ended = await command();
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  const changed = ["operations", "openapi", "openapi-3.0", "strict", "manifest"];
  for (const name of changed) expect(ended.stdout).toMatch(new RegExp(`^wrote generated/${name}\\.`, "m"));
  expect(ended.stdout).toMatch(/^removed generated\/added$/m);
  expect(readFileSync(`${at}operations.ts`, "utf8")).toContain('"limit": 20');
  expect(readdirSync(at).sort()).toEqual([...made.keys(), "README.md", "docs"].sort());
});
