import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { lintCore } from "../../../openapi/lint/core.ts";
import { lintReport, machineFormats } from "../../../openapi/lint/report.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);

/** Writes a contract into a file. */
function write(name: string, contract: object): string {
  const file = join(folder, name);
  const head = {
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
  };
  writeFileSync(file, stringify({ ...head, ...contract }));
  return file;
}

const get = (operationId: string, schema: object, more: object = {}) => ({
  get: {
    operationId,
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema } },
      },
    },
    ...more,
  },
});

test("every problem is reported, in each format with its place", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `/ships/${i}`,
      get(`read${i}`, { $ref: "#/nowhere" }),
    ]),
  );
  const file = write("many.yaml", { paths });
  const problems = await lintCore(file);
  expect(lintReport(problems, `${folder}/`)).toMatch(/\n60 problems$/);
  const formatted = (format: string) =>
    machineFormats[format]?.(problems, `${folder}/`) ?? "";
  const place = { file: "many.yaml", line: 15, column: 17 };
  expect(JSON.parse(formatted("json"))[0]).toMatchObject({
    rule: "no-unresolved-refs",
    level: "error",
    ...place,
  });
  expect(formatted("github")).toContain(
    `::error title=no-unresolved-refs,file=${place.file},line=15,col=17::`,
  );
  expect(JSON.parse(formatted("sarif")).runs[0].results).toHaveLength(60);
});

test("a program reads what was meant, too", async () => {
  const key = { type: "apiKey", name: "Key", in: "header" };
  const problems = await lintCore(
    write("meant.yaml", {
      paths: { "/ships": get("readShip", {}, { security: [{ keys: [] }] }) },
      components: { securitySchemes: { key } },
    }),
  );
  const report = machineFormats["json"]?.(problems, `${folder}/`) ?? "";
  expect(JSON.parse(report)).toMatchObject([
    { rule: "core/known-schemes", suggest: ["key"] },
  ]);
});
