import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { temporaryFolder } from "../../support/folder.ts";

// Our tools know no resource of ours: with a contract of somebody else in its place, without any of our marks, they work.

const folder = temporaryFolder(afterAll);
const left = /openapi\/(examples|introduction\.md|decisions\.md)$|generated\/(client|docs|mock)$/;
for (const part of [
  "openapi",
  "generated",
  "client",
  "package.json",
  "redocly.yaml",
  "CHANGELOG.md",
  "LICENSE",
])
  cpSync(part, join(folder, part), { recursive: true, filter: (path) => !left.test(path) });
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
for (const name of ["openapi.yaml", "released/openapi.yaml"])
  cpSync("test/openapi/other/openapi.yaml", join(folder, "openapi", name));
writeFileSync(join(folder, "openapi/approved-breaks.yaml"), "");
writeFileSync(join(folder, "openapi/loan.json"), '{ "book": { "title": "Ficciones" } }');

test("lint says in one line each what the design guide asks for", async () => {
  const { code, stdout, stderr } = await run("openapi/lint/main.ts", [], folder);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("contacts/described-fields: The field `title` has no description.");
  expect(stderr).not.toMatch(/ failed: |undefined/);
});

test("generate, docs and diff work", { timeout: 120_000 }, async () => {
  const ended = (code: number, stdout: RegExp) => ({
    code,
    stdout: expect.stringMatching(stdout),
    stderr: "",
  });
  expect(await run("openapi/generate/main.ts", [], folder)).toEqual(ended(0, /wrote generated\/methods\.ts/));
  expect(await run("openapi/docs/main.ts", ["--page-only"], folder)).toEqual(ended(0, /more pages/));
  expect(await run("openapi/diff/main.ts", [], folder)).toEqual(ended(0, /0 breaking, 0 additions/));
  const { methods } = await import(join(folder, "generated/methods.ts"));
  expect(methods).toMatchObject({
    books: { list: "GET /books query" },
    operations: { covers: { books: "PUT /books/{isbn}/cover" }, loans: { delete: "DELETE /loans/{id}" } },
  });
  expect(readFileSync(join(folder, "generated/methods.ts"), "utf8")).toContain('loans.delete("id")');
  const { operations } = await import(join(folder, "generated/operations.ts"));
  expect(operations).toHaveProperty("createBook.statuses", [201]);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: resolve("tsconfig.json"),
      files: ["generated/types.ts", "generated/operations.ts", "generated/constants.ts"],
      include: [],
    }),
  );
  const compiled = await run(
    resolve("node_modules/typescript-7/bin/tsc"),
    ["-p", folder, "--noEmit"],
    folder,
  );
  expect(compiled).toEqual(ended(0, /^$/));
});
