import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { without, type Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import { element } from "../contract/references.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { accepts, type Constraints } from "../schema/constraints.ts";
import { canonical } from "../schema/fingerprint.ts";
import { allOf } from "../schema/schema.ts";
import { compareElements, type NamedElement } from "./elements.ts";
import { compareItems, itemsIn, type Item } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import { createSchemaComparison } from "./schemas.ts";
import { scopeOf, type Both, type OperationPart } from "./scope.ts";
import { compareServers, patternOf } from "./servers.ts";

/**
 * Compares two contracts, each operation and each webhook for itself: what its request and its responses mean there.
 * @param today as YYYY-MM-DD: what is deprecated may go when the day of its sunset has passed
 */
export function compareContracts(base: Contract, head: Contract, today: string): OperationPart[] {
  const both: Both = { base, head, today, pairOf: createSchemaComparison(today), operationParts: [] };
  const all = scopeOf(both, []);
  const compare = (from: Item, to: Item) => compareItems(all, from, to);
  compareServers(scopeOf(both, ["servers"]));
  compareLimits(both);
  const pathsOf = ({ root }: Contract) => itemsIn(root, "paths", today, "Path");
  const [before, after] = [pathsOf(base), pathsOf(head)];
  compareElements(all, "path", [before, after], compare, nextPath(before, after));
  compareShadowedPaths(both, before, after);
  // 3.0 has them as an extension of Redocly.
  const webhooksOf = ({ root }: Contract) =>
    itemsIn(root, "webhooks" in root ? "webhooks" : "x-webhooks", today, "Webhook");
  compareElements(all, "operation", [webhooksOf(base), webhooksOf(head)], compare);
  return both.operationParts;
}

/** The names between braces are nobody's promise, so a path of the same template is the next version of a path. */
function nextPath(from: Map<string, Item>, to: Map<string, Item>) {
  const templateOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, "{}");
  const free = without(to.keys(), from.keys());
  return (path: string): Item | undefined => {
    if (to.has(path)) return to.get(path);
    const same = free.findIndex((other) => templateOf(other) === templateOf(path));
    return same === -1 ? undefined : to.get(free.splice(same, 1)[0] ?? "");
  };
}

/** Compares the numbers that no schema has. Nobody can tell in which direction one of them hurts. */
function compareLimits(both: Both): void {
  for (const section of ["x-limits", "x-delivery"]) {
    const [from, to] = [element(both.base.root, section) ?? {}, element(both.head.root, section) ?? {}];
    const { report } = scopeOf(both, [section]);
    for (const key of new Set([from, to].flatMap(Object.keys))) {
      if (key.startsWith("x-") || canonical(from[key]) === canonical(to[key])) continue;
      const was = key in from ? `was ${canonical(from[key])}` : "is new";
      const change = `\`${section}.${key}\` ${was} and is ${key in to ? canonical(to[key]) : "gone"}.`;
      const at = ({ root }: Contract, node: Node) => ({ node: root[section] ? node : root, key });
      report("diff/limit-changed", change, at(both.base, from), at(both.head, to));
    }
  }
}

/** Finds new paths that a path with a parameter answered: `/a/mine` beside `/a/{id}`. */
function compareShadowedPaths(both: Both, before: Map<string, Item>, after: Map<string, Item>): void {
  for (const path of without(after.keys(), before.keys()))
    for (const [old, item] of before)
      for (const [method, { name, node }] of item.byMethod) {
        const next = after.get(path)?.byMethod.get(method);
        if (!next || !answers(old, parametersOf(old, item.node, node), path)) continue;
        const change = `\`${name}\` answered \`${path}\`, which is a path of its own now.`;
        scopeOf(both, [name]).report("diff/path-shadowed", change, { node }, { node: next.node });
      }
}

function answers(template: string, parameters: Map<string, NamedElement>, path: string): boolean {
  const [, ...values] = patternOf(template.split(/\{[^}]*\}/), "([^/]+)").exec(path) ?? [];
  const fitsParameter = (value: string, i: number) =>
    isParameter(value) ||
    alternativesOf(allOf([parameters.get(`path ${i}`)?.node["schema"]])).list.some(({ constraints }) =>
      fits(constraints, value),
    );
  return !values.every(isParameter) && values.every(fitsParameter);
}

const isParameter = (value: string) => /^\{[^}]*\}$/.test(value);

/** Whether a text in a path stands for a value of a type. */
function fits(constraints: Constraints, text: string): boolean {
  const { type, values, rules } = constraints;
  if (type === "boolean") return text === "true" || text === "false";
  if (type !== "string" && type !== "number") return false;
  const value = type === "number" ? Number(text) : text;
  if (values) return values.has(canonical(value));
  const isFormatted = (rules["format"] ?? []).every((format) => ajv.validate({ format }, value));
  return !Number.isNaN(value) && accepts(constraints, value) && isFormatted;
}

const ajv = formats.default(new Ajv2020({ strict: false, logger: false }));
