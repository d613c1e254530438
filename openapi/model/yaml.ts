import { load, YAMLException, type State } from "js-yaml";
import { parseDocument } from "yaml";
import { schema } from "../parsed-yaml.js";

/** What else a message means. */
const hints: [message: RegExp, hint: string][] = [
  [
    /^missed comma/,
    ", and what follows a space and `#` is a comment, where it has no quotes",
  ],
  [/^Nested mappings/, ", and a text that has `: ` needs quotes"],
  [/^Implicit keys/, ", and `: ` stands behind a name"],
  [/^unidentified alias/, ": its anchor has to stand before it"],
];

/** What is wrong in a YAML text where js-yaml names what follows: a bad indentation, or what it cannot read. */
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
  /** Where, as far as the parser knows; all from 0. */
  mark: { position: number; line: number; column: number } | undefined;
}

/** What YAML says. */
interface Read extends Partial<Broken> {
  value?: unknown;
  /** How often an alias stands for a mapping or a list. */
  aliases?: number;
}

/**
 * Reads YAML.
 * @param positions gets the position of everything in it
 * @returns its value, or why it has none, and where that is as far as the parser knows
 */
export function readYaml(text: string, positions?: Positions): Read {
  const limits = { maxDepth: 500, maxTotalMergeKeys: 100_000 };
  try {
    const value = load(text, {
      schema,
      ...limits,
      ...(positions && { listener: notePositions(positions) }),
    });
    const aliases = aliasesIn(value);
    return aliases === Infinity
      ? { reason: "an alias stands inside of what its anchor names" }
      : { value, aliases };
  } catch (error) {
    if (error instanceof YAMLException) return explained(text, error);
    throw error;
  }
}

/**
 * Reads YAML.
 * @param file what people call it
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

/** How often a value contains what it contains already; `Infinity` when it contains itself. */
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

/** Where something stands in a file; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** For each mapping and list, the position of each key or item in it. */
export type Positions = Map<object, Map<string, Position>>;

interface Parsed extends Position {
  value: unknown;
  children: Parsed[];
}

type Listened = Pick<State, "position" | "line" | "lineStart" | "result">;

/** What js-yaml calls while it reads, to note where everything stands. */
function notePositions(positions: Positions) {
  const open: Parsed[] = [];
  return (event: string, { position, line, lineStart, result }: Listened) => {
    if (event === "open") {
      open.push({
        line: line + 1,
        column: position - lineStart + 1,
        value: undefined,
        children: [],
      });
      return;
    }
    const closed = open.pop();
    if (!closed) return;
    closed.value = result;
    if (typeof result === "object" && result !== null && !positions.has(result))
      positions.set(result, positionsIn(result, closed.children));
    closed.children = [];
    open.at(-1)?.children.push(closed);
  };
}

/** The parser reports keys and values one after the other. */
function positionsIn(value: object, children: Parsed[]): Map<string, Position> {
  const entries = new Map(Object.entries(value));
  const found = new Map<string, Position>();
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    const key = Array.isArray(value) ? String(i) : String(child?.value);
    if (!child || !entries.has(key)) continue;
    found.set(key, { line: child.line, column: child.column });
    if (!Array.isArray(value) && children[i + 1]?.value === entries.get(key))
      i++;
  }
  return found;
}
