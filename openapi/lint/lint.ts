import {
  lintFromString,
  loadConfig,
  Source,
  type NormalizedProblem,
  getCodeframe,
  getLineColLocation,
} from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { load, YAMLException } from "js-yaml";
import { exampleFilesOf } from "../model/complete.ts";
import { childOf, isNode, listIn, namesIn, nodeIn, pointerTo } from "../model/node.ts";
import { contractFile } from "../model/read-contract.ts";
import { parseYaml, schema } from "../model/yaml.ts";

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
    const conflict = /^(<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
    if (conflict)
      return [problemAt(text, file, `A merge conflict is not resolved: \`${conflict[0]}\``, conflict.index)];
    if (text.trim() === "") return [problemAt(text, file, "The contract is empty")];
    try {
      const root: unknown = load(text, { schema });
      const circle = circleIn(root);
      if (circle) return [inCircle(text, file, circle)];
      const rules = config.forAlias("contract");
      const examples = examplesOf(root, file);
      const values = JSON.stringify([root, ...examples.map(({ source }) => source.body)], withoutProse);
      if (values === valid) rules.skipRules(rulesOfExamples);
      const problems = await lintFromString({ source: text, absoluteRef: file, config: rules });
      if (problems.length === 0) valid = values;
      // Redocly visits a component once for each of its users.
      const unique = new Map(problems.map((problem) => [identityOf(problem), problem]));
      return told([...unique.values()]).map(inExampleFile(examples));
    } catch (error) {
      const shapes = config.forAlias("contract");
      shapes.skipRules(Object.keys(shapes.rules.oas3_1).filter((rule) => rule !== "struct"));
      shapes.skipPreprocessors(["contacts/complete"]);
      const problems = await lintFromString({ source: text, absoluteRef: file, config: shapes }).catch(
        () => [],
      );
      return problems.length > 0 ? problems : [unreadable(text, file, error)];
    }
  };
}

/** All of a contract by which its examples are valid or not: what only describes is left out. */
const withoutProse = (key: string, value: unknown) => {
  if (/^(examples?|default|enum|const)$/.test(key)) return JSON.stringify(value);
  return /^(description|summary)$/.test(key) && typeof value === "string" ? undefined : value;
};

/** What has no node at all makes rules miss something elsewhere, so nothing else is told of. */
function told(problems: Problem[]): Problem[] {
  const lost = problems.filter(({ ruleId }) => ruleId === "contacts/known-references");
  return lost.length > 0 ? lost : problems;
}

const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([ruleId, message, location.map(({ pointer }) => pointer)]);

/** The files of examples of a contract. */
const examplesOf = (root: unknown, file: string) =>
  (isNode(root) ? exampleFilesOf(root) : []).map((name) => {
    const path = join(dirname(file), name);
    const source = new Source(path, readFileSync(path, "utf8"));
    return { source, groups: parseYaml(source.body, name) };
  });

/** A problem of an example, which rules put into `components`, at its place in the file that it is written in. */
const inExampleFile =
  (examples: ReturnType<typeof examplesOf>) =>
  (problem: Problem): Problem => {
    const [, name = "", rest = ""] =
      /^#\/components\/examples\/([^/]+)(.*)/.exec(problem.location[0]?.pointer ?? "") ?? [];
    const group = name.slice(0, name.lastIndexOf("."));
    const found = examples.find(({ groups }) => isNode(childOf(groups, group)));
    if (name === "" || !found) return problem;
    const pointer = `${pointerTo("#", group)}/${name.slice(group.length + 1)}${rest}`;
    return { ...problem, location: [{ source: found.source, pointer, reportOnKey: false }] };
  };

/** What stopped lint instead of a problem, with the place that it means. */
function unreadable(text: string, file: string, error: unknown): Problem {
  if (error instanceof YAMLException)
    return problemAt(text, file, `This is not valid YAML: ${error.reason}`, error.mark.position);
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

/** The pointers of components that refer to each other without an end, alone or by `allOf`. */
function circleIn(root: unknown): string[] | undefined {
  const referencesIn = (node: unknown): string[] => {
    if (!isNode(node)) return [];
    return typeof node["$ref"] === "string" ? [node["$ref"]] : listIn(node, "allOf").flatMap(referencesIn);
  };
  const circleFrom = (pointer: string, passed: string[]): string[] | undefined => {
    if (passed.includes(pointer)) return [...passed.slice(passed.indexOf(pointer)), pointer];
    const references = referencesIn(namesIn(pointer).reduce<unknown>(childOf, root));
    return references
      .map((next) => circleFrom(next, [...passed, pointer]))
      .find((circle) => circle !== undefined);
  };
  const components = isNode(root) ? nodeIn(root, "components") : {};
  const pointers = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(isNode(named) ? named : {}).map((name) => pointerTo(pointerTo("#/components", kind), name)),
  );
  return pointers.map((pointer) => circleFrom(pointer, [])).find((circle) => circle !== undefined);
}

function inCircle(text: string, file: string, circle: string[]): Problem {
  const location = { source: new Source(file, text), pointer: circle[0] ?? "#/", reportOnKey: true };
  return {
    ...problemAt(text, file, `The \`$ref\` leads to itself: ${circle.join(" → ")}`),
    location: [location],
  };
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
