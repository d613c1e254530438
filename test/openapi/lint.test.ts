import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

test("npm run lint says what is wrong with a contract, and nothing about itself", () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-lint-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const broken = join(folder, "broken.yaml");
  writeFileSync(broken, "openapi: 3.1.0\ninfo: { title: Notes, version: 1.0.0 }\npaths: {}\n");
  const [program = "", file = ""] = packageFile.scripts.lint.split(" ");
  const { status, stdout, stderr } = spawnSync(program, [file, broken], { encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining("info-license")]);
  expect(stdout + stderr).not.toMatch(/[╔║╚]|ignore-file|new version/i);
});
