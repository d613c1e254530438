import type { State } from "js-yaml";

/** A position in a file. Both numbers count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Object or array → key or index → its position. */
export type Positions = Map<object, Map<string, Position>>;

interface ParsedNode extends Position {
  value: unknown;
  children: ParsedNode[];
}

/** The fields of the parser that the listener reads. */
type ParserState = Pick<State, "position" | "line" | "lineStart" | "result">;

/** Creates a listener for js-yaml that adds the position of each key and element to `positions`. */
export function notePositions(positions: Positions) {
  const open: ParsedNode[] = [];
  return (
    event: string,
    { position, line, lineStart, result }: ParserState,
  ) => {
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

/** Pairs keys with their positions. The parser reports keys and values one after the other. */
function positionsIn(
  value: object,
  children: ParsedNode[],
): Map<string, Position> {
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
