import { load, YAMLException } from "js-yaml";
import { parseDocument } from "yaml";
import { schema } from "../parsed-yaml.js";
import { notePositions, type Positions } from "./positions.ts";

/** Adds to messages of the parsers what usually causes them. */
const hints: [message: RegExp, hint: string][] = [
  [
    /^missed comma/,
    ", and what follows a space and `#` is a comment, where it has no quotes",
  ],
  [/^Nested mappings/, ", and a text that has `: ` needs quotes"],
  [/^Implicit keys/, ", and `: ` follows a name"],
  [/^unidentified alias/, ": its anchor has to come before it"],
];

/** Explains an error of js-yaml. Where it only says that it cannot read on, the other parser says why. */
function explained(text: string, { reason, mark }: YAMLException): Broken {
  const isVague = /^(bad indentation|can not read)/.test(reason);
  const [error] = isVague
    ? parseDocument(text, { prettyErrors: false }).errors
    : [];
  const message = error?.message ?? reason;
  const [, hint = ""] = hints.find(([pattern]) => pattern.test(message)) ?? [];
  if (!error) return { reason: message + hint, mark };
  const position = error.pos[0];
  const before = text.slice(0, position).split("\n");
  const at = {
    position,
    line: before.length - 1,
    column: (before.at(-1) ?? "").length,
  };
  return { reason: message + hint, mark: at };
}

interface Broken {
  reason: string;
  /** The place of the error, as far as the parser knows it; all count from 0. */
  mark: { position: number; line: number; column: number } | undefined;
}

/** The result of reading: a value, or the reason why there is none. */
interface ParsedYaml extends Partial<Broken> {
  value?: unknown;
  /** The number of aliases of mappings and lists. */
  aliases?: number;
}

/**
 * Reads YAML, and returns what is wrong with it instead of throwing.
 * @param positions gets the position of each key and item
 */
export function readYaml(text: string, positions?: Positions): ParsedYaml {
  const limits = { maxDepth: 500, maxTotalMergeKeys: 100_000 };
  try {
    const value = load(text, {
      schema,
      ...limits,
      ...(positions && { listener: notePositions(positions) }),
    });
    const aliases = aliasesIn(value);
    return aliases === Infinity
      ? { reason: "an alias is inside of what its anchor names" }
      : { value, aliases };
  } catch (error) {
    if (error instanceof YAMLException) return explained(text, error);
    throw error;
  }
}

/**
 * Reads YAML.
 * @param file the name of the file, for the message
 * @throws Error whose message says where it is broken, by line and column
 */
export function parseYaml(text: string, file: string): unknown {
  const { value, reason, mark } = readYaml(text);
  if (reason === undefined) return value;
  const location = mark
    ? ` at line ${mark.line + 1}, column ${mark.column + 1}`
    : "";
  throw new Error(`${file} is not valid YAML: ${reason}${location}`);
}

/** Counts the mappings and lists that a value has more than once; `Infinity` when one contains itself. */
function aliasesIn(
  value: unknown,
  around = new Set<unknown>(),
  seen = new Set<unknown>(),
): number {
  if (typeof value !== "object" || value === null) return 0;
  if (around.has(value)) return Infinity;
  if (seen.has(value)) return 1;
  seen.add(value);
  around.add(value);
  const found = Object.values(value).reduce<number>(
    (sum, child) => sum + aliasesIn(child, around, seen),
    0,
  );
  around.delete(value);
  return found;
}
