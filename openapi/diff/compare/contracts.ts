import { without } from "../../model/collections.ts";
import { isNode, type Node } from "../../model/node.ts";
import { methods } from "../../model/operation-nodes.ts";
import type { Contract } from "../contract/contract.ts";
import { element, namesIn } from "../contract/references.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { accepts, type Constraints } from "../schema/constraints.ts";
import { canonical } from "../schema/fingerprint.ts";
import { hasFormat } from "../schema/formats.ts";
import { allOf } from "../schema/schema.ts";
import {
  ambiguousTemplates,
  operationsIn,
  type Operations,
} from "./named-operations.ts";
import { compareOperations, useServersOfRoot } from "./operations.ts";
import { compareResponses } from "./responses.ts";
import { parametersOf, type Located } from "./parameters.ts";
import { createSchemaComparison } from "./schemas.ts";
import { createUnchanged } from "./unchanged.ts";
import { scopeOf, type Both, type OperationPart, type Scope } from "./scope.ts";
import { compareServers, movedBase, patternOf } from "./servers.ts";
import { isDraft } from "./stability.ts";

/**
 * Compares two contracts, operation by operation and webhook by webhook.
 * @param today YYYY-MM-DD: a deprecated element may be removed after its sunset
 */
export function compareContracts(
  base: Contract,
  head: Contract,
  today: string,
): OperationPart[] {
  const both: Both = {
    base,
    head,
    today,
    pairOf: createSchemaComparison(today, createUnchanged(base, head)),
    operationParts: [],
  };
  const contractScope = scopeOf(both, []);
  const baseStart = movedBase(base, head);
  const headStart = movedBase(head, base);
  compareLimits(both);
  compareSchemaNames(both, scopeOf(both, ["schemas"]));
  const ambiguous = new Set([
    ...ambiguousTemplates(base.root, baseStart),
    ...ambiguousTemplates(head.root, headStart),
  ]);
  const pathsOf = ({ root }: Contract, start: string) =>
    operationsIn(root, "paths", "Path", { base: start, ambiguous });
  const before = pathsOf(base, baseStart);
  const after = pathsOf(head, headStart);
  if (baseStart === headStart && useServersOfRoot(before, after))
    compareServers(scopeOf(both, ["servers"]));
  compareOperations(contractScope, before, after);
  compareShadowedPaths(both, before, after);
  compareOperations(contractScope, webhooksOf(base), webhooksOf(head));
  const unrouted = scopeOf(both, ["requests to no operation"], "response");
  compareResponses(unrouted, base.root, head.root, "x-unrouted-responses");
  return both.operationParts;
}

/** Returns the names of the operations and webhooks that are drafts. */
export function draftsIn(contract: Contract): Set<string> {
  const all = [
    ...operationsIn(contract.root, "paths", "Path").values(),
    ...webhooksOf(contract).values(),
  ];
  return new Set(all.filter(isDraft).map(({ name }) => name));
}

/** Reports removed names of schemas, as generated types have these names. */
function compareSchemaNames({ base, head }: Both, { report }: Scope): void {
  const [from, to] = [base, head].map(({ root }) =>
    element(element(root, "components") ?? {}, "schemas"),
  );
  // A contract without schemas has no names to lose.
  if (!from || !to) return;
  const added = without(namesIn(to), namesIn(from));
  for (const name of without(namesIn(from), namesIn(to))) {
    const same = added.filter(
      (each) => canonical(to[each]) === canonical(from[name]),
    );
    const [newName, ...others] =
      same.length === 1 ? same : referredInstead(name, base.root, head.root);
    const isRenamed =
      newName !== undefined && others.length === 0 && added.includes(newName);
    const change = isRenamed
      ? `The schema \`${name}\` is called \`${newName}\`.`
      : `No schema is called \`${name}\` any more.`;
    report(
      "diff/schema-renamed",
      change,
      { node: from, key: name },
      { node: to, ...(isRenamed && { key: newName }) },
    );
  }
}

const schemaPointer = "#/components/schemas/";

