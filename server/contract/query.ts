import type { ErrorDetail } from "./api-error.ts";
import { explain } from "./explain.ts";

/**
 * Reads a raw query string. A list has commas between its elements or is a repeated parameter,
 * `types=a,b` or `types=a&types=b`, and an element that is sent twice counts once. An object is
 * sent as a parameter for each field, `custom_fields[plan]=oro`. Unknown and repeated parameters
 * are errors, and so are broken escapes and what is no value of its parameter's type: the library
 * would take some of these.
 * @param types the types of the parameters, by their names
 * @returns the values by the names of their parameters, and what is wrong with the form of the
 *   query
 */
export function readQuery(
  search: string,
  types: Readonly<Record<string, string>>,
) {
  const query: Record<string, unknown> = {};
  const fields = new Map<string, [name: string, value: string][]>();
  const errors: ErrorDetail[] = [];
  const seen = new Set<string>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const [rawName = "", ...rawValue] = pair.split("=");
    const [name, value] = [decode(rawName), decode(rawValue.join("="))];
    const refuse = (error: Omit<ErrorDetail, "path">) =>
      errors.push({ path: [name ?? rawName], ...error });
    if (name === undefined || value === undefined) {
      refuse(brokenEscape);
      continue;
    }
    const [, parameter = name, field] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    const type = Object.hasOwn(types, parameter) ? types[parameter] : undefined;
    if (type === "array" && field === undefined)
      query[name] = withElements(query[name], value);
    else if (seen.has(name)) refuse(repeated);
    else if (
      type === undefined ||
      (type === "object") !== (field !== undefined)
    )
      refuse(unknownParameter);
    else if (field !== undefined)
      fields.set(
        parameter,
        (fields.get(parameter) ?? []).concat([[field, value]]),
      );
    else if (literals[type]?.test(value) === false) refuse(wrongType(type));
    else query[name] = valueOf(value, type);
    seen.add(name);
  }
  for (const [name, entries] of fields)
    query[name] = Object.fromEntries(entries);
  return { query, errors };
}

/**
 * The texts that are values of a type, as JSON writes them: JavaScript also reads `0x10`, `1e1` and
 * ` 1` as numbers.
 */
const literals: Record<string, RegExp> = {
  integer: /^-?(0|[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
  boolean: /^(true|false)$/,
};

/** A list with more elements, each once. */
function withElements(list: unknown, text: string): string[] {
  const before: string[] = Array.isArray(list) ? list : [];
  return [...new Set([...before, ...text.split(",")])];
}

function valueOf(text: string, type: string): unknown {
  return type in literals ? (JSON.parse(text) as unknown) : text;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

const wrongType = (type: string) =>
  explain({ keyword: "type", params: { type }, message: `must be ${type}` });

const brokenEscape = {
  message: {
    es: "tiene una secuencia de escape % no válida",
    en: "has a broken % escape",
  },
  reason: "format",
} as const;
const repeated = {
  message: { es: "está repetido", en: "is repeated" },
  reason: "repeated",
} as const;
const unknownParameter = {
  message: { es: "no es un parámetro conocido", en: "is no known parameter" },
  reason: "unknown_field",
} as const;
