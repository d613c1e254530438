import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A copy of the repository in which the contract has been edited. */
function copyWith(edit: (contract: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "contacts-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const left = new Set(["node_modules", ".git", ".data", join("generated", "docs")]);
  cpSync(".", folder, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const contract = join(folder, "openapi/openapi.yaml");
  writeFileSync(contract, edit(readFileSync(contract, "utf8")));
  return folder;
}

function run(folder: string, command: string, ...args: string[]) {
  const env = { ...process.env, PORT: "0", DATABASE_URL: "" };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test.each([
  [
    "broken YAML",
    (text: string) => text.replace("paths:\n", "paths:\n  - :\n"),
    /openapi\.yaml\\?" \(\d+:\d+\)/,
  ],
  [
    "a misspelt type",
    (text: string) => text.replace("type: boolean", "type: bolean"),
    /openapi\.yaml:\d+:\d+[^]*`type`/,
  ],
])("npm start with %s stops and says where", (_, edit, message) => {
  const { status, output } = run(copyWith(edit), "npm", "start");
  expect(status).not.toBe(0);
  expect(output).toMatch(message);
  expect(output).not.toMatch(/^ +at /m);
});

test("a server whose generated files are older than the contract says what to run", () => {
  const folder = copyWith((text) => text.replace("List contacts", "List all contacts"));
  const { status, output } = run(folder, process.execPath, "--import", "tsx", "server/main.ts");
  expect(status).toBe(1);
  expect(output).toBe(
    "openapi/openapi.yaml has changed since it was generated from. Run: npm run generate\n",
  );
});
