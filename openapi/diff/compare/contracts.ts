import type { Contract } from "../contract/contract.ts";
import { without } from "../../model/node.ts";
import { compareLimits } from "./limits.ts";
import { compareNamedElements } from "./named-elements.ts";
import { createItemComparison, itemsIn, reportOfItem, type Item } from "./operations.ts";
import type { Both, Place } from "./scope.ts";
import { createSchemaComparison } from "./schemas.ts";
import { compareShadowedPaths } from "./shadowed-paths.ts";
import { compareServers } from "./servers.ts";

/**
 * Compares two contracts, each operation and each webhook for itself: what its request and its responses mean there.
 * @param today as YYYY-MM-DD: what is deprecated may go when the day of its sunset has passed
 */
export function compareContracts(base: Contract, head: Contract, today: string): Place[] {
  const schemas = createSchemaComparison(base, head, today);
  const both: Both = { base, head, today, schemas, places: [] };
  const compare = createItemComparison(both);
  const reportOf = (item: Item) => reportOfItem(both, item);
  compareServers(both);
  compareLimits(both);
  const [before, after] = [pathsOf(both, base), pathsOf(both, head)];
  compareNamedElements({
    ...{ before, after, today, reportOf, compare, rules: { removed: "path-removed" } },
    next: nextPath(before, after),
  });
  compareShadowedPaths(both, before, after);
  compareNamedElements({
    ...{ today, reportOf, compare, rules: { removed: "operation-removed" } },
    before: webhooksOf(both, base),
    after: webhooksOf(both, head),
  });
  return both.places;
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
