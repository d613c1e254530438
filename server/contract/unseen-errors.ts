import type { IncomingMessage } from "node:http";
import type { ErrorDetail } from "./api-error.ts";
import { explained, forbiddenCharacters } from "./request-errors.ts";

/** Strings, with the colon that makes one the name of a field, and the brackets of objects and arrays. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\]]/g;

/**
 * The first name that two fields of one object in a JSON text have. Readers differ in which of the two they use (RFC 8259,
 * section 4). `json` has to be valid JSON.
 */
export function duplicateName(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = []; // the names in each object, none in an array
  for (const token of json.match(tokens) ?? []) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const names = open.at(-1);
      const text = token.slice(0, token.lastIndexOf('"') + 1);
      const name = text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Whether a JSON value holds more than `most` values, counted at any depth. */
export function hasMoreValues(json: unknown, most: number): boolean {
  const waiting = [json];
  for (let seen = 1; waiting.length > 0;) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    seen += children.length;
    if (seen > most) return true;
    waiting.push(...children);
  }
  return false;
}

/** Whether a request's headers announce a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Errors of a raw query string that the library does not find: unknown and repeated parameters, broken escapes, and
 * numbers that only JavaScript takes for integers: `0x10`, `1e1`, ` 1`.
 */
export function queryErrors(
  search: string,
  { query: names, integers, objects }: Record<"query" | "integers" | "objects", readonly string[]>,
): ErrorDetail[] {
  const seen = new Set<string>();
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .flatMap((pair): ErrorDetail[] => {
      const [rawName = "", ...rawValue] = pair.split("=");
      const name = decode(rawName);
      const value = decode(rawValue.join("="));
      if (name === undefined || value === undefined) {
        return [{ path: [name ?? rawName], message: brokenEscape, reason: "format" }];
      }
      if (seen.has(name)) return [{ path: [name], message: repeated, reason: "repeated" }];
      seen.add(name);
      if (integers.includes(name) && !/^-?(0|[1-9]\d*)$/.test(value)) {
        return [{ path: [name], ...explained("type", "must be integer") }];
      }
      const isDeclared = objects.includes(name) ? false : names.includes(name) || fieldOf(name, objects);
      return isDeclared ? [] : [{ path: [name], message: unknownParameter, reason: "unknown_field" }];
    });
}

/**
 * A query with its parameters of style deepObject as objects: `custom_fields[plan]=oro` is
 * `{ custom_fields: { plan: "oro" } }`. The library would take a value with `&` apart.
 */
export function withObjects(query: object, objects: readonly string[]): Record<string, unknown> {
  if (objects.length === 0) return { ...query };
  const entries = Object.entries(query).map(([name, value]) => ({
    name,
    value,
    field: fieldOf(name, objects),
  }));
  const plain = entries.flatMap(({ name, value, field }) => (field ? [] : [[name, value]]));
  const read = objects.flatMap((parameter) => {
    const fields = entries.flatMap(({ value, field }) =>
      field?.[0] === parameter ? [[field[1], value]] : [],
    );
    return fields.length > 0 ? [[parameter, Object.fromEntries(fields)]] : [];
  });
  return Object.fromEntries([...plain, ...read]);
}

/** `custom_fields[plan]` → `["custom_fields", "plan"]`; undefined when no such parameter is an object. */
function fieldOf(name: string, objects: readonly string[]): [parameter: string, field: string] | undefined {
  const [, parameter = "", field = ""] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
  return objects.includes(parameter) ? [parameter, field] : undefined;
}

const brokenEscape = { es: "tiene una secuencia de escape % no válida", en: "has a broken % escape" };
const repeated = { es: "está repetido", en: "is repeated" };
const unknownParameter = { es: "no es un parámetro conocido", en: "is no known parameter" };

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** No body of the contract is nested deeper. Its schema finds the error of a value that is. */
const deepest = 4;

/**
 * Errors that no portable `pattern` finds in the texts of a value and the names of its fields: half of a surrogate pair
 * is no character, and U+FEFF at the start marks an encoding (D-24).
 */
export function textErrors(value: unknown, path: string[] = []): ErrorDetail[] {
  if (typeof value === "string") return isSound(value) ? [] : [error(path)];
  if (typeof value !== "object" || value === null || path.length > deepest) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = [...path, name];
    return [...(isSound(name) ? [] : [error(at)]), ...textErrors(child, at)];
  });
}

const isSound = (text: string) => text.isWellFormed() && !text.startsWith("\uFEFF");
const error = (path: string[]): ErrorDetail => ({ path, message: forbiddenCharacters, reason: "pattern" });
