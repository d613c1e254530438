import { Source, type NormalizedProblem } from "@redocly/openapi-core";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { versionProblem } from "../model/read-contract.ts";
import { without } from "../model/collections.ts";
import {
  childOf,
  eachText,
  isNode,
  listIn,
  nodeIn,
  type Node,
} from "../model/node.ts";
import { decoded, namesIn, pointerTo } from "../model/pointer.ts";
import { readYaml } from "../model/yaml.ts";
import { closest } from "../rules/closest.ts";

export type Problem = NormalizedProblem;

/** A file of a contract, and what keeps everybody from reading it. */
export interface ContractFile {
  source: Source;
  root: Node;
  problem?: Problem | undefined;
}

/** What SnakeYAML reads, unless somebody sets more. */
const mostAliases = 50;

function readFile(source: Source, most = mostAliases): ContractFile {
  const broken = (message: string, index?: number) => ({
    source,
    root: {},
    problem: problemAt(source, message, index),
  });
  const unreadable = source.body.indexOf("\uFFFD");
  if (unreadable >= 0)
    return broken(
      "The text is not UTF-8 here: save the file as UTF-8, and write the character \uFFFD again",
      unreadable,
    );
  const conflict = /^(<{7}|={7}|>{7})(?: .*)?$/m.exec(source.body);
  if (conflict)
    return broken(
      `A merge conflict is not resolved: \`${conflict[0]}\``,
      conflict.index,
    );
  const { value, reason, position, aliases = 0 } = readYaml(source.body);
  if (reason !== undefined)
    return broken(`This is not valid YAML: ${reason}`, position?.position);
  if (aliases > most)
    return broken(
      `Here are ${aliases} aliases of mappings and lists; parsers in Java read ${most}: write some out`,
    );
  if (!isNode(value))
    return broken(
      value ? "This is no mapping of names to values" : "The file is empty",
    );
  const circle = circleIn(value);
  const location = circle && [
    { source, pointer: circle[0] ?? "#/", reportOnKey: true },
  ];
  const problem =
    circle &&
    problemAt(source, `The \`$ref\` leads to itself: ${circle.join(" → ")}`);
  return {
    source,
    root: value,
    problem: problem && location && { ...problem, location },
  };
}

/** The contract itself. */
export function readContractFile(source: Source, most?: number): ContractFile {
  const file = readFile(source, most);
  const message = file.problem ? undefined : versionProblem(file.root);
  if (message === undefined) return file;
  return {
    ...file,
    problem: problemAt(
      source,
      message,
      Math.max(0, source.body.search(/^openapi:/m)),
    ),
  };
}

/** A reference to another file. */
interface FileReference {
  /** The path of the file, absolute. */
  path: string;
  /** The JSON pointer in the file. */
  pointer: string;
  /** The JSON pointer of the reference in the contract. */
  at: string;
}

/** Returns the references of a contract to other files. */
function fileReferencesIn({ source, root }: ContractFile): FileReference[] {
  const found: FileReference[] = [];
  eachText(root, (text, place) => {
    const [file = "", pointer = ""] = text.split("#");
    if (place.at(-1) !== "$ref" || !/\.(ya?ml|json)$/.test(file)) return;
    if (/^https?:/.test(file)) return;
    const path = join(dirname(source.absoluteRef), decoded(file));
    found.push({ path, pointer, at: place.map(String).reduce(pointerTo, "#") });
  });
  return found;
}

/** Reads the files that a contract refers to, each with what is wrong with it or with the references to it. */
export function filesBeside(contract: ContractFile): ContractFile[] {
  const references = fileReferencesIn(contract);
  const paths = [...new Set(references.map(({ path }) => path))];
  const files = paths.map((path) => {
    const own = references.filter((reference) => reference.path === path);
    if (!existsSync(path)) return missingFile(contract, path, own);
    const file = readFile(new Source(path, readFileSync(path, "utf8")));
    const problem =
      file.problem ??
      brokenReference(contract, file, own) ??
      unusedExample(file, own);
    return { ...file, problem };
  });
  const isWhole = paths.length > 0 && paths.every((path) => existsSync(path));
  return isWhole ? [...files, ...unusedFiles(contract, paths)] : files;
}

