import { existsSync, readFileSync } from "node:fs";
import { eachNode } from "./node.ts";

/** The parts of a contract that its texts name. */
interface Facts {
  "x-limits"?: unknown;
  "x-delivery"?: unknown;
  components?: unknown;
}

/** `{limits.eventDays}`, `{delivery.timeoutSeconds}`, `{parameters.Limit.schema.maximum}`, `{schemas.Phone.maxLength}`. */
const placeholder = /\{((?:limits|delivery|parameters|schemas)\.[\w.-]+)\}/g;

/**
 * A text with the facts of the contract in the place of its placeholders.
 * @throws Error when the contract has no such fact
 */
export function fillText(text: string, contract: Facts): string {
  return text.replaceAll(placeholder, (_, path: string) =>
    factAt(path, contract),
  );
}

/** Fills the descriptions of a contract, where they stand. */
export const fillTexts = (contract: Facts): void =>
  eachNode(contract, (node) => {
    if ("description" in node && typeof node.description === "string")
      node.description = fillText(node.description, contract);
  });

/** The facts that a text names and the contract does not have. */
export const unknownFacts = (text: string, contract: Facts): string[] =>
  [...text.matchAll(placeholder)]
    .map(([, path = ""]) => path)
    .filter((path) => !isFact(valueAt(path, contract)));

function factAt(path: string, contract: Facts): string {
  const name = path.split(".").at(-1) ?? "";
  const value = valueAt(path, contract);
  if (!isFact(value))
    throw new Error(
      `A text names {${path}}, and the contract has no such number or text.`,
    );
  if (!Array.isArray(value)) return withUnit(name, value);
  return listed(
    value.map((each) =>
      typeof each === "string" ? `\`${each}\`` : withUnit(name, each),
    ),
  );
}

function valueAt(path: string, contract: Facts): unknown {
  const { components, "x-limits": limits, "x-delivery": delivery } = contract;
  const roots = { ...Object(components), limits, delivery };
  return path
    .split(".")
    .reduce<unknown>(
      (at, name) =>
        Object.entries(Object(at)).find(([key]) => key === name)?.[1],
      roots,
    );
}

const isFact = (
  value: unknown,
): value is number | string | (number | string)[] =>
  typeof value === "number" ||
  typeof value === "string" ||
  Array.isArray(value);

/** The units of a number, by the end of its name: the word, and how many of the smallest unit it has. */
const units: Record<string, Record<string, number>> = {
  Seconds: { hours: 3600, minutes: 60, seconds: 1 },
  Hours: { hours: 1 },
  Days: { days: 1 },
  Bytes: { KiB: 1024, bytes: 1 },
  Percent: { "%": 1 },
};

/** `5 minutes` of `retriesSeconds` and 300, `20,000` of `maxLength` and 20000. */
function withUnit(name: string, value: number | string): string {
  if (typeof value === "string") return value;
  const [, sizes = {}] =
    Object.entries(units).find(([end]) => name.endsWith(end)) ?? [];
  const [word, size] = Object.entries(sizes).find(
    ([, divisor]) => value % divisor === 0,
  ) ?? ["", 1];
  const count = value / size;
  const number = count < 10_000 ? String(count) : count.toLocaleString("en");
  return `${number} ${count === 1 ? word.replace(/s$/, "") : word}`.trim();
}

const listed = (texts: string[]) =>
  new Intl.ListFormat("en", { type: "conjunction" })
    .format(texts)
    .replace(", and ", " and ");

/** A text of openapi/, empty where there is none. */
export function prose(name: "introduction.md" | "decisions.md"): string {
  const file = new URL(`../${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
