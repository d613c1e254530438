import {
  BaseResolver,
  type Config,
  getCodeframe,
  getLineColLocation,
  lintDocument,
  loadConfig,
  type NormalizedProblem,
  Source,
} from "@redocly/openapi-core";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleFilesOf } from "../model/complete.ts";
import { childOf, isNode, listIn, namesIn, nodeIn, pointerTo, textIn, type Node } from "../model/node.ts";
import { contractFile } from "../model/read-contract.ts";
import { readYaml } from "../model/yaml.ts";

export type Problem = NormalizedProblem;

/** Lints the text of a contract. `file` is what the problems call it. */
type Lint = (text: string, file?: string) => Promise<Problem[]>;

/** They compile every schema, which is two thirds of the work. */
const rulesOfExamples = ["no-invalid-media-type-examples", "no-invalid-parameter-examples"];

/** Loads Redocly and `redocly.yaml` with our rules, which takes longer than to lint. */
export async function createLint(): Promise<Lint> {
  const config = await loadConfig({
    configPath: fileURLToPath(new URL("../../redocly.yaml", import.meta.url)),
  });
  let valid: string | undefined;
  return async (text, file = contractFile) => {
    const contract = read(new Source(file, text.replace(/^\uFEFF/, "")));
    const examples = examplesOf(contract);
    const unreadable = [contract, ...examples].flatMap(({ problem }) => problem ?? []);
    if (unreadable.length > 0) return unreadable;
    try {
      const rules = config.forAlias("contract");
      const values = JSON.stringify(
        [contract.root, ...examples.map(({ source }) => source.body)],
        withoutProse,
      );
      if (values === valid) rules.skipRules(rulesOfExamples);
      const problems = await lintBy(rules, contract);
      if (problems.length === 0) valid = values;
      // Redocly visits a component once for each of its users.
      const unique = new Map(problems.map((problem) => [identityOf(problem), problem]));
      return told([...unique.values()]).map(atItsPlace(contract, examples));
    } catch (error) {
      const shapes = config.forAlias("contract");
      shapes.skipRules(Object.keys(shapes.rules.oas3_1).filter((rule) => rule !== "struct"));
      shapes.skipPreprocessors(["contacts/complete"]);
      const problems = await lintBy(shapes, contract).catch(() => []);
      return problems.length > 0 ? problems : [failed(error, contract, examples)];
    }
  };
}

/** Lints what was read already, as Redocly reads YAML ten times slower. `complete` changes it, so this reads it anew. */
const lintBy = async (config: Config, { source }: ContractFile): Promise<Problem[]> =>
  lintDocument({
    document: { source, parsed: readYaml(source.body).value },
    config,
    externalRefResolver: new BaseResolver(config.resolve),
  });

/** A file of a contract, and what keeps everybody from reading it. */
interface ContractFile {
  source: Source;
  root: Node;
  problem?: Problem | undefined;
}

function read(source: Source): ContractFile {
  const broken = (message: string, index?: number) => ({
    source,
    root: {},
    problem: problemAt(source, message, index),
  });
  const conflict = /^(<{7}|={7}|>{7})(?: .*)?$/m.exec(source.body);
  if (conflict) return broken(`A merge conflict is not resolved: \`${conflict[0]}\``, conflict.index);
  const { value, reason, mark } = readYaml(source.body);
  if (reason !== undefined) return broken(`This is not valid YAML: ${reason}`, mark?.position);
  if (!isNode(value)) return broken(value ? "This is no mapping of names to values" : "The file is empty");
  const circle = circleIn(value);
  const location = circle && [{ source, pointer: circle[0] ?? "#/", reportOnKey: true }];
  const problem = circle && problemAt(source, `The \`$ref\` leads to itself: ${circle.join(" → ")}`);
  return { source, root: value, problem: problem && location && { ...problem, location } };
}

/** The files of examples of a contract. */
function examplesOf({ source, root }: ContractFile): ContractFile[] {
  const names = exampleFilesOf(root);
  const folder = dirname(source.absoluteRef);
  const found = names.map((name, i) => {
    const path = join(folder, name);
    if (existsSync(path)) return read(new Source(path, readFileSync(path, "utf8")));
    const location = [{ source, pointer: `#/x-example-files/${i}`, reportOnKey: false }];
    return { source, root: {}, problem: { ...problemAt(source, `There is no ${name}`), location } };
  });
  const others =
    existsSync(join(folder, "examples")) && names.length > 0 ? readdirSync(join(folder, "examples")) : [];
  const unread = others.filter((name) => name.endsWith(".yaml") && !names.includes(`examples/${name}`));
  return [
    ...found,
    ...unread.map((name) => {
      const other = new Source(join(folder, "examples", name), "");
      return {
        source: other,
        root: {},
        problem: problemAt(other, "`x-example-files` does not name this file, so nobody reads it"),
      };
    }),
  ];
}

/** All of a contract by which its examples are valid or not: what only describes is left out. */
const withoutProse = (key: string, value: unknown) => {
  if (/^(examples?|default|enum|const)$/.test(key)) return JSON.stringify(value);
  return /^(description|summary)$/.test(key) && typeof value === "string" ? undefined : value;
};

/** What has no node at all makes rules miss something elsewhere, so nothing but that and wrong marks is told of. */
function told(problems: Problem[]): Problem[] {
  const isLost = ({ ruleId }: Problem) => ruleId === "contacts/known-references";
  return problems.some(isLost)
    ? problems.filter((problem) => isLost(problem) || problem.ruleId === "contacts/known-marks")
    : problems;
}

