import type { Contract } from "../contract/contract.ts";
import { element } from "../contract/elements.ts";
import { removal } from "./difference.ts";
import { createItemComparison, isPastItem, itemIn, type Item } from "./operations.ts";
import { reportOf, type Both, type Place } from "./scope.ts";
import { createSchemaComparison } from "./schemas.ts";
import { compareServers } from "./servers.ts";

/**
 * Compares two contracts, each operation and each webhook for itself: what its request and its responses mean there.
 * @param today as YYYY-MM-DD: what is deprecated may go when the day of its sunset has passed
 */
export function compareContracts(base: Contract, head: Contract, today: string): Place[] {
  const schemas = createSchemaComparison(base, head, today);
  const both: Both = { base, head, today, schemas, places: [] };
  const compareItems = createItemComparison(both);
  compareServers(both);
  comparePaths(both, compareItems);
  compareWebhooks(both, compareItems);
  return both.places;
}

type CompareItems = ReturnType<typeof createItemComparison>;

/** The names between braces are nobody's promise, so paths of one template are the same. */
function comparePaths(both: Both, compareItems: CompareItems): void {
  const [from, to] = [pathsOf(both.base), pathsOf(both.head)];
  const free = new Set(to);
  const pairs = from.map((item) => {
    const next = to.find((other) => other.path === item.path);
    if (next) free.delete(next);
    return { item, next };
  });
  for (const pair of pairs) {
    const same = [...free].find((other) => templateOf(other) === templateOf(pair.item));
    const next = pair.next ?? same;
    if (next) {
      free.delete(next);
      compareItems(pair.item, next, false);
      continue;
    }
    const { name, node } = pair.item;
    const gone = removal(`Path \`${name}\``, isPastItem(both, node), "path-removed");
    reportOf(both, name, ...gone, {
      node: element(both.base, both.base.root, "paths") ?? {},
      key: name,
    });
  }
  for (const { name, node } of free)
    reportOf(both, name, "added", `Path \`${name}\` was added.`, undefined, { node });
}

const templateOf = ({ path }: Item) => path.replaceAll(/\{[^}]*\}/g, "{}");

const pathsOf = (contract: Contract) =>
  itemsIn(contract, "paths").map(([path, node]): Item => ({ name: path, path, node }));

function itemsIn(contract: Contract, section: string) {
  const holder = element(contract, contract.root, section) ?? {};
  const names = Object.keys(holder).filter((name) => !name.startsWith("x-"));
  return names.map((name) => [name, itemIn(contract, holder, name)] as const);
}

/** 3.0 has no place for webhooks, so some put them under an extension. */
const webhooksOf = (contract: Contract) =>
  new Map(
    ["x-webhooks", "webhooks"].flatMap((section) =>
      itemsIn(contract, section).map(([name, node]): [string, Item] => [
        name,
        { name: `webhook ${name}`, path: "", node },
      ]),
    ),
  );

function compareWebhooks(both: Both, compareItems: CompareItems): void {
  const [from, to] = [webhooksOf(both.base), webhooksOf(both.head)];
  for (const [name, item] of from) {
    const next = to.get(name);
    if (next) compareItems(item, next, true);
    else {
      const gone = removal(`Webhook \`${name}\``, isPastItem(both, item.node), "operation-removed");
      reportOf(both, item.name, ...gone, { node: item.node });
    }
  }
  for (const [name, item] of to)
    if (!from.has(name))
      reportOf(both, item.name, "added", `Webhook \`${name}\` was added.`, undefined, { node: item.node });
}
