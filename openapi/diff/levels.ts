import { Ajv } from "ajv";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseYaml } from "../model/yaml.ts";
import { categories, levels, policy, policyOf, type Level } from "./policy.ts";

/** Returns the level of a rule. */
export type LevelOf = (rule: string) => Level;

/** Returns the level of a rule in the policy. */
export const defaultLevels: LevelOf = (rule) => policyOf(rule).is;

/** The file with the levels of our contract. */
export const ourLevels = fileURLToPath(
  new URL("../diff-levels.yaml", import.meta.url),
);

interface Config {
  categories?: Record<string, Level>;
  rules?: Record<string, Level>;
}

const level = { enum: levels };
/** The levels of an undecided finding. The diff fails with each of them. */
const undecided = { enum: levels.filter((each) => each !== "addition") };
const isConfig = new Ajv({ allErrors: true }).compile<Config>({
  type: "object",
  properties: {
    categories: {
      type: "object",
      properties: Object.fromEntries(categories.map((name) => [name, level])),
      additionalProperties: false,
    },
    rules: {
      type: "object",
      properties: {
        ...Object.fromEntries([...policy.keys()].map((rule) => [rule, level])),
        "diff/cannot-tell": undecided,
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});

/**
 * Reads a file of levels: of rules, and of categories, for all their rules that can break a caller.
 * @throws Error that names an unknown rule, category or level
 */
export function readLevels(file: string): LevelOf {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const config = parseYaml(readFileSync(file, "utf8"), file) ?? {};
  if (!isConfig(config)) {
    const [error] = isConfig.errors ?? [];
    const place = error?.instancePath.slice(1).replaceAll("~1", "/") ?? "";
    const { additionalProperty, allowedValues } = Object(error?.params);
    throw new Error(
      additionalProperty === undefined
        ? `${file} is no list of levels: \`${place}\` ${error?.message} ${[allowedValues ?? []].flat().join(", ")}`.trim()
        : `${file} is no list of levels: \`${[place, additionalProperty].filter(Boolean).join(".")}\` means nothing.`,
    );
  }
  return (rule) => {
    const { category, instead, is } = policyOf(rule);
    const ofCategory =
      instead === "" ? undefined : config.categories?.[category];
    const found = config.rules?.[rule] ?? ofCategory ?? is;
    return rule === "diff/cannot-tell" && found === "addition" ? is : found;
  };
}
