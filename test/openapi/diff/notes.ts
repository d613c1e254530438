import { writeFileSync } from "node:fs";
import { join } from "node:path";

// The parts of a small contract of notes.

/** A contract as a text. */
export const contract = (paths: string, more = ""): string =>
  `openapi: 3.1.0\ninfo: { title: Notes, version: 1.0.0 }\npaths: { ${paths} }\n${more}`;

/** A path with one operation. */
export const get =
  '/n: { get: { operationId: getNotes, responses: { "200": { description: Done. } } } }';
/** Another path with one operation. */
export const other =
  '/o: { get: { operationId: getOther, responses: { "200": { description: Done. } } } }';

/** A path with an operation, whose parameter `q` has the schema. */
export const pathWithParameter = (schema: string, name = "n") =>
  get
    .replace("/n", `/${name}`)
    .replace(
      "getNotes",
      `${name}, parameters: [{ name: q, in: query, schema: ${schema} }]`,
    );

/** Writes a file into a folder. Returns its path. */
export function writeIn(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
