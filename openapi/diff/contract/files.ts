import { dirname, join } from "node:path";
import { load, YAMLException, type State } from "js-yaml";
import { childOf } from "../../model/node.ts";
import { schema } from "../../model/yaml.ts";
import { normalize } from "./normal-form.ts";
import { NotComparable, type Source } from "./source.ts";

/** The files of a contract. */
export type Files = ReturnType<typeof openFiles>;

/**
 * Opens the files of a contract. Each is read when it is referred to for the first time.
 * @throws NotComparable when there is no such file, or it cannot be read
 */
export function openFiles(source: Source) {
  const documents = new Map<string, Document>();
  /** By the version of the first one. */
  let is30: boolean | undefined;

  function open(path: string): Document {
    const opened = documents.get(path);
    if (opened) return opened;
    const text = source.read(path);
    if (text === undefined) throw new NotComparable(`There is no ${source.nameOf(path)}.`);
    const document = { path, ...parseDocument(text, source.nameOf(path)) };
    const { root, positions } = document;
    is30 ??= /^3\.0/.test(String(childOf(root, "openapi")));
    normalize(root, is30, (made, of) => positions.set(made, positions.get(of) ?? new Map()));
    documents.set(path, document);
    return document;
  }

  const main = open(source.path);

  /** The file that another one names. */
  const beside = (document: Document, path: string) => open(join(dirname(document.path), decoded(path)));

  /** The file that a node is in. */
  const ownerOf = (node: object) =>
    [...documents.values()].find(({ positions }) => positions.has(node)) ?? main;

  return { main, is30: is30 === true, beside, ownerOf };
}

/** A path as the file system knows it; a percent sign that starts no character stands for itself. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Where something stands in a file; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A file of a contract. */
export interface Document {
  path: string;
  /** What people call it. */
  file: string;
  root: unknown;
  /** For each mapping and list, the position of each key or item in it. */
  positions: Map<object, Map<string, Position>>;
}

/** How deep a document may be nested. */
const maxDepth = 500;

interface Parsed extends Position {
  value: unknown;
  children: Parsed[];
}

/**
 * Reads YAML or JSON with the position of everything in it.
 * @param file what people call the file
 * @throws NotComparable with the line, when it is neither or a key stands twice
 */
function parseDocument(text: string, file: string): Omit<Document, "path"> {
  const positions: Document["positions"] = new Map();
  const open: Parsed[] = [];
  const listener = (event: string, { position, line, lineStart, result }: Listened) => {
    if (event === "open") {
      open.push({ line: line + 1, column: position - lineStart + 1, value: undefined, children: [] });
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
  try {
    const options = { schema, listener, maxDepth, maxTotalMergeKeys: 100_000 };
    return { file, root: load(text, options), positions };
  } catch (error) {
    if (error instanceof RangeError) throw new NotComparable(`${file} is nested too deeply.`);
    if (!(error instanceof YAMLException)) throw error;
    throw new NotComparable(
      `${file}:${error.mark ? error.mark.line + 1 : 1} cannot be read: ${error.reason}.`,
    );
  }
}

type Listened = Pick<State, "position" | "line" | "lineStart" | "result">;

/** The parser reports keys and values one after the other. */
function positionsIn(value: object, children: Parsed[]): Map<string, Position> {
  const entries = new Map(Object.entries(value));
  const found = new Map<string, Position>();
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    const key = Array.isArray(value) ? String(i) : String(child?.value);
    if (!child || !entries.has(key)) continue;
    found.set(key, { line: child.line, column: child.column });
    if (!Array.isArray(value) && children[i + 1]?.value === entries.get(key)) i++;
  }
  return found;
}
