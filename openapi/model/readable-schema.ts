import type { Node } from "./node.ts";

/** Leaves out `nullable`: it says nothing in OpenAPI 3.1. Ajv accepts null, or refuses the keyword. */
export function withoutOldNullable(node: Node): Node {
  if (typeof node["nullable"] !== "boolean") return node;
  const { nullable: _, ...others } = node;
  return others;
}

/**
 * Writes a pattern so that JavaScript reads it with the flag `u`, which refuses needless escapes such
 * as `\-`.
 * @returns undefined for a pattern of another language, such as `(?i)a`
 */
export function unicodePattern(pattern: string): string | undefined {
  const plain = pattern.replaceAll(
    /(\[(?:\\.|[^\]\\])*\])|\\(.)/gs,
    (whole, list: string | undefined, sign: string | undefined) => {
      if (list !== undefined)
        return list.replaceAll(/\\(.)/gs, (escape, each: string) =>
          each === "-" || mayEscape.test(each) ? escape : each,
        );
      return sign === undefined || mayEscape.test(sign) ? whole : sign;
    },
  );
  return [pattern, plain].find((each) => isReadable(each));
}

/** The signs that may follow a backslash. */
const mayEscape = /[a-z0-9\\^$.*+?()[\]{}|/]/i;

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").flags === "u";
  } catch {
    return false;
  }
}
