import type { State } from "js-yaml";

/** A place in a file; both numbers count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The position of each key or item, by its mapping or list. */
export type Positions = Map<object, Map<string, Position>>;

interface Parsed extends Position {
  value: unknown;
  children: Parsed[];
}

type Listened = Pick<State, "position" | "line" | "lineStart" | "result">;

/** Makes the listener by which js-yaml notes the position of everything that it reads. */
export function notePositions(positions: Positions) {
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

/** Pairs keys with their positions. The parser reports keys and values one after the other. */
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
