import { Ajv, type ErrorObject } from "ajv";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { requireFile } from "../model/require-file.ts";
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
  requireFile(file);
  const config = parseYaml(readFileSync(file, "utf8"), file) ?? {};
  if (!isConfig(config)) {
    const [error] = isConfig.errors ?? [];
    throw new Error(
      `${file} is no list of levels: ${error ? problemIn(error) : "it is not valid."}`,
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

/** Says which part of a file of levels is wrong, and why. */
function problemIn({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("~1", "/");
  const { additionalProperty, allowedValues } = Object(params);
  if (additionalProperty !== undefined) {
    const names = [place, additionalProperty].filter((name) => name !== "");
    return `\`${names.join(".")}\` means nothing.`;
  }
  if (place === "") return "it must have `categories` or `rules`.";
  const values = [allowedValues ?? []].flat().join(", ");
  return `\`${place}\` ${message} ${values}`.trim();
}
