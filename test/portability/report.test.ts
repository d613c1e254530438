import { expect, test } from "vitest";
import { run } from "../support/process.ts";
import { prose } from "../../openapi/model/prose.ts";
import { languages } from "./languages.ts";
import { exitCode, report, type Cell, type Outcome } from "./tool.ts";

const cell = (outcome: Outcome): Cell => ({ tool: "a generator", outcome });
const ok = cell({ status: "ok" });
const failed = cell({ status: "failed", cause: "a pattern is no pattern" });
const notTried = cell({ status: "not tried", cause: "no java" });

test.each<{ name: string; cells: Cell[]; code: number; line: string }>([
  {
    name: "nothing failed",
    cells: [ok],
    code: 0,
    line: "1 ok, 0 failed, 0 not tried",
  },
  {
    name: "something failed",
    cells: [ok, failed],
    code: 1,
    line: "FAILED     a generator: a pattern is no pattern",
  },
  {
    name: "a tool was not tried",
    cells: [ok, notTried],
    code: 0,
    line: "not tried  a generator: no java",
  },
  {
    name: "nothing was tried",
    cells: [notTried],
    code: 1,
    line: "0 ok, 0 failed, 1 not tried",
  },
])(
  "when $name, the table and the exit code say so",
  ({ cells, code, line }) => {
    expect(exitCode(cells)).toBe(code);
    expect(report(cells).split("\n")).toContain(line);
  },
);

test("a name that no tool has is reported", async () => {
  const stderr = expect.stringContaining("No tool has a name with fortran");
  expect(
    await run("test/portability/main.ts", ["--only", "fortran"]),
  ).toMatchObject({ code: 2, stderr });
});

test("the table of the docs has each generator that is tried, with the file that it reads", () => {
  const rows = [
    ...prose("introduction.md").matchAll(
      /^\| (\S+) +\| `([^`]+)` +\| `([^`]+)` +\| (run|generated) /gm,
    ),
  ].map(([, language, generator, reads, tried]) => [
    `${language}: ${generator}`,
    { reads, isRun: tried === "run" },
  ]);
  const tried = Object.entries(languages).map(([name, { reads, isRun }]) => [
    name,
    { reads, isRun },
  ]);
  expect(rows).toEqual(tried);
});
