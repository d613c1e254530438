import {
  lintFromString,
  loadConfig,
  Source,
  YamlParseError,
  type NormalizedProblem,
  getCodeframe,
  getLineColLocation,
} from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { CORE_SCHEMA, load } from "js-yaml";
import { exampleFilesOf } from "../model/complete.ts";
import { childOf, isNode, namesIn, pointerTo } from "../model/node.ts";
import { contractFile } from "../model/read-contract.ts";

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
    const mark = /^(<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
    if (mark) return [problemAt(text, file, `A merge conflict is not resolved: \`${mark[0]}\``, mark.index)];
    if (text.trim() === "") return [problemAt(text, file, "The contract is empty")];
    try {
      const rules = config.forAlias("contract");
      const values = withoutProse(text, file);
      if (values !== undefined && values === valid) rules.skipRules(rulesOfExamples);
      const problems = await lintFromString({ source: text, absoluteRef: file, config: rules });
      if (problems.length === 0) valid = values;
      // Redocly visits a component once for each of its users.
      const unique = new Map(problems.map((problem) => [identityOf(problem), problem]));
      return [...unique.values()].map(inExampleFile(text, file)).sort((a, b) => rank(a) - rank(b));
    } catch (error) {
      return [unreadable(text, file, error)];
    }
  };
}

/** All of a contract by which its examples are valid or not: what only describes is left out. Nothing when it is no YAML. */
function withoutProse(text: string, file: string): string | undefined {
  const kept = (key: string, value: unknown) => {
    if (/^(examples?|default|enum|const)$/.test(key)) return JSON.stringify(value);
    return /^(description|summary)$/.test(key) && typeof value === "string" ? undefined : value;
  };
  try {
    const root: unknown = load(text, { schema: CORE_SCHEMA });
    const beside = isNode(root) ? exampleFilesOf(root) : [];
    const examples = beside.map((path) => readFileSync(join(dirname(file), path), "utf8"));
    return JSON.stringify([root, ...examples], kept);
  } catch {
    return undefined;
  }
}

/** What has no node at all makes rules miss something elsewhere. */
const rank = ({ ruleId }: Problem): number => (ruleId === "contacts/known-references" ? 0 : 1);

const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([ruleId, message, location.map(({ pointer }) => pointer)]);

/** A problem of an example, which rules put into `components`, at its place in the file that it is written in. */
const inExampleFile =
  (text: string, file: string) =>
  (problem: Problem): Problem => {
    const [, name = "", rest = ""] =
      /^#\/components\/examples\/([^/]+)(.*)/.exec(problem.location[0]?.pointer ?? "") ?? [];
    if (name === "") return problem;
    const root: unknown = load(text, { schema: CORE_SCHEMA });
    const group = name.slice(0, name.lastIndexOf("."));
    for (const path of isNode(root) ? exampleFilesOf(root) : []) {
      const written = readFileSync(join(dirname(file), path), "utf8");
      if (!isNode(childOf(load(written, { schema: CORE_SCHEMA }), group))) continue;
      const pointer = `${pointerTo("#", group)}/${name.slice(group.length + 1)}${rest}`;
      const source = new Source(join(dirname(file), path), written);
      return { ...problem, location: [{ source, pointer, reportOnKey: false }] };
    }
    return problem;
  };

/** What Redocly throws instead of a problem, with the place that it means. */
function unreadable(text: string, file: string, error: unknown): Problem {
  if (error instanceof YamlParseError) {
    const [reason = ""] = error.message.split(` in "${file}"`);
    const lines = text.split("\n").slice(0, error.line - 1);
    const index = lines.reduce((length, line) => length + line.length + 1, error.col - 1);
    return problemAt(text, file, `This is not valid YAML: ${reason}`, index);
  }
  const circle = circleIn(text);
  if (circle)
    return {
      ...problemAt(text, file, `The \`$ref\` leads to itself: ${circle.join(" → ")}`),
      location: [{ source: new Source(file, text), pointer: circle[0] ?? "#/", reportOnKey: true }],
    };
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const [, rule] = /\b(openapi\/rules\/[\w-]+\.ts:\d+)/.exec(stack) ?? [];
  return problemAt(text, file, rule === undefined ? message : `${rule} failed: ${message}`);
}

function problemAt(text: string, file: string, message: string, index = 0): Problem {
  const before = text.slice(0, index).split("\n");
  const start = { line: before.length, col: (before.at(-1) ?? "").length + 1 };
  const end = { line: start.line, col: start.col + (text.slice(index).split("\n")[0] ?? "").length };
  const location = { source: new Source(file, text), start, end, pointer: undefined };
  return { ruleId: "contract", severity: "error", message, suggest: [], location: [location] };
}

/** The pointers of references that lead to each other and to nothing else. */
function circleIn(text: string): string[] | undefined {
  const root: unknown = load(text, { schema: CORE_SCHEMA });
  const circleFrom = (pointer: string, passed: string[]): string[] | undefined => {
    if (passed.includes(pointer)) return [...passed.slice(passed.indexOf(pointer)), pointer];
    const node = namesIn(pointer).reduce<unknown>(childOf, root);
    if (!isNode(node) || typeof node["$ref"] !== "string") return undefined;
    return circleFrom(node["$ref"], [...passed, pointer]);
  };
  const components = isNode(root) && isNode(root["components"]) ? root["components"] : {};
  const pointers = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(isNode(named) ? named : {}).map((name) => pointerTo(pointerTo("#/components", kind), name)),
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
