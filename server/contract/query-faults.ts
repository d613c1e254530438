import type { ErrorDetail } from "./api-error.ts";

/** What the validator does not see in a raw query string: unknown and repeated parameters, broken escapes. */
export function queryFaults(search: string, known: readonly string[]): ErrorDetail[] {
  const seen = new Set<string>();
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .flatMap((pair) => {
      const [rawName = "", ...rawValue] = pair.split("=");
      const name = decode(rawName);
      if (name === undefined || decode(rawValue.join("=")) === undefined) {
        return [{ path: [name ?? rawName], message: "tiene una secuencia de escape % no válida" }];
      }
      if (seen.has(name)) return [{ path: [name], message: "está repetido" }];
      seen.add(name);
      return known.includes(name) ? [] : [{ path: [name], message: "no es un parámetro conocido" }];
    });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
