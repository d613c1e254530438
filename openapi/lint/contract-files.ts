import { Source, type NormalizedProblem } from "@redocly/openapi-core";
import { isNode, type Node } from "../model/node.ts";
import { withOwnReferences } from "../model/self-references.ts";
import { versionProblem } from "../model/read-contract.ts";
import { readYamlToVisit } from "../model/yaml.ts";
import { findCircle } from "./reference-circle.ts";

export type Problem = NormalizedProblem;

/** A file of a contract, and the problem that prevents tools from reading it. */
export interface ContractFile {
  source: Source;
  /** Empty when the file is no valid YAML. */
  root: Node;
  problem?: Problem | undefined;
}

/** The maximum of aliases that SnakeYAML, a parser in Java, reads by default. */
const maxAliasesInJava = 50;

/**
 * Reads a contract.
 * @param maxAliases the maximum of YAML aliases
 */
export function readContractFile(
  source: Source,
  maxAliases?: number,
): ContractFile {
  const file = readFile(source, maxAliases);
  if (file.problem) return file;
  const message = versionProblem(file.root);
  if (message === undefined)
    return { ...file, root: withOwnReferences(file.root) };
  const version = /^(?:openapi|swagger):|"(?:openapi|swagger)"\s*:/m;
  const index = Math.max(0, source.body.search(version));
  return { ...file, problem: problemAt(source, message, index) };
}

/** Reads a file of a contract. */
export function readFile(
  source: Source,
  maxAliases = maxAliasesInJava,
): ContractFile {
  const broken = (message: string, index?: number): ContractFile => ({
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
  const { value, reason, position, aliases = 0 } = readYamlToVisit(source.body);
  if (reason !== undefined)
    return broken(`This is not valid YAML: ${reason}`, position?.position);
  if (aliases > maxAliases)
    return broken(
      `Here are ${aliases} aliases of mappings and lists; parsers in Java read ${maxAliases}: write some out`,
    );
  if (!isNode(value))
    return broken(
      value ? "This is no mapping of names to values" : "The file is empty",
    );
  return { source, root: value, problem: circleProblem(source, value) };
}

function circleProblem(source: Source, root: Node): Problem | undefined {
  const circle = findCircle(root);
  if (!circle) return undefined;
  const message = `The \`$ref\` leads to itself: ${circle.join(" → ")}`;
  return problemAtPointer(source, message, circle[0] ?? "#/");
}

/** Creates a problem at a key of a file. */
export const problemAtPointer = (
  source: Source,
  message: string,
  pointer: string,
): Problem => ({
  ...problemAt(source, message),
  location: [{ source, pointer, reportOnKey: true }],
});

/** Creates a problem at a character of a file. It ends with the line. */
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
