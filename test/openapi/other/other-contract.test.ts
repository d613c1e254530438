import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { copyRepository, tools } from "../copy.ts";

// Our tools know no resource of ours: with a contract of somebody else in its place, without any of our marks, they work.

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");
const copy = copyRepository(tools, afterAll);
for (const name of ["openapi.yaml", "released/openapi.yaml"]) copy.write(`openapi/${name}`, library);
copy.write("openapi/approved-breaks.yaml", "");
copy.write("openapi/loan.json", '{ "book": { "title": "Ficciones" } }');
for (const name of ["examples", "introduction.md", "decisions.md"])
  rmSync(join(copy.folder, "openapi", name), { recursive: true });

test("lint says in one line each what the design guide asks for", async () => {
  const { code, stdout, stderr } = await copy.run("openapi/lint/main.ts");
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
  expect(await copy.run("openapi/generate/main.ts")).toEqual(ended(0, /wrote generated\/methods\.ts/));
  expect(await copy.run("openapi/docs/main.ts", "--page-only")).toEqual(ended(0, /more pages/));
  expect(await copy.run("openapi/diff/main.ts")).toEqual(ended(0, /0 breaking, 0 additions/));
  const { methods } = await import(join(copy.folder, "generated/methods.ts"));
  expect(methods).toMatchObject({
    books: { list: "GET /books query" },
    operations: { covers: { books: "PUT /books/{isbn}/cover" }, loans: { delete: "DELETE /loans/{id}" } },
  });
  expect(copy.read("generated/methods.ts")).toContain('loans.delete("id")');
  const { operations } = await import(join(copy.folder, "generated/operations.ts"));
  expect(operations).toHaveProperty("createBook.statuses", [201]);
  const files = ["types", "operations", "constants"].map((name) => `generated/${name}.ts`);
  copy.write("tsconfig.json", JSON.stringify({ extends: resolve("tsconfig.json"), files, include: [] }));
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  expect(await run(compiler, ["-p", copy.folder, "--noEmit"])).toEqual(ended(0, /^$/));
});
