import { load, YAMLException } from "js-yaml";
import { parseDocument } from "yaml";
import { schema } from "../parsed-yaml.js";
import { notePositions, type Positions } from "./positions.ts";

/** Message of a parser → its usual cause, which is appended. */
const hints: [message: RegExp, hint: string][] = [
  [
    /^missed comma/,
    ", and what follows a space and `#` is a comment, where it has no quotes",
  ],
  [
    /^Nested mappings/,
    ", so the indentation is wrong, or a text that has `: ` lacks quotes",
  ],
  [/^Implicit keys/, ", and `: ` follows a name"],
  [/^unidentified alias/, ": its anchor has to come before it"],
];

/**
 * Explains an error of js-yaml. Takes the error of the other parser when the error of js-yaml is
 * vague.
 */
function explained(
  text: string,
  { reason, mark: position }: YAMLException,
): YamlProblem {
  const isVague = /^(bad indentation|can not read)/.test(reason);
  const [error] = isVague
    ? parseDocument(text, { prettyErrors: false }).errors
    : [];
  if (!error) return { reason: withHint(reason), position };
  return {
    reason: withHint(error.message),
    position: positionAt(text, error.pos[0]),
  };
}

function withHint(message: string): string {
  const [, hint = ""] = hints.find(([pattern]) => pattern.test(message)) ?? [];
  return message + hint;
}

/** Returns the position of a character. */
function positionAt(text: string, index: number): TextPosition {
  const lines = text.slice(0, index).split("\n");
  const column = (lines.at(-1) ?? "").length;
  return { position: index, line: lines.length - 1, column };
}

/** A position in a text, in the form of js-yaml. All numbers count from 0. */
interface TextPosition {
  /** The index of the character. */
  position: number;
  line: number;
  column: number;
}

/** A syntax error. */
interface YamlProblem {
  reason: string;
  /** Undefined when the parser does not know it. */
  position: TextPosition | undefined;
}

/** A value, or the reason why the text is not valid. */
interface ParsedYaml extends Partial<YamlProblem> {
  value?: unknown;
  /** The number of aliases of objects and arrays. */
  aliases?: number;
}

/**
 * Reads YAML. Returns a syntax error instead of throwing it.
 * @param positions receives the position of each key and element
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
    if (aliases === Infinity)
      return { reason: "an alias is inside the node of its own anchor" };
    return { value, aliases };
  } catch (error) {
    if (error instanceof YAMLException) return explained(text, error);
    throw error;
  }
}

/** Reads YAML for a tool that visits each value, and the values of an alias at each use. */
export function readYamlToVisit(text: string): ParsedYaml {
  const read = readYaml(text);
  if (!read.aliases || valuesIn(read.value) <= maxValues) return read;
  return {
    reason: `with its aliases written out it has more than ${maxValues} values`,
  };
}

/**
 * Reads YAML for a tool that visits each value.
 * @param file the name of the file, for the message
 * @throws Error with the line and column of a syntax error
 */
export function parseYaml(text: string, file: string): unknown {
  const { value, reason, position } = readYamlToVisit(text);
  if (reason === undefined) return value;
  const location = position
    ? ` at line ${position.line + 1}, column ${position.column + 1}`
    : "";
  throw new Error(`${file} is not valid YAML: ${reason}${location}`);
}

/**
 * Counts the repeated uses of objects and arrays in a value. Returns `Infinity` when one contains
 * itself.
 */
function aliasesIn(
  value: unknown,
  parents = new Set<unknown>(),
  visited = new Set<unknown>(),
): number {
  if (typeof value !== "object" || value === null) return 0;
  if (parents.has(value)) return Infinity;
  if (visited.has(value)) return 1;
  visited.add(value);
  parents.add(value);
  let count = 0;
  for (const child of Object.values(value))
    count += aliasesIn(child, parents, visited);
  parents.delete(value);
  return count;
}

/** The maximum of values in a text whose aliases are written out. */
const maxValues = 10_000_000;

/** Counts the values in a value, and the values of an alias at each use. */
function valuesIn(
  value: unknown,
  counted = new Map<unknown, number>(),
): number {
  if (typeof value !== "object" || value === null) return 1;
  const known = counted.get(value);
  if (known !== undefined) return known;
  let count = 1;
  for (const child of Object.values(value)) count += valuesIn(child, counted);
  counted.set(value, count);
  return count;
}
