import type { ErrorDetail } from "./api-error.ts";
import { spanish } from "./spanish.ts";

/**
 * Errors of a raw query string that the library does not find: unknown and repeated parameters, broken escapes, and
 * numbers that only JavaScript takes for integers: `0x10`, `1e1`, ` 1`.
 */
export function queryErrors(
  search: string,
  { query: known, integers }: { query: readonly string[]; integers: readonly string[] },
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
        return [
          { path: [name ?? rawName], message: "tiene una secuencia de escape % no válida", reason: "format" },
        ];
      }
      if (seen.has(name)) return [{ path: [name], message: "está repetido", reason: "repeated" }];
      seen.add(name);
      if (integers.includes(name) && !/^-?(0|[1-9]\d*)$/.test(value)) {
        return [{ path: [name], ...spanish("type", "must be integer") }];
      }
      return known.includes(name)
        ? []
        : [{ path: [name], message: "no es un parámetro conocido", reason: "unknown_field" }];
    });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
