import {
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from "openapi-fetch";
import { isRecord } from "./json.ts";
import { write } from "./raw-client.ts";

/** The style of a parameter, in the words of OpenAPI. `json` is for a parameter with content. */
export interface QueryStyle {
  style: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  explode: boolean;
  allowReserved?: boolean;
}

/** Writes the query of an operation, e.g. of `GET /v1/contacts`. */
export type WriteQuery = (request: string, query: object) => string;

/**
 * Creates a function that writes queries with the styles of another contract. A parameter without a
 * style is written as in a contract without styles.
 * @param styles operation → parameter → style
 * @public generated code of other contracts uses it
 */
export const queryWriter =
  (styles: Record<string, Record<string, QueryStyle>>): WriteQuery =>
  (request, query) =>
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .flatMap(([name, value]) => {
        const style = styles[request]?.[name];
        return style ? styled(name, value, style) : write({ [name]: value });
      })
      .join("&");

/** Writes a parameter with its style: as one text, or as one for each field of a deep object. */
function styled(name: string, value: unknown, style: QueryStyle): string[] {
  const key = encodeURIComponent(name);
  if (style.style === "json")
    return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  if (style.style === "deepObject" && isRecord(value) && !Array.isArray(value))
    return deepParameters(name, value);
  const options = { ...style, style: style.style as "form" };
  if (Array.isArray(value))
    return value.length === 0 ? [] : [serializeArrayParam(key, value, options)];
  if (isRecord(value) && style.style === "form" && style.explode)
    return explodedParameters(value, style);
  if (isRecord(value)) return [serializeObjectParam(key, value, options)];
  return [serializePrimitiveParam(key, String(value), options)];
}

/**
 * Writes each field of an object as a parameter of its own, and a list in it as one for each element.
 * An object in it is JSON.
 */
const explodedParameters = (
  fields: Record<string, unknown>,
  style: QueryStyle,
): string[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([field, value]) =>
      styled(
        field,
        value,
        Array.isArray(value) || !isRecord(value)
          ? style
          : { style: "json", explode: false },
      ),
    );

/** Writes each value inside of an object: `place[row][seat]=3`. Commas separate the values of a list. */
function deepParameters(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (isRecord(value) && !Array.isArray(value))
    return Object.entries(value).flatMap(([field, each]) =>
      deepParameters(`${name}[${field}]`, each),
    );
  const texts = [value].flat().map((each) => encodeURIComponent(String(each)));
  return [`${encodeURIComponent(name)}=${texts.join(",")}`];
}
