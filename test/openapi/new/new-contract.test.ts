import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readNames } from "../../../openapi/new/repository/names.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";

const folder = temporaryFolder(afterAll);
const out = (name: string) => join(folder, name);
const full = out("full");
mkdirSync(full);
writeFileSync(join(full, "notes.txt"), "");

test.each([
  {
    of: "a folder that is not empty",
    args: ["--name", "Library API", "--out", full],
    says: `--out must be an empty folder, and ${full} is not empty.`,
  },
  {
    of: "a file in place of a folder",
    args: ["--name", "Library API", "--out", join(full, "notes.txt")],
    says: `--out must be a folder, and ${join(full, "notes.txt")} is a file.`,
  },
  {
    of: "a name without letters",
    args: ["--name", "42", "--out", out("digits")],
    says: '--name must be the name of the API, with letters: --name "Library API".',
  },
  {
    of: "a name that would end a text of TypeScript",
    args: ["--name", "Library`${x}`", "--out", out("code")],
    says: '--name may have up to 60 letters, digits, spaces and . & -, and begins with a letter or a digit: "Library`${x}`" does not fit.',
  },
  {
    of: "a name of 61 letters",
    args: ["--name", "x".repeat(61), "--out", out("long")],
    says: `--name may have up to 60 letters, digits, spaces and . & -, and begins with a letter or a digit: "${"x".repeat(61)}" does not fit.`,
  },
  {
    of: "a name whose package is one that the tools use",
    args: ["--name", "Prom API", "--out", out("taken")],
    says: "The package would be called prom-client, which is the name of a package that the tools use: give another --name.",
  },
  {
    of: "no folder",
    args: ["--name", "Library API"],
    says: "Give an empty folder: --out DIR.",
  },
])("$of is refused in one line, and nothing is written", async (refused) => {
  const before = readdirSync(folder, { recursive: true });
  const ran = await run("openapi/new/main.ts", ["contract", ...refused.args]);
  expect(ran).toMatchObject({ code: 1, stderr: `${refused.says}\n` });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test("of the longest name, PostgreSQL takes the channel that its database has", () => {
  const { snake } = readNames(`${"long ".repeat(11)}name`);
  expect(`${snake}_api_key_changes`.length).toBeLessThan(64);
});
