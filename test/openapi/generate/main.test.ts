import {
  appendFileSync,
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
import { afterAll, describe, expect, test } from "vitest";
import { drift, generate } from "../../../openapi/generate/main.ts";
import { run } from "../../support/run.ts";

const folder = mkdtempSync(join(tmpdir(), "contacts-generate-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("gives the bytes that it gave when they were committed", async () => {
  expect(drift(await generate())).toEqual([]);
});

describe.concurrent("npm run generate -- --check, by a path that leads over a symbolic link", () => {
  const matches = "generated/ matches the contract.\n";
  test.each([
    [
      "built pages and no bundles",
      0,
      matches,
      (at: string) => {
        mkdirSync(`${at}/generated/docs`);
        rmSync(`${at}/generated/openapi.json`);
      },
    ],
    [
      "changed, missing and added files",
      1,
      stale("types.ts, operations.ts, added, added.ts"),
      (at: string) => {
        appendFileSync(`${at}/generated/types.ts`, " ");
        rmSync(`${at}/generated/operations.ts`);
        writeFileSync(`${at}/generated/added.ts`, "");
        mkdirSync(`${at}/generated/added`);
      },
    ],
    [
      "broken YAML",
      1,
      /openapi\.yaml is not valid YAML: .* at line \d+, column \d+/,
      (at: string) => change(`${at}/openapi/openapi.yaml`, "info:\n", "info: [\n"),
    ],
  ])("%s", async (given, code, said, alter) => {
    const copy = copyRepository(given);
    alter(copy);
    const before = filesIn(copy);
    const link = join(folder, `link to ${given}`);
    symlinkSync(copy, link);
    const ended = await run("openapi/generate/main.ts", ["--check"], link);
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).toMatch(said);
    expect(filesIn(copy)).toEqual(before);
  });
});

test("npm run generate writes what a changed contract gives and removes the rest", async () => {
  const copy = copyRepository("mended");
  change(`${copy}/openapi/openapi.yaml`, "default: 25", "default: 20");
  mkdirSync(`${copy}/generated/added`);
  expect(await run("openapi/generate/main.ts", [], copy)).toEqual({
    code: 0,
    stderr: "",
    stdout:
      "wrote generated/types.ts\nwrote generated/operations.ts\nwrote generated/openapi.json\nwrote generated/openapi-3.0.json\nwrote generated/openapi.yaml\nwrote generated/strict.json\nwrote generated/manifest.json\nremoved generated/added\n",
  });
  const wanted = await generate(`${copy}/openapi/openapi.yaml`);
  const found = readdirSync(`${copy}/generated`);
  expect(new Map(found.map((name) => [name, readFileSync(`${copy}/generated/${name}`, "utf8")]))).toEqual(
    wanted,
  );
});

function stale(names: string): string {
  return `generated/ does not match openapi/openapi.yaml: ${names}.\nMend it with: npm run generate\n`;
}

/** What the generator needs of the repository, in a folder of its own, so that nobody else's files are touched. */
function copyRepository(name: string): string {
  const copy = join(folder, name);
  for (const part of ["openapi", "generated", "package.json"]) {
    cpSync(part, join(copy, part), {
      recursive: true,
      filter: (path) => !/generated\/(client|docs|mock|sdks)$/.test(path),
    });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}

const filesIn = (copy: string) =>
  readdirSync(`${copy}/generated`).map((name) => [name, statSync(`${copy}/generated/${name}`).mtimeMs]);

function change(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}
