import { Source, type NormalizedProblem } from "@redocly/openapi-core";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exampleFilesOf } from "../model/complete.ts";
import { versionProblem } from "../model/read-contract.ts";
import {
  childOf,
  isNode,
  listIn,
  namesIn,
  nodeIn,
  pointerTo,
  without,
  type Node,
} from "../model/node.ts";
import { readYaml } from "../model/yaml.ts";
import { closest } from "../rules/known-names.ts";

export type Problem = NormalizedProblem;

/** A file of a contract, and what keeps everybody from reading it. */
export interface ContractFile {
  source: Source;
  root: Node;
  problem?: Problem | undefined;
}

/** What SnakeYAML reads, unless somebody sets more. */
const mostAliases = 50;

function readFile(source: Source): ContractFile {
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
  const { value, reason, mark, aliases = 0 } = readYaml(source.body);
  if (reason !== undefined)
    return broken(`This is not valid YAML: ${reason}`, mark?.position);
  if (aliases > mostAliases)
    return broken(
      `Here are ${aliases} aliases of mappings and lists; parsers in Java read ${mostAliases}: write some out`,
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
export function readContractFile(source: Source): ContractFile {
  const file = readFile(source);
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

/** The files of examples of a contract. */
export function examplesOf({ source, root }: ContractFile): ContractFile[] {
  const names = exampleFilesOf(root);
  const folder = dirname(source.absoluteRef);
  const inFolder =
    existsSync(join(folder, "examples")) && names.length > 0
      ? readdirSync(join(folder, "examples"))
      : [];
  const present = inFolder
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `examples/${name}`);
  const found = names.map((name, i) => {
    const path = join(folder, name);
    if (existsSync(path))
      return readFile(new Source(path, readFileSync(path, "utf8")));
    const location = [
      { source, pointer: `#/x-example-files/${i}`, reportOnKey: false },
    ];
    const suggest = closest(name, without(present, names));
    return {
      source,
      root: {},
      problem: {
        ...problemAt(source, `There is no ${name}`),
        suggest,
        location,
      },
    };
  });
  return [
    ...found,
    ...without(present, names).map((name) => {
      const other = new Source(join(folder, name), "");
      return {
        source: other,
        root: {},
        problem: problemAt(
          other,
          "`x-example-files` does not name this file, so nobody reads it",
        ),
      };
    }),
  ];
}

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
