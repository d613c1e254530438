import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { run } from "../../support/process.ts";

/** Makes the repository of a new API in a folder, with the packages of this one. */
export async function makeRepository(folder: string): Promise<void> {
  const args = ["contract", "--name", "Library API", "--out", folder];
  expect(await run("openapi/new/main.ts", args)).toMatchObject({ code: 0 });
  linkPackages(folder);
}

/** Links the packages of its lock, and no other one, to those of this repository. */
function linkPackages(folder: string) {
  const { packages } = JSON.parse(
    readFileSync(join(folder, "package-lock.json"), "utf8"),
  ) as { packages: Record<string, unknown> };
  const outer = Object.keys(packages).filter((path) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
  );
  for (const path of [...outer, "node_modules/.bin"]) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    if (existsSync(path)) symlinkSync(resolve(path), join(folder, path));
  }
}

/** Runs a script of a new repository, without the settings of this test run. */
export function runScript(folder: string, name: string, ...args: string[]) {
  const { NODE_OPTIONS: _, TEST_RUN: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["run", "-s", name, ...args],
    { cwd: folder, encoding: "utf8", env: { ...env, NO_COLOR: "1" } },
  );
  return { status, output: stdout + stderr };
}
