import type { IncomingMessage } from "node:http";
import { type ErrorDetail, invalid, nameInError } from "./api-error.ts";
import { forbiddenCharacters } from "./explain.ts";

/**
 * Strings, with the colon that makes one the name of a field, and the brackets of objects and
 * arrays.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\]]/g;

/**
 * Returns the first name that an object in a JSON text has twice. Parsers differ in which value
 * they use (RFC 8259, section 4). `json` has to be valid JSON.
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
      const name = text.includes("\\")
        ? (JSON.parse(text) as string)
        : text.slice(1, -1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Several times the values that a valid body has, or an element of a list. */
const maxValues = { body: 1000, element: 200 };

/**
 * Refuses a JSON value that holds too many values, counted at any depth: to find all errors of it
 * would take long.
 * @throws ApiError 422 at the field with which there are too many
 */
export function requireFewValues(
  json: unknown,
  kind: keyof typeof maxValues,
): void {
  const waiting: { path: string[]; value: unknown }[] = [
    { path: [], value: json },
  ];
  let count = 1;
  for (const { path, value } of waiting) {
    if (typeof value !== "object" || value === null) continue;
    count += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count > maxValues[kind])
      throw invalid(path, "too_many", {
        es: "tiene demasiados valores",
        en: "has too many values",
      });
    for (const [name, child] of Object.entries(value))
      waiting.push({
        path: path.length > 0 ? path : [nameInError(name)],
        value: child,
      });
  }
}

/** Returns whether a request's headers announce a body. */
export function hasBody({
  headers,
}: Pick<IncomingMessage, "headers">): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    Number(headers["content-length"] ?? 0) > 0
  );
}

/** The maximum depth of a body of the contract. The schema refuses a deeper one. */
const maxDepth = 4;

/**
 * Errors that no portable `pattern` finds in the texts of a value and the names of its fields: half
 * of a surrogate pair is no character, and U+FEFF at the start marks an encoding (D-24).
 */
export function textErrors(value: unknown, path: string[] = []): ErrorDetail[] {
  if (typeof value === "string") return isSound(value) ? [] : [error(path)];
  if (typeof value !== "object" || value === null || path.length > maxDepth)
    return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = [...path, name];
    return [...(isSound(name) ? [] : [error(at)]), ...textErrors(child, at)];
  });
}

const isSound = (text: string) =>
  text.isWellFormed() && !text.startsWith("\uFEFF");
const error = (path: string[]): ErrorDetail => ({
  path,
  message: forbiddenCharacters,
  reason: "pattern",
});
