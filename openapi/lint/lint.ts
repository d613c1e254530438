import {
  BaseResolver,
  type Config,
  createConfig,
  lintDocument,
  type Plugin,
  type RawUniversalConfig,
  Source,
} from "@redocly/openapi-core";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { childOf, eachText, isNode, listIn, namesIn, pointerTo, textIn, type Node } from "../model/node.ts";
import { unknownFacts } from "../model/fill-texts.ts";
import { contractFile } from "../model/read-contract.ts";
import { parseYaml } from "../model/yaml.ts";
import contactsPlugin from "../rules/plugin.ts";
import {
  examplesOf,
  problemAt,
  readContractFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";

/** Lints the text of a contract. `file` is what the problems call it. */
type Lint = (text: string, file?: string) => Promise<Problem[]>;

/** They compile every schema, which is two thirds of the work. */
const rulesOfExamples = ["no-invalid-media-type-examples", "no-invalid-parameter-examples"];

const configPath = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));

/** Loads Redocly and `redocly.yaml` with our rules, which takes longer than to lint. */
export async function createLint(): Promise<Lint> {
  const configFile = new Source(configPath, readFileSync(configPath, "utf8"));
  const written = Object(parseYaml(configFile.body, configPath)) as RawUniversalConfig;
  // Redocly's types of rules know its own model of OpenAPI alone.
  const plugins = [Object(contactsPlugin()) as Plugin];
  const config = await createConfig({ ...written, plugins }, { configPath });
  let valid: string | undefined;
  return async (text, file = contractFile) => {
    const contract = readContractFile(new Source(file, text.replace(/^\uFEFF/, "")));
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
      const found = await lintBy(rules, contract);
      const unknown = rules
        .getUnusedRules()
        .rules.map((rule) =>
          problemAt(configFile, `There is no rule ${rule}`, configFile.body.indexOf(rule)),
        );
      const problems = [...unknown, ...found, ...(found.length === 0 ? proseProblems(contract) : [])];
      if (problems.length === 0) {
        valid = values;
        return [];
      }
      const place = atItsPlace(readContractFile(contract.source), examples);
      const placed = withoutConsequences(problems).map(place);
      // Redocly visits a component once for each of its users.
      return [...new Map(placed.map((problem) => [identityOf(problem), problem])).values()];
    } catch (error) {
      const shapes = config.forAlias("contract");
      shapes.skipRules(Object.keys(shapes.rules.oas3_1).filter((rule) => rule !== "struct"));
      shapes.skipPreprocessors(["contacts/complete"]);
      const problems = await lintBy(shapes, readContractFile(contract.source)).catch(() => []);
      return problems.length > 0 ? problems : [failed(error, contract, examples)];
    }
  };
}

/** Lints what was read already, as Redocly reads YAML ten times slower; it fills in the root. */
const lintBy = (config: Config, { source, root }: ContractFile): Promise<Problem[]> =>
  lintDocument({
    document: { source, parsed: root },
    config,
    externalRefResolver: new BaseResolver(config.resolve),
  });

/** The numbers that the prose beside a contract names, and the contract does not have. */
function proseProblems({ source, root }: ContractFile): Problem[] {
  const paths = ["introduction.md", "decisions.md"].map((name) => join(dirname(source.absoluteRef), name));
  return paths.filter(existsSync).flatMap((path) => {
    const prose = new Source(path, readFileSync(path, "utf8"));
    return unknownFacts(prose.body, root).map((fact) => {
      const message = `The text names {${fact}}, and the contract has no such number or text`;
      return problemAt(prose, message, prose.body.indexOf(`{${fact}}`));
    });
  });
}

/** All of a contract by which its examples are valid or not: what only describes is left out. */
const withoutProse = (key: string, value: unknown) => {
  if (/^(examples?|default|enum|const)$/.test(key)) return JSON.stringify(value);
  return /^(title|description|summary)$/.test(key) && typeof value === "string" ? undefined : value;
};

/** A wrong shape or name, and the rules that miss something elsewhere because of it. */
const ofShape = /^(struct|operation-operationId-unique)$/;
const ofElsewhere =
  /^(no-unused-components|no-invalid-(media-type|parameter)-examples|operation-operationId|contacts\/known-(examples|tags)|rule\/body-has-examples)$/;

