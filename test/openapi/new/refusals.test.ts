import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyTracked } from "./tracked-copy.ts";

// `npm run new` refuses options that it cannot write. It says why, and writes nothing.

const { folder, run, scaffold, git, edited } = copyTracked();

test.each([
  {
    args: ["--name", "contact", "--prefix", "lh", "--fields", "name"],
    reason: "The contract has a path /v1/contacts.",
  },
  {
    args: ["--name", "message", "--prefix", "lh", "--fields", "name"],
    reason: "The contract has a schema MessageId.",
  },
  {
    args: ["--name", "lighthouse", "--prefix", "tk", "--fields", "name"],
    reason: "Ids of another kind begin with tk_",
  },
  {
    args: ["--name", "cursor_position", "--prefix", "cp", "--fields", "name"],
    reason: "There is a table cursor_positions.",
  },
  {
    args: ["--name", "lighthouse", "keeper"],
    reason: "A resource takes no keeper.",
  },
  {
    args: [
      "--name",
      "lighthouse",
      "--prefix",
      "lh",
      "--fields",
      "keeper_id=ref(keeper)",
    ],
    reason: "keeper_id refers to keeper, and there is no schema KeeperId",
  },
])(
  "resource $args is refused, and nothing is written",
  async ({ args, reason }) => {
    expect(await scaffold(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    });
    expect(edited()).toEqual([]);
  },
);

test.each([
  {
    args: ["field", "--name", "ticket", "--fields", "summary?=Corto"],
    reason:
      "The contract has a schema TicketSummary: give the field another name.",
  },
  {
    args: ["field", "--name", "ticket", "--fields", "floor=integer(1,9)"],
    reason:
      "A field that is added is optional, as callers of today do not send it: write floor?.",
  },
  {
    args: ["field", "--name", "ticket", "--fields", "Due-At?=x"],
    reason: "A field has one name in snake_case",
  },
  {
    args: ["field", "--name", "article", "--fields", "teaser?=x"],
    reason:
      "Article is made of other schemas, which this command does not edit",
  },
  {
    args: ["filter", "--name", "ticket", "--fields", "tags"],
    reason:
      "No filter by tags is like the others: write the parameter by hand.",
  },
  {
    args: ["filter", "--name", "ticket", "--fields", "constructor"],
    reason: "Ticket has no field constructor to filter by.",
  },
])("$args is refused, and nothing is written", async ({ args, reason }) => {
  const stderr = expect.stringContaining(reason);
  const result = await run("openapi/new/main.ts", ...args);
  expect(result).toMatchObject({ code: 1, stderr });
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
  expect(edited()).toEqual([]);
});

test("what it wrote goes again when the rest cannot be written", async () => {
  const generated = join(folder, "generated");
  renameSync(generated, `${generated}-away`);
  writeFileSync(generated, "a file where a folder is");
  const args = ["--name", "lighthouse", "--prefix", "lh", "--fields", "name"];
  expect(await scaffold(...args)).toMatchObject({ code: 1 });
  rmSync(generated);
  renameSync(`${generated}-away`, generated);
  expect(edited()).toEqual([]);
});

test("a migration of its name stops it before it has written anything", async () => {
  await run("openapi/new/main.ts", "migration", "lighthouses");
  edited();
  const message = expect.stringContaining("There is a migration lighthouses.");
  const args = ["--name", "lighthouse", "--prefix", "lh", "--fields", "name"];
  expect(await scaffold(...args)).toMatchObject({ code: 1, stderr: message });
  expect(edited()).toEqual([]);
  git("reset", "--hard", "--quiet", "HEAD~2");
});