const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([ruleId, message, location.map(({ pointer }) => pointer)]);

/** A problem of what rules fill in, where it is written: an example in its file, the rest by the part of the contract around it. */
const atItsPlace =
  ({ source, root }: ContractFile, examples: ContractFile[]) =>
  (problem: Problem): Problem => {
    const pointer = problem.location[0]?.pointer ?? "";
    const [, name = "", rest = ""] = /^#\/components\/examples\/([^/]+)(.*)/.exec(pointer) ?? [];
    const group = name.slice(0, name.lastIndexOf("."));
    const example = examples.find((file) => Object.hasOwn(file.root, group));
    if (name !== "" && example) {
      const inFile = `${pointerTo("#", group)}/${name.slice(group.length + 1)}${rest}`;
      return { ...problem, location: [{ source: example.source, pointer: inFile, reportOnKey: false }] };
    }
    const names = namesIn(pointer);
    const isThere = (count: number) => names.slice(0, count).reduce<unknown>(childOf, root) !== undefined;
    if (isThere(names.length)) return problem;
    const around = names
      .slice(
        0,
        names.findIndex((_, i) => !isThere(i + 1)),
      )
      .reduce(pointerTo, "#");
    return { ...problem, location: [{ source, pointer: around, reportOnKey: true }] };
  };

/** What stopped lint instead of a problem: a reference of an example, at its place, or a rule. */
function failed(error: unknown, contract: ContractFile, examples: ContractFile[]): Problem {
  const { message, stack = "", cause } = error instanceof Error ? error : new Error(String(error));
  const { file = "", $ref = "" } = isNode(cause)
    ? { file: textIn(cause, "file"), $ref: textIn(cause, "$ref") }
    : {};
  const example = examples.find(({ source }) => file !== "" && source.absoluteRef.endsWith(file));
  if (example) return problemAt(example.source, message, example.source.body.indexOf($ref));
  const [, rule] = /\b(openapi\/rules\/[\w-]+\.ts:\d+)/.exec(stack) ?? [];
  return problemAt(contract.source, rule === undefined ? message : `${rule} failed: ${message}`);
}

function problemAt(source: Source, message: string, index = 0): Problem {
  const before = source.body.slice(0, index).split("\n");
  const start = { line: before.length, col: (before.at(-1) ?? "").length + 1 };
  const end = { line: start.line, col: start.col + (source.body.slice(index).split("\n")[0] ?? "").length };
  const location = { source, start, end, pointer: undefined };
  return { ruleId: "contract", severity: "error", message, suggest: [], location: [location] };
}

/** The pointers of paths and components that refer to each other without an end, alone or by `allOf`. */
function circleIn(root: Node): string[] | undefined {
  const nodeAt = (names: string[]) => names.reduce<unknown>(childOf, root);
  const referencesIn = (node: unknown): string[] => {
    if (!isNode(node)) return [];
    return typeof node["$ref"] === "string" ? [node["$ref"]] : listIn(node, "allOf").flatMap(referencesIn);
  };
  const circleFrom = (pointer: string, passed: string[]): string[] | undefined => {
    const names = namesIn(pointer);
    // A pointer may lead through a reference.
    const isReference = (node: unknown) => isNode(node) && typeof node["$ref"] === "string";
    const through = names.findIndex((_, i) => isReference(nodeAt(names.slice(0, i + 1))));
    const [own, rest] = through < 0 ? [names, []] : [names.slice(0, through + 1), names.slice(through + 1)];
    const at = own.reduce(pointerTo, "#");
    if (passed.includes(at)) return [...passed.slice(passed.indexOf(at)), at];
    return referencesIn(nodeAt(own))
      .map((next) => circleFrom(rest.reduce(pointerTo, next), [...passed, at]))
      .find((circle) => circle !== undefined);
  };
  const sections = Object.entries(nodeIn(root, "components")).map(
    ([kind, named]) => [pointerTo("#/components", kind), named] as const,
  );
  const pointers = [["#/paths", root["paths"]] as const, ...sections].flatMap(([section, named]) =>
    Object.keys(isNode(named) ? named : {}).map((name) => pointerTo(section, name)),
  );
  return pointers.map((pointer) => circleFrom(pointer, [])).find((circle) => circle !== undefined);
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** More problems than these come of one mistake. */
const most = 50;

/** What a person reads of problems: where each one is, what is wrong, and the lines around it. */
export function lintReport(problems: Problem[], folder = root): string {
  const hidden = problems.length - most;
  const more = hidden > 0 ? [`and ${hidden} more`] : [];
  const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  return [...problems.slice(0, most).map((problem) => oneReport(problem, folder)), ...more, count].join(
    "\n\n",
  );
}

function oneReport({ message, ruleId, severity, suggest, location }: Problem, folder: string): string {
  const [first] = location;
  if (!first) return message;
  const position = getLineColLocation(first);
  const { line, col } = position.start;
  const suggestion = suggest.length > 0 ? [`Did you mean ${suggest.slice(0, 3).join(", ")}?`] : [];
  const file = relative(folder, first.source.absoluteRef);
  return [
    `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`,
    ...suggestion,
    getCodeframe(position, false),
  ].join("\n");
}
