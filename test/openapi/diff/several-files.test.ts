import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run as diff } from "../../../openapi/diff/main.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { git } from "./git.ts";
import { contract, writeIn } from "./notes.ts";
import { run } from "../../support/process.ts";

const folder = temporaryFolder(afterAll);
const write = (name: string, text: string) => writeIn(folder, name, text);

describe("a contract of several files", () => {
  const parts = join(folder, "parts");
  const copy = join(parts, "in/git");
  const note = (fields: string) => `type: object\nproperties: { ${fields} }\n`;
  const schema =
    'content: { application/json: { schema: { $ref: "../note.yaml" } } }';
  const item = `get: { operationId: getNotes, responses: { "200": { description: Done., ${schema} } } }\n`;
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, "item.yaml"), item);
  const split = join(copy, "split.yaml");
  writeFileSync(split, contract("/n: { $ref: item.yaml }"));
  writeFileSync(join(parts, "in/note.yaml"), note("a: {}, b: {}"));
  git(parts, "init", "--quiet");
  git(parts, "add", ".");
  git(parts, "commit", "--quiet", "--message=before");
  const whole = write(
    "whole.yaml",
    contract(
      `/n: { ${item.trim().replace('{ $ref: "../note.yaml" }', "{ properties: { a: {}, b: {} } }")} }`,
    ).replace("properties: { a", "type: object, properties: { a"),
  );
  const broken = expect.stringContaining("Property `b` of `note` was removed");

  test("is compared as one of one file is, and with its parts as they were in a revision of git", async () => {
    expect(diff([split, whole])).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(join(parts, "in/note.yaml"), note("a: {}"));
    expect(diff([whole, split])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Property `b` was removed"),
    });
    for (const [base, from] of [
      ["HEAD:in/git/split.yaml", parts],
      ["HEAD:./split.yaml", copy],
    ] as const) {
      const { code, stdout } = await run(
        resolve("openapi/diff/main.ts"),
        [base, split],
        from,
      );
      expect([base, code, stdout]).toEqual([base, 1, broken]);
    }
  }, 120_000);
});
