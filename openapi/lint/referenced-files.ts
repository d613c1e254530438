import { Source } from "@redocly/openapi-core";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { without } from "../model/collections.ts";
import { childOf, eachText } from "../model/node.ts";
import { decoded, namesIn, pointerTo } from "../model/pointer.ts";
import { closest } from "../rules/closest.ts";
import {
  problemAt,
  problemAtPointer,
  readFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";

/** A reference to another file. */
interface FileReference {
  /** The path of the file, absolute. */
  path: string;
  /** The JSON pointer in the file. */
  pointer: string;
  /** The JSON pointer of the reference in the contract. */
  referencePointer: string;
}

/** Returns the references of a contract to other files. */
function fileReferencesIn({ source, root }: ContractFile): FileReference[] {
  const found: FileReference[] = [];
  const folder = dirname(source.absoluteRef);
  eachText(root, (text, names) => {
    const [file = "", pointer = ""] = text.split("#");
    const isFile = /\.(ya?ml|json)$/.test(file) && !/^https?:/.test(file);
    if (names.at(-1) !== "$ref" || !isFile) return;
    const path = join(folder, decoded(file));
    const referencePointer = names.map(String).reduce(pointerTo, "#");
    found.push({ path, pointer, referencePointer });
  });
  return found;
}

/**
 * Reads the files that a contract refers to. Each has the first problem of it or of a reference to
 * it.
 */
export function readReferencedFiles(contract: ContractFile): ContractFile[] {
  const references = fileReferencesIn(contract);
  const paths = [...new Set(references.map(({ path }) => path))];
  const files = paths.map((path) =>
    readReferencedFile(
      contract,
      path,
      references.filter((reference) => reference.path === path),
    ),
  );
  const hasAllFiles = paths.length > 0 && paths.every(existsSync);
  return hasAllFiles ? [...files, ...unusedFiles(contract, paths)] : files;
}

/** Reads one file, to which these references lead. */
function readReferencedFile(
  contract: ContractFile,
  path: string,
  references: FileReference[],
): ContractFile {
  if (!existsSync(path)) return missingFile(contract, path, references);
  const file = readFile(new Source(path, readFileSync(path, "utf8")));
  const problem =
    file.problem ??
    brokenReference(contract, file, references) ??
    unusedExample(file, references);
  return { ...file, problem };
}

function missingFile(
  { source }: ContractFile,
  path: string,
  [reference]: FileReference[],
): ContractFile {
  const folder = dirname(source.absoluteRef);
  const name = relative(folder, path);
  const names = exampleFilesIn(folder).map((file) => relative(folder, file));
  const pointer = reference?.referencePointer ?? "#/";
  const problem = {
    ...problemAtPointer(source, `There is no ${name}`, pointer),
    suggest: closest(name, names),
  };
  return { source, root: {}, problem };
}

/** Returns the first reference to a missing part of its file. */
function brokenReference(
  { source }: ContractFile,
  file: ContractFile,
  references: FileReference[],
): Problem | undefined {
  const broken = references.find(({ pointer }) => {
    const target = namesIn(pointer).reduce<unknown>(childOf, file.root);
    return target === undefined;
  });
  if (!broken) return undefined;
  const [name = ""] = namesIn(broken.pointer);
  const path = relative(dirname(source.absoluteRef), file.source.absoluteRef);
  const message = `${path} has no \`${name}\`. See openapi/README.md#examples`;
  return {
    ...problemAtPointer(source, message, broken.referencePointer),
    suggest: closest(name, Object.keys(file.root)),
  };
}

/** Returns the first example of a file to which nothing refers. */
function unusedExample(
  { source, root }: ContractFile,
  references: FileReference[],
): Problem | undefined {
  const used = references.map(({ pointer }) => namesIn(pointer)[0] ?? "");
  if (used.includes("")) return undefined;
  const [unused] = without(Object.keys(root), used);
  if (unused === undefined) return undefined;
  const message = `Nothing refers to the example \`${unused}\`: refer to it, or remove it. See openapi/README.md#examples`;
  return problemAtPointer(source, message, pointerTo("#", unused));
}

/** Returns the files of examples to which nothing refers. */
function unusedFiles({ source }: ContractFile, used: string[]): ContractFile[] {
  const unused = without(exampleFilesIn(dirname(source.absoluteRef)), used);
  return unused.map((path) => {
    const other = new Source(path, "");
    const message = "Nothing in the contract refers to this file";
    return { source: other, root: {}, problem: problemAt(other, message) };
  });
}

function exampleFilesIn(folder: string): string[] {
  const examples = join(folder, "examples");
  if (!existsSync(examples)) return [];
  return readdirSync(examples)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join(examples, name));
}
