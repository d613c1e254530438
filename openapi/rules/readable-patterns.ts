import type { UserContext } from "@redocly/openapi-core";
import { isNode, nodeIn, textIn } from "../model/node.ts";

/** Checks that the patterns of a schema are regular expressions of ECMA-262. */
export default function readablePatterns() {
  return {
    Schema(schema: unknown, { report, location }: UserContext) {
      if (!isNode(schema)) return;
      const reason = whyUnreadable(textIn(schema, "pattern") ?? "");
      if (reason !== undefined)
        report({ message: reason, location: location.child(["pattern"]) });
      for (const pattern of Object.keys(nodeIn(schema, "patternProperties"))) {
        const message = whyUnreadable(pattern);
        const place = location.child(["patternProperties", pattern]).key();
        if (message !== undefined) report({ message, location: place });
      }
    },
  };
}

/** Returns why nobody can read a pattern, or undefined. */
function whyUnreadable(pattern: string): string | undefined {
  if (compileError(pattern, "u") === undefined) return undefined;
  const error = compileError(pattern, "");
  if (error === undefined) return undefined;
  const reason = error.split(": ").at(-1);
  return `The pattern \`${pattern}\` is no regular expression: ${reason}`;
}

/** Returns the message of the error for a pattern, or undefined. */
function compileError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
