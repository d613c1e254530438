import { dirname, join } from "node:path";
import { NotComparable } from "../not-comparable.ts";
import { parseDocument, type Document } from "./document.ts";
import type { Source } from "./source.ts";

/** The files of a contract. Each is read when it is referred to for the first time. */
export interface Files {
  main: Document;
  /**
   * The file that another one names.
   * @throws NotComparable when there is none, or it cannot be read
   */
  beside(document: Document, path: string): Document;
  /** The file that a node is in. */
  ownerOf(node: object): Document;
  /** Notes that a node made by the diff is a form of one in the contract. */
  stands(made: object, original: object): void;
  /** The node in the contract that a node is a form of, otherwise itself. */
  original(node: object): object;
}

/** @throws NotComparable when there is no such file, or it cannot be read */
export function openFiles(source: Source): Files {
  const documents = new Map<string, Document>();
  const paths = new Map<Document, string>();
  const originals = new WeakMap<object, object>();
  const original = (node: object) => originals.get(node) ?? node;

  function open(path: string): Document {
    const opened = documents.get(path);
    if (opened) return opened;
    const text = source.read(path);
    if (text === undefined) throw new NotComparable(`There is no ${source.nameOf(path)}.`);
    const document = parseDocument(text, source.nameOf(path));
    documents.set(path, document);
    paths.set(document, path);
    return document;
  }

  const main = open(source.path);

  function ownerOf(node: object): Document {
    const written = original(node);
    for (const document of documents.values()) if (document.positions.has(written)) return document;
    return main;
  }

  return {
    main,
    beside: (document, path) => open(join(dirname(paths.get(document) ?? ""), decoded(path))),
    ownerOf,
    stands: (made, node) => originals.set(made, original(node)),
    original,
  };
}

/** A path as the file system knows it; a percent sign that starts no character stands for itself. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
