import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run as diff } from "../../../openapi/diff/run.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import { git, hasGit } from "../../support/git.ts";
import { contract } from "./notes.ts";

/** A path whose response has a schema. */
const item = (schema: string) =>
  `{ get: { operationId: getNotes, responses: { "200": { description: Done., content: { application/json: { schema: ${schema} } } } } } }`;
/** An object with these fields. */
const note = (fields: string) =>
  `{ type: object, properties: { ${fields} } }\n`;

describe("a contract of several files", () => {
  const folder = temporaryFolder(afterAll);
  const inner = join(folder, "in/git");
  const noteFile = join(folder, "in/note.yaml");
  const split = join(inner, "split.yaml");
  const whole = join(folder, "whole.yaml");
  mkdirSync(inner, { recursive: true });
  writeFileSync(split, contract("/n: { $ref: item.yaml }"));
  writeFileSync(join(inner, "item.yaml"), item('{ $ref: "../note.yaml" }'));
  writeFileSync(whole, contract(`/n: ${item(note("a: {}, b: {}"))}`));

  test("is compared like a contract in one file", () => {
    writeFileSync(noteFile, note("a: {}, b: {}"));
    expect(diff([split, whole])).toMatchObject({ code: 0, stderr: "" });

    writeFileSync(noteFile, note("a: {}"));
    expect(diff([whole, split])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Property `b` was removed"),
    });
  });

  test.skipIf(!hasGit)(
    "is read with all of its files from a revision of git",
    async () => {
      writeFileSync(noteFile, note("a: {}, b: {}"));
      git(folder, "init", "--quiet");
      git(folder, "add", ".");
      git(folder, "commit", "--quiet", "--message=before");

      writeFileSync(noteFile, note("a: {}"));

      const program = resolve("openapi/diff/main.ts");
      for (const { revision, cwd } of [
        { revision: "HEAD:in/git/split.yaml", cwd: folder },
        { revision: "HEAD:./split.yaml", cwd: inner },
      ]) {
        const compared = await run(program, [revision, split], cwd);
        expect(compared.code, revision).toBe(1);
        expect(compared.stdout, revision).toContain(
          "Property `b` of `note` was removed",
        );
      }
    },
    120_000,
  );
});