function missingFile(
  contract: ContractFile,
  path: string,
  [reference]: FileReference[],
): ContractFile {
  const folder = dirname(contract.source.absoluteRef);
  const name = relative(folder, path);
  const problem = {
    ...problemAt(contract.source, `There is no ${name}`),
    suggest: closest(
      name,
      exampleFilesIn(folder).map((file) => relative(folder, file)),
    ),
    location: locationOf(contract.source, reference?.at ?? "#/"),
  };
  return { source: contract.source, root: {}, problem };
}

/** Returns the first reference that leads nowhere in its file. */
function brokenReference(
  contract: ContractFile,
  file: ContractFile,
  references: FileReference[],
): Problem | undefined {
  const broken = references.find(
    ({ pointer }) =>
      namesIn(pointer).reduce<unknown>(childOf, file.root) === undefined,
  );
  if (!broken) return undefined;
  const [name = ""] = namesIn(broken.pointer);
  const path = relative(
    dirname(contract.source.absoluteRef),
    file.source.absoluteRef,
  );
  const message = `${path} has no \`${name}\`. See openapi/README.md#examples`;
  return {
    ...problemAt(contract.source, message),
    suggest: closest(name, Object.keys(file.root)),
    location: locationOf(contract.source, broken.at),
  };
}

/** Returns the first example of a file to which nothing refers, so that nobody shows it. */
function unusedExample(
  file: ContractFile,
  references: FileReference[],
): Problem | undefined {
  const used = references.map(({ pointer }) => namesIn(pointer)[0] ?? "");
  if (used.includes("")) return undefined;
  const [unused] = without(Object.keys(file.root), used);
  if (unused === undefined) return undefined;
  const message = `Nothing refers to the example \`${unused}\`: refer to it, or remove it. See openapi/README.md#examples`;
  return {
    ...problemAt(file.source, message),
    location: locationOf(file.source, pointerTo("#", unused)),
  };
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

const locationOf = (source: Source, pointer: string) => [
  { source, pointer, reportOnKey: true },
];

export function problemAt(source: Source, message: string, index = 0): Problem {
  const before = source.body.slice(0, index).split("\n");
  const start = { line: before.length, col: (before.at(-1) ?? "").length + 1 };
  const end = {
    line: start.line,
    col: start.col + (source.body.slice(index).split("\n")[0] ?? "").length,
  };
  const location = { source, start, end, pointer: undefined };
  return {
    ruleId: "contract",
    severity: "error",
    message,
    suggest: [],
    location: [location],
  };
}

/** The pointers of paths and components that refer to each other without an end, alone or by `allOf`. */
function circleIn(root: Node): string[] | undefined {
  const nodeAt = (names: string[]) => names.reduce<unknown>(childOf, root);
  const referencesIn = (node: unknown): string[] => {
    if (!isNode(node)) return [];
    return typeof node["$ref"] === "string"
      ? [node["$ref"]]
      : listIn(node, "allOf").flatMap(referencesIn);
  };
  const circleFrom = (
    pointer: string,
    passed: string[],
  ): string[] | undefined => {
    const names = namesIn(pointer);
    // A pointer may lead through a reference.
    const isReference = (node: unknown) =>
      isNode(node) && typeof node["$ref"] === "string";
    const through = names.findIndex((_, i) =>
      isReference(nodeAt(names.slice(0, i + 1))),
    );
    const [own, rest] =
      through < 0
        ? [names, []]
        : [names.slice(0, through + 1), names.slice(through + 1)];
    const at = own.reduce(pointerTo, "#");
    if (passed.includes(at)) return [...passed.slice(passed.indexOf(at)), at];
    return referencesIn(nodeAt(own))
      .map((next) => circleFrom(rest.reduce(pointerTo, next), [...passed, at]))
      .find((circle) => circle !== undefined);
  };
  const sections = Object.entries(nodeIn(root, "components")).map(
    ([kind, named]) => [pointerTo("#/components", kind), named] as const,
  );
  const pointers = [["#/paths", root["paths"]] as const, ...sections].flatMap(
    ([section, named]) =>
      Object.keys(isNode(named) ? named : {}).map((name) =>
        pointerTo(section, name),
      ),
  );
  return pointers
    .map((pointer) => circleFrom(pointer, []))
    .find((circle) => circle !== undefined);
}
