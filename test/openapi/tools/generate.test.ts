import { execFile } from "node:child_process";
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
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { drift, generate } from "../../../openapi/tools/generate.ts";

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
const folder = mkdtempSync(join(tmpdir(), "contacts-generate-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("gives the same bytes twice", async () => {
  expect(await generate()).toEqual(await generate());
});

test("gives what is committed", async () => {
  expect(drift(await generate())).toEqual([]);
});

describe.concurrent("npm run generate -- --check", () => {
  const matches = "generated/ matches the contract.\n";
  test.each([
    ["nothing but built pages", 0, matches, (at: string) => mkdirSync(`${at}/generated/docs`)],
    [
      "changed, missing and added files",
      1,
      stale("types.ts, openapi.json, added, added.ts"),
      (at: string) => {
        appendFileSync(`${at}/generated/types.ts`, " ");
        rmSync(`${at}/generated/openapi.json`);
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
    const response = await run(copy, "openapi/tools/generate.ts", "--check");
    expect(response).toEqual({ code, said: typeof said === "string" ? said : expect.stringMatching(said) });
    expect(filesIn(copy)).toEqual(before);
  });

  test("a path that leads over a symbolic link", async () => {
    const copy = copyRepository("real");
    rmSync(`${copy}/generated/openapi.json`);
    symlinkSync(copy, join(folder, "link"));
    const file = join(folder, "link/openapi/tools/generate.ts");
    expect(await run(folder, file, "--check")).toEqual({ code: 1, said: stale("openapi.json") });
  });
});

test("npm run generate writes what a changed contract gives and removes the rest", async () => {
  const copy = copyRepository("mended");
  change(`${copy}/openapi/openapi.yaml`, "default: 25", "default: 20");
  mkdirSync(`${copy}/generated/added`);
  expect(await run(copy, "openapi/tools/generate.ts")).toEqual({
    code: 0,
    said: "wrote generated/types.ts\nwrote generated/operations.ts\nwrote generated/openapi.json\nwrote generated/openapi-3.0.json\nwrote generated/openapi.yaml\nwrote generated/strict.json\nwrote generated/manifest.json\nremoved generated/added\n",
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

function run(cwd: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [tsx, ...args], { cwd }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}
