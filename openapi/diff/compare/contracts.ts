import { element } from "../contract/elements.ts";
import { canonical } from "../schema/fingerprint.ts";
import type { Contract } from "../contract/contract.ts";
import { without } from "../../model/node.ts";
import { compareNamedElements } from "./named-elements.ts";
import { createItemComparison, itemsIn, reportOfItem, type Item } from "./operations.ts";
import { reportIn, type Both, type OperationPart } from "./scope.ts";
import { createSchemaComparison } from "./schemas.ts";
import { compareShadowedPaths } from "./shadowed-paths.ts";
import { compareServers } from "./servers.ts";

/**
 * Compares two contracts, each operation and each webhook for itself: what its request and its responses mean there.
 * @param today as YYYY-MM-DD: what is deprecated may go when the day of its sunset has passed
 */
export function compareContracts(base: Contract, head: Contract, today: string): OperationPart[] {
  const schemas = createSchemaComparison(base, head, today);
  const both: Both = { base, head, today, schemas, operationParts: [] };
  const compare = createItemComparison(both);
  const reportOf = (item: Item) => reportOfItem(both, item);
  compareServers(both);
  compareLimits(both);
  const [before, after] = [pathsOf(both, base), pathsOf(both, head)];
  const next = nextPath(before, after);
  compareNamedElements(both, reportOf, { before, after, compare, next, rules: { removed: "path-removed" } });
  compareShadowedPaths(both, before, after);
  const [hooks, nextHooks] = [webhooksOf(both, base), webhooksOf(both, head)];
  const rules = { removed: "operation-removed" } as const;
  compareNamedElements(both, reportOf, { before: hooks, after: nextHooks, compare, rules });
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

const pathsOf = (both: Both, contract: Contract) =>
  itemsIn(both, contract, contract.root, "paths", (path) => ({ what: `Path \`${path}\``, name: path, path }));

/** 3.0 has no place for webhooks, so some put them under an extension. */
const webhooksOf = (both: Both, contract: Contract) =>
  new Map(
    ["x-webhooks", "webhooks"].flatMap((section) => [
      ...itemsIn(both, contract, contract.root, section, (name) => ({
        what: `Webhook \`${name}\``,
        name: `webhook ${name}`,
      })),
    ]),
  );

/** The extensions in which a contract states numbers that no schema has, such as a rate limit. */
const sections = ["x-limits", "x-delivery"];

/** Compares the numbers of the contract. Nobody can tell in which direction one of them hurts. */
function compareLimits(both: Both): void {
  for (const section of sections) {
    const [from, to] = [
      element(both.base, both.base.root, section) ?? {},
      element(both.head, both.head.root, section) ?? {},
    ];
    const report = reportIn(both, section);
    for (const key of new Set([from, to].flatMap(Object.keys))) {
      if (key.startsWith("x-") || canonical(from[key]) === canonical(to[key])) continue;
      const was = key in from ? `was ${canonical(from[key])}` : "is new";
      const change = `\`${section}.${key}\` ${was} and is ${key in to ? canonical(to[key]) : "gone"}.`;
      const [before, after] = [from, to].map((node) => ({ node, key: key in node ? key : undefined }));
      report("diff/limit-changed", change, before, after);
    }
  }
}
