import { Ajv2020, type AnySchemaObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { childOf, eachText, namesIn, pointerTo } from "../model/node.ts";

const ajv = new Ajv2020();
formats.default(ajv);

/**
 * Checks each schema of a contract, so that a broken one is never generated from: the validator would find out at the first
 * request.
 * @throws Error that names the broken schema
 */
export function checkSchemas(document: AnySchemaObject): void {
  for (const [pointer, schema] of schemasIn(document, "#"))
    if (ajv.validateSchema(schema) !== true)
      throw broken(pointer, ajv.errorsText(ajv.errors, { dataVar: "schema" }));
  eachText(document, (text, path) => {
    const problem = path.includes("examples") ? undefined : problemOf(text, path.at(-1), document);
    if (problem !== undefined) throw broken(path.slice(0, -1).map(String).reduce(pointerTo, "#"), problem);
  });
}

const broken = (pointer: string, problem: string) =>
  new Error(`The contract is broken at ${pointer}: ${problem}`);

/** What is wrong with a reference, a format or a pattern, of which the schema of schemas says only that it is a text. */
function problemOf(text: string, keyword: string | number | undefined, document: object): string | undefined {
  if (keyword === "$ref" && namesIn(text).reduce<unknown>(childOf, document) === undefined)
    return `there is no ${text}`;
  if (keyword === "format" && !(text in ajv.formats)) return `there is no format ${text}`;
  if (keyword !== "pattern") return undefined;
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** All component schemas and every `schema` of a parameter, header or media type, with their pointers. */
function schemasIn(node: unknown, pointer: string): [pointer: string, schema: AnySchemaObject][] {
  if (typeof node !== "object" || node === null || pointer.endsWith("/examples")) return [];
  return Object.entries(node).flatMap(([name, child]) => {
    const at = pointerTo(pointer, name);
    const isSchema = name === "schema" || pointer === "#/components/schemas";
    return isSchema ? [[at, child as AnySchemaObject]] : schemasIn(child, at);
  });
}
