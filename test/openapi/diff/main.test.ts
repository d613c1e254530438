import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run as diff } from "../../../openapi/diff/run.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { contract, get, other, pathWithParameter, writeIn } from "./notes.ts";

const folder = temporaryFolder(afterAll);
const write = (name: string, text: string) => writeIn(folder, name, text);
const two = write("two.yaml", contract(`${get}, ${other}`));
const one = write("one.yaml", contract(get));

describe("the exit code", () => {
  const json = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Notes", version: "1.0.0" },
    paths: {},
  });
  test.each([
    { is: "0 for an addition", code: 0, args: [one, two] },
    {
      is: "1 for a break in JSON",
      code: 1,
      args: [one, write("none.json", json)],
    },
    {
      is: "2 for a missing file",
      code: 2,
      args: [join(folder, "missing.yaml"), one],
    },
    { is: "2 for an unknown option", code: 2, args: ["--unknown", one] },
    { is: "2 for an unknown format", code: 2, args: ["--format=pdf", one] },
    { is: "2 for three contracts", code: 2, args: [one, one, one] },
  ])("is $is", ({ code, args }) => {
    const ended = diff(args);
    expect(ended.code, ended.stderr).toBe(code);
    if (code === 2)
      expect(ended.stderr).toMatch(
        /^The contracts were not compared: [^\n]+\n$/,
      );
    else expect(ended.stderr).toBe("");
  });
});

test("what cannot be decided is reported as such, and counts as a break", () => {
  const matching = (pattern: string) =>
    contract(pathWithParameter(`{ type: string, pattern: ${pattern} }`));
  const { code, stdout } = diff([
    write("a.yaml", matching("^a")),
    write("b.yaml", matching("^b")),
  ]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(
      "CANNOT TELL  `pattern` of `q` gained `^b` and lost `^a`.",
    ),
  ]);
  expect(stdout).toContain("the request of GET /n  (diff/cannot-tell)");
  expect(stdout).toContain("0 breaking, 1 undecided, 0 additions");
});
