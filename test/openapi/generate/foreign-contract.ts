import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { makeFor } from "../../../openapi/generate/out.ts";

/*
 * Contracts that nobody here wrote, in few words, and what `npm run generate -- FILE --out DIR`
 * makes of them.
 */

export const ok = { description: "Done." };
export const json = (schema: unknown, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
/** An operation that responds with a schema. */
export const operation = (
  operationId: string,
  schema: unknown = {},
  more: object = {},
) => ({
  operationId,
  responses: { "200": { ...ok, ...json(schema) } },
  ...more,
});
export const tree = {
  type: "object",
  properties: { height: { type: "number" } },
};
export const ref = (name: string) => ({
  $ref: `#/components/schemas/${name}`,
});
let written = 0;

/**
 * Makes the files of a contract, which is written to a folder.
 * @param contract its text, or all but its head
 */
export async function makeIn(
  folder: string,
  contract: string | object,
  openapi = "3.1.0",
) {
  const file = join(folder, `${++written}.yaml`);
  const head = { openapi, info: { title: "Orchard", version: "1.0.0" } };
  const text =
    typeof contract === "string"
      ? contract
      : stringify({ ...head, ...contract });
  writeFileSync(file, text);
  const { files, notes } = await makeFor(file);
  return { text: (name: string) => files.get(name) ?? "", files, notes };
}