/** A wrong mark fills in nothing, and a wrong reference has no node: nothing is said of what other rules miss then. */
function withoutConsequences(problems: Problem[]): Problem[] {
  for (const rule of ["contacts/known-marks", "contacts/known-references"]) {
    const causes = problems.filter(({ ruleId }) => ruleId === rule);
    if (causes.length > 0) return causes;
  }
  if (problems.some(({ ruleId }) => ofShape.test(ruleId)))
    return problems.filter(({ ruleId }) => !ofElsewhere.test(ruleId));
  const areUnnamed = problems.some(({ ruleId }) => ruleId === "contacts/known-examples");
  return problems.filter((problem) => !areUnnamed || !isOfExamples(problem));
}

/** What an operation without its examples, and examples without their operation, break. */
const isOfExamples = ({ ruleId, location: [at] }: Problem) =>
  ruleId === "rule/body-has-examples" ||
  (ruleId === "no-unused-components" && Boolean(at?.pointer?.startsWith("#/components/examples/")));

/** A mark is wrong for one reason. */
const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([
    ruleId === "contacts/known-marks" || message,
    ruleId,
    location.map(({ source, pointer }) => [source.absoluteRef, pointer]),
  ]);

/** A problem of what rules fill in, where it is written: an example in its file, the rest by the part of the contract around it. */
const atItsPlace =
  ({ source, root }: ContractFile, examples: ContractFile[]) =>
  (problem: Problem): Problem => {
    const pointer = problem.location[0]?.pointer ?? "";
    const [, name = "", rest = ""] = /^#\/components\/examples\/([^/]+)(.*)/.exec(pointer) ?? [];
    const group = name.slice(0, name.lastIndexOf("."));
    const example = examples.find((file) => Object.hasOwn(file.root, group));
    if (name !== "" && example) {
      const names = [group, name.slice(group.length + 1), ...namesIn(rest)];
      // Of an object in several examples it says one thing.
      const message = problem.message.replace(/ `\w+` property (?=must NOT)/, " ");
      return { ...problem, message, location: [placeOf(example, names, examples)] };
    }
    const names = namesIn(pointer);
    const isThere = (count: number) => names.slice(0, count).reduce<unknown>(childOf, root) !== undefined;
    if (isThere(names.length)) return problem;
    const around = names.slice(
      0,
      names.findIndex((_, i) => !isThere(i + 1)),
    );
    const origin = originOf(root, around, names, problem.message);
    const at = { source, pointer: (origin ?? around).reduce(pointerTo, "#"), reportOnKey: !origin };
    return { ...problem, location: [at] };
  };

/** Where a part of an example is written: in its file, or in an object that it refers to. */
function placeOf(file: ContractFile, names: string[], examples: ContractFile[]): Problem["location"][number] {
  for (const [depth, name] of names.entries()) {
    const node = names.slice(0, depth).reduce<unknown>(childOf, file.root);
    if (!isNode(node) || Object.hasOwn(node, name)) continue;
    const [path = "", pointer] = textIn(node, "$ref")?.split("#") ?? [];
    const target = examples.find(({ source }) => path !== "" && source.absoluteRef.endsWith(path)) ?? file;
    if (pointer !== undefined) return placeOf(target, [...namesIn(pointer), ...names.slice(depth)], examples);
  }
  return { source: file.source, pointer: names.reduce(pointerTo, "#"), reportOnKey: false };
}

/** The names that lead to what filled in what `names` lead to, as far as anybody can tell: a default, or a mark of what is around. */
function originOf(root: Node, around: string[], names: string[], message: string): string[] | undefined {
  let origin: string[] | undefined;
  eachText(root["x-defaults"], (text, path) => {
    if (text.startsWith("#/") && message.includes(`\`${text}\``))
      origin ??= ["x-defaults", ...path.map(String)];
  });
  if (origin) return origin;
  // What is no parameter of the contract is the cursor of a list.
  if (around.join() === "components,parameters") return [...around, "Cursor", ...names.slice(3)];
  const node = around.reduce<unknown>(childOf, root);
  if (!isNode(node)) return undefined;
  if ("x-event" in node) return [...around, "x-event"];
  const example = names[names.lastIndexOf("examples") + 1];
  const i = listIn(node, "x-examples").findIndex((name) => String(name).split(".").at(-1) === example);
  return i < 0 ? undefined : [...around, "x-examples", String(i)];
}

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