/** Returns the schemas to which the head refers in the places where the base refers to `name`. */
function referredInstead(name: string, base: Node, head: Node): string[] {
  const found = new Set<string>();
  const visited = new Set<object>();
  const visit = (from: object, to: object): void => {
    if (visited.has(from)) return;
    visited.add(from);
    const before: unknown = Reflect.get(from, "$ref");
    const after: unknown = Reflect.get(to, "$ref");
    if (before === schemaPointer + name && typeof after === "string")
      found.add(after.replace(schemaPointer, ""));
    for (const [key, child] of Object.entries(from)) {
      const other: unknown = Reflect.get(to, key);
      if (isObject(child) && isObject(other)) visit(child, other);
    }
  };
  visit(base, head);
  return [...found];
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null;

/**
 * Returns the webhooks. In 3.0 they are an extension of Redocly, whose name may have another meaning
 * to others.
 */
function webhooksOf({ root }: Contract): Operations {
  if ("webhooks" in root) return operationsIn(root, "webhooks", "Webhook");
  const items = Object.values(element(root, "x-webhooks") ?? {});
  return items.every(mayBeWebhook)
    ? operationsIn(root, "x-webhooks", "Webhook")
    : new Map();
}

const mayBeWebhook = (item: unknown): boolean =>
  isNode(item) &&
  methods.every((method) => item[method] === undefined || isNode(item[method]));

/** Returns true when a contract has an operation or a webhook that can be compared. */
export const hasOperations = (contract: Contract): boolean =>
  operationsIn(contract.root, "paths", "Path").size > 0 ||
  webhooksOf(contract).size > 0;

/** Compares the numbers of `x-limits` and `x-delivery`. */
function compareLimits(both: Both): void {
  for (const section of ["x-limits", "x-delivery"]) {
    const from = element(both.base.root, section) ?? {};
    const to = element(both.head.root, section) ?? {};
    const { report } = scopeOf(both, [section]);
    for (const key of new Set([from, to].flatMap(Object.keys))) {
      if (key.startsWith("x-") || canonical(from[key]) === canonical(to[key]))
        continue;
      const was = key in from ? `was ${canonical(from[key])}` : "is new";
      const subject = `The limit of ${inWords(key)} (\`${section}.${key}\`)`;
      const change = `${subject} ${was} and is ${key in to ? canonical(to[key]) : "gone"}.`;
      const at = ({ root }: Contract, node: Node) => ({
        node: root[section] ? node : root,
        key,
      });
      report(
        isLowered(key, from[key], to[key])
          ? "diff/limit-lowered"
          : "diff/limit-changed",
        change,
        at(both.base, from),
        at(both.head, to),
      );
    }
  }
}

/** Writes a name in words: `event days` for `eventDays`. */
const inWords = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns true when a number allows callers less. A longer window of a rate limit allows less. */
function isLowered(name: string, from: unknown, to: unknown): boolean {
  const was = totalOf(from);
  const is = totalOf(to);
  if (was === undefined || is === undefined) return false;
  return /window(Seconds|Minutes|Hours)$/i.test(name) ? is > was : is < was;
}

/** Returns a number, or the sum of a list, such as the delays between attempts. */
function totalOf(value: unknown): number | undefined {
  const numbers = [value].flat();
  return numbers.every((each) => typeof each === "number")
    ? numbers.reduce((sum, each) => sum + each, 0)
    : undefined;
}

/** Reports new paths that a path with a parameter matched before: `/a/mine` beside `/a/{id}`. */
function compareShadowedPaths(
  both: Both,
  before: Operations,
  after: Operations,
): void {
  for (const key of without(after.keys(), before.keys()))
    for (const old of before.values()) {
      const next = after.get(key);
      if (!next || next.method !== old.method || !matchesPath(old, next.path))
        continue;
      const change = `\`${old.name}\` answered \`${next.path}\`, which is a path of its own now.`;
      scopeOf(both, [old.name]).report(
        "diff/path-shadowed",
        change,
        { node: old.node },
        { node: next.node },
      );
    }
}

/** Returns true when an operation accepted the values of another path as its parameters. */
function matchesPath(old: Located, path: string): boolean {
  const parameters = parametersOf(old);
  const [, ...values] =
    patternOf(old.path.split(/\{[^}]*\}/), "([^/]+)").exec(path) ?? [];
  const fitsParameter = (value: string, i: number) =>
    isParameter(value) ||
    alternativesOf(
      allOf([parameters.get(`path ${i}`)?.node["schema"]]),
    ).list.some(({ constraints }) => fits(constraints, value));
  return !values.every(isParameter) && values.every(fitsParameter);
}

const isParameter = (value: string) => /^\{[^}]*\}$/.test(value);

/** Returns true when a text in a path is a valid value. */
function fits(constraints: Constraints, text: string): boolean {
  const { type, rules } = constraints;
  if (type === "boolean") return text === "true" || text === "false";
  if (type !== "string" && type !== "number") return false;
  const value = type === "number" ? Number(text) : text;
  const isFormatted = (rules["format"] ?? []).every(
    (format) => hasFormat(value, format) !== false,
  );
  return !Number.isNaN(value) && accepts(constraints, value) && isFormatted;
}
