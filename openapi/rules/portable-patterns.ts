import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/** `\x00` to `\x7f`, line ends and tabs, and signs that mean themselves. Every engine reads these alike. */
const escapes = /^\\(?:x[0-7][0-9a-f]|[nrt]|[\\^$.*+?()[\]{}|/-])/i;

/**
 * A pattern means the same in ECMA-262 with and without `u`, in RE2, and in Python, Java and Ruby.
 * Design guide: openapi/README.md#patterns
 */
export default function portablePatterns() {
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      const { pattern, format = "", maxLength } = schema;
      if (maxLength !== undefined && /^date/.test(format))
        context.report({
          message: `A value of the format \`${format}\` has a type of its own, which has no length. See openapi/README.md#patterns`,
          location: context.location.child(["maxLength"]),
        });
      if (pattern === undefined) return;
      const location = context.location.child(["pattern"]);
      const part = unportable(pattern);
      if (part !== undefined) {
        context.report({
          message: `Not every language reads \`${part}\` in a pattern alike. See openapi/README.md#patterns`,
          location,
        });
      }
      if (format !== "") {
        context.report({
          message: `A value of the format \`${format}\` has a type of its own, which no pattern fits. See openapi/README.md#patterns`,
          location,
        });
      }
    },
  };
}

/** The first part of a pattern that languages read differently. */
function unportable(pattern: string): string | undefined {
  if (!isExpression(pattern)) return pattern;
  if (!pattern.startsWith("^")) return "no ^ at the start";
  if (!pattern.endsWith("$")) return "no $ at the end";
  for (let i = 0; i < pattern.length; i++) {
    const rest = pattern.slice(i);
    if (!/^[\x20-\x7e]/.test(rest)) return rest.slice(0, 1);
    if (/^\(\?(?!:)/.test(rest)) return rest.slice(0, 3);
    if (!rest.startsWith("\\")) continue;
    if (!escapes.test(rest)) return rest.slice(0, 2);
    i++;
  }
  return undefined;
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
