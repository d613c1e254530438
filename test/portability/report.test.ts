import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../support/run.ts";
import type { Cell, Outcome } from "./tool.ts";

const cell = (step: Cell["step"], outcome: Outcome): Cell => ({ tool: "a generator", step, outcome });
const ok = cell("install", { status: "ok" });
const failed = cell("compile", { status: "failed", cause: "a pattern is no pattern" });
const fault = cell("compile", { status: "fault", cause: "it writes no type", name: "no-type" });
const notTried = cell("install", { status: "not tried", cause: "no java" });

test.each([
  ["nothing failed", [ok], 0, "1 ok, 0 failed, 0 by a fault of the tool, 0 not tried"],
  ["something failed", [ok, failed], 1, "FAILED     a generator, compile: a pattern is no pattern"],
  ["a tool has a fault", [ok, fault], 0, "its fault  a generator, compile: it writes no type (no-type)"],
  ["a tool was not tried", [ok, notTried], 0, "not tried  a generator, install: no java"],
  ["nothing was tried", [notTried], 1, "0 ok, 0 failed, 0 by a fault of the tool, 1 not tried"],
])("the table tells it, and the exit code: %s", async (_, cells, code, line) => {
  const folder = mkdtempSync(join(tmpdir(), "portability-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "cells.json");
  writeFileSync(file, JSON.stringify(cells));
  const ended = await run("test/portability/main.ts", ["--from", file]);
  expect(ended).toMatchObject({ code, stderr: "" });
  expect(ended.stdout.split("\n")).toContain(line);
});

test("a name that no tool has is told", async () => {
  const ended = await run("test/portability/main.ts", ["--only", "fortran"]);
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("No tool has a name with fortran"),
  });
});

test("a file of cells that is not there is told", async () => {
  const ended = await run("test/portability/main.ts", ["--from", "no-such-file.json"]);
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--from: no-such-file.json cannot be read."),
  });
});
