import type { Contract, Located, Parameter } from "../model/contract.ts";
import { pathText, styleOf } from "../model/parameter-text.ts";
import { mayHaveParts } from "../model/sent-schema.ts";
import { valueSchema } from "../model/value-schema.ts";
import type { Checker } from "./check.ts";
import { scalarIn } from "./header-value.ts";
import { parametersOf } from "./parameters.ts";

/**
 * Returns the first value that the contract lists for a parameter of a path: of its `enum`, or its
 * `const`. Such a parameter names no object, as `{period}` in `/reports/{period}`.
 */
export function listedValue(
  contract: Contract,
  located: Located,
  name: string,
): string | undefined {
  const parameter = pathParameter(contract, located, name);
  if (!parameter) return undefined;
  const schema = valueSchema(contract, parameter.schema);
  const value: unknown = schema.const ?? schema.enum?.[0];
  return value === undefined ? undefined : String(value);
}

const pathParameter = (
  contract: Contract,
  located: Located,
  name: string,
): Parameter | undefined =>
  parametersOf(contract, located).find(
    (each) => each.in === "path" && each.name === name,
  );

/** Returns a name in a path that no parameter has, such as `name=shelves/*`. */
export const unknownInPath = (
  contract: Contract,
  located: Located,
): string | undefined =>
  [...located.path.matchAll(/\{([^}]+)\}/g)]
    .map(([, name = ""]) => name)
    .find((name) => !pathParameter(contract, located, name));

/** Writes a value of a path in the style of its parameter: `7`, `.7` or `;id=7`. */
export function textInPath(
  contract: Contract,
  located: Located,
  name: string,
  value: string,
): string {
  const parameter = pathParameter(contract, located, name);
  return parameter
    ? pathText(name, value, styleOf(parameter))
    : encodeURIComponent(value);
}

/** Returns false for an id that the schema of a parameter of the path refuses. */
export function isAllowedInPath(
  contract: Contract,
  located: Located,
  name: string,
  id: string,
  accepts: Checker["accepts"],
): boolean {
  const parameter = pathParameter(contract, located, name);
  if (!parameter || parameter.content) return true;
  const { schema } = parameter;
  if (mayHaveParts(contract, schema)) return true;
  return [id, scalarIn(id)].some(
    (value) => value !== undefined && accepts(schema, value),
  );
}

/** Returns the parameters in a segment of a path that name an object. */
export const objectParameters = (
  contract: Contract,
  located: Located,
  segment: string,
): string[] =>
  [...segment.matchAll(/\{([^}]+)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => listedValue(contract, located, name) === undefined);
