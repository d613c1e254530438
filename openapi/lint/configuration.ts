import {
  createConfig,
  lintConfig,
  makeDocumentFromString,
  Source,
  type Config,
  type Plugin,
  type RawUniversalConfig,
} from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isNode } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import { requireFile } from "../model/require-file.ts";
import { parseYaml } from "../model/yaml.ts";
import { closest } from "../rules/closest.ts";
import { corePlugin } from "../rules/core-plugin.ts";
import { problemAt, type Problem } from "./contract-files.ts";
import { coreRules } from "../rules/core-rules.ts";

// Redocly's types of rules know only its own model of OpenAPI.
const plugins = [Object(corePlugin) as Plugin];

/** The names of the rules of the profile core. */
export const namesOfCoreRules: string[] = [
  ...new Set(Object.values(coreRules).flatMap((rules) => Object.keys(rules))),
];

/**
 * Creates the configuration of the profile core.
 * @param skipped the rules that are left out
 */
export async function coreConfig(skipped: string[] = []): Promise<Config> {
  const config = await createConfig({ ...coreRules, plugins });
  config.skipRules(skipped);
  return config;
}

/** Creates a configuration with the one rule that checks the types of objects. */
export const structConfig = (): Promise<Config> =>
  createConfig({ rules: { struct: "error" }, plugins });

/** A file in the form of redocly.yaml. */
interface ConfigFile {
  source: Source;
  config: Config;
  /** The problems of its rules, except wrong names of rules of plugins. */
  problems: Problem[];
}

/**
 * Reads a configuration that may also name the rules of the profile core.
 * @throws Error when there is no such file, or has no rules
 */
export async function readConfig(file: string): Promise<ConfigFile> {
  requireFile(file);
  const path = resolve(file);
  const source = new Source(path, readFileSync(path, "utf8"));
  const parsed = parseYaml(source.body, file);
  if (!isNode(parsed) || !Object.keys(parsed).some(namesRules))
    throw new Error(
      `${file} has no rules: write \`rules:\` or \`extends:\` into it, as in redocly.yaml.`,
    );
  const configured = parsed as RawUniversalConfig;
  const config = await createConfig(
    { ...configured, plugins: [...(configured.plugins ?? []), ...plugins] },
    { configPath: resolve(dirname(path), "redocly.yaml") },
  );
  config.document = makeDocumentFromString(source.body, path);
  const found = await lintConfig({ config });
  const problems = found.flatMap((each) => ruleProblem(each, config) ?? []);
  return { source, config, problems };
}

/** Returns true for a key of redocly.yaml that has or extends rules, such as `oas3_1Rules`. */
const namesRules = (key: string): boolean => /^extends$|rules$/i.test(key);

/** Words a problem of a rule in a configuration. Returns undefined for another problem. */
function ruleProblem(problem: Problem, config: Config): Problem | undefined {
  const names = namesIn(problem.location[0]?.pointer ?? "");
  const [section = "", name] = names;
  if (!/rules$/i.test(section)) return undefined;
  const ruleId = "contract";
  const isName = name !== undefined && names.length === 2;
  if (!isName || namesOfRules(config).includes(name))
    return { ...problem, ruleId };
  const message = `There is no rule ${name}`;
  return { ...problem, ruleId, message, suggest: nearest(name, config) };
}

/** Reports rules that do not exist. A run of lint has to end before. */
export const unknownRules = (config: Config, configFile: Source): Problem[] =>
  config.getUnusedRules().rules.map((rule) => ({
    ...problemAt(
      configFile,
      `There is no rule ${rule}`,
      configFile.body.indexOf(rule),
    ),
    suggest: nearest(rule, config),
  }));

const nearest = (name: string, config: Config): string[] =>
  closest(name, namesOfRules(config));

/** Returns the names of the rules for OpenAPI that Redocly and the plugins have. */
const namesOfRules = ({ plugins: known }: Config): string[] =>
  known.flatMap(({ rules }) => Object.keys(rules?.oas3 ?? {}));
