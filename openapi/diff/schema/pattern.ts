import { createContext, Script } from "node:vm";

/** How long a pattern may take for one text, in milliseconds. Some need years. */
const timeout = 2_000;

const script = new Script('new RegExp(pattern, "u").test(text)');
const context = createContext({ pattern: "", text: "" });
const unreadable = new Set<string>();

const universal = new Set(["", ".*", "^.*$", "^", "$", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"]);

/** Whether every text matches a pattern. */
export const matchesAll = (pattern: string): boolean => universal.has(pattern);

/** Whether a text matches a pattern; undefined when the pattern cannot be read or takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (unreadable.has(pattern)) return undefined;
  try {
    Object.assign(context, { pattern, text });
    return script.runInContext(context, { timeout }) === true;
  } catch {
    unreadable.add(pattern);
    return undefined;
  }
}
