import { methods } from "../../document/methods.ts";
import { element, elements } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import { nodeIn, textIn, type Node } from "../contract/node.ts";
import { compareMembers, type Member } from "./members.ts";
import { compareRequestBody, compareResponses } from "./messages.ts";
import { compareParameters } from "./parameters.ts";
import { reportIn, scopeOf, type Both } from "./scope.ts";
import { createSecurityComparison } from "./security.ts";
import { compareOwnServers } from "./servers.ts";
import { endOf, isPast } from "./sunset.ts";

/** A path, a webhook or a callback, which have operations. */
export interface Item extends Member {
  /** `/v1/contacts`, or `webhook contact.created`. */
  name: string;
  /** The path, whose parameters go by their place in it; what we call ourselves has none. */
  path?: string;
}

/** An operation with the path item that it is in. */
interface Operation extends Member {
  /** `GET /v1/contacts`. */
  name: string;
  item: Item;
}

type Naming = (name: string) => Pick<Item, "what" | "name" | "path">;

/** The path items of a section. One may be past when each of its operations is. */
export function itemsIn(
  both: Both,
  contract: Contract,
  holder: Node,
  section: string,
  naming: Naming,
): Map<string, Item> {
  const items = element(contract, holder, section) ?? {};
  const names = Object.keys(items).filter((name) => !name.startsWith("x-"));
  return new Map(
    names.map((name) => {
      const node = itemIn(contract, items, name);
      const named = naming(name);
      return [
        name,
        { ...named, node, at: { node: items, key: name }, isPast: isPastItem(both, contract, node) },
      ];
    }),
  );
}

/** A path item, with what stands beside a reference in the place of what stands behind it. */
function itemIn(contract: Contract, holder: Node, key: string): Node {
  const item = element(contract, holder, key) ?? {};
  const { $ref: reference, ...beside } = nodeIn(holder, key);
  if (reference === undefined || Object.keys(beside).length === 0) return item;
  const made = { ...item, ...beside };
  contract.stands(made, item);
  return made;
}

function isPastItem({ today }: Both, contract: Contract, item: Node): boolean {
  if (isPast(endOf(item), today)) return true;
  const operations = [...operationsOf(contract, item).values()];
  const end = (one: Node) => endOf({ ...item, ...one });
  return operations.length > 0 && operations.every((one) => isPast(end(one), today));
}

/** The operations of a path item by their method. */
function operationsOf(contract: Contract, item: Node): Map<string, Node> {
  const named = methods.flatMap((method): [string, Node][] => {
    const operation = element(contract, item, method);
    return operation ? [[method.toUpperCase(), operation]] : [];
  });
  return new Map([...named, ...elements(contract, item, "additionalOperations")]);
}

export function createItemComparison(both: Both) {
  const { base, head, today } = both;
  const compareSecurity = createSecurityComparison(both);

  /** Compares the operations of two path items. */
  function compareItems(from: Item, to: Item): void {
    const [before, after] = [membersOf(base, from), membersOf(head, to)];
    const reportOf = ({ name }: Operation) => reportIn(both, name);
    const compare = compareOperations;
    compareMembers({ before, after, today, reportOf, compare, rules: { removed: "operation-removed" } });
  }

  function membersOf(contract: Contract, item: Item): Map<string, Operation> {
    const entries = [...operationsOf(contract, item.node)].map(([method, node]) => {
      const name = item.path === undefined ? item.name : `${method} ${item.name}`;
      return [method, { what: `Operation \`${method}\``, name, node, at: { node }, item }] as const;
    });
    return new Map(entries);
  }

  function compareOperations({ name, item, node: from }: Operation, next: Operation): void {
    const to = next.node;
    const isDelivery = item.path === undefined;
    const [id, nextId] = [textIn(from, "operationId"), textIn(to, "operationId")];
    if (id !== undefined && id !== nextId) {
      const change = `The operationId was \`${id}\` and is ${nextId === undefined ? "gone" : `\`${nextId}\``}.`;
      const key = "operationId";
      reportIn(both, name)("operation-id-changed", change, { node: from, key }, { node: to, key });
    }
    if (!isDelivery) {
      compareSecurity(name, from, to);
      compareOwnServers(both, name, [from, item.node], [to, next.item.node]);
    }
    const request = scopeOf(both, name, "request", isDelivery);
    compareParameters(request, [item.path, item.node, from], [next.item.path, next.item.node, to]);
    compareRequestBody(request, from, to);
    compareResponses(scopeOf(both, name, "response", isDelivery), from, to);
    compareMembers({
      ...{
        before: callbacksOf(base, from),
        after: callbacksOf(head, to),
        rules: { removed: "operation-removed" },
      },
      ...{ today, compare: compareItems, reportOf: () => reportIn(both, name) },
    });
  }

  function callbacksOf(contract: Contract, operation: Node): Map<string, Item> {
    const callbacks = element(contract, operation, "callbacks") ?? {};
    const all = Object.keys(callbacks).flatMap((callback) => {
      const naming = () => ({ what: `Callback \`${callback}\``, name: `callback ${callback}` });
      const items = itemsIn(both, contract, callbacks, callback, naming);
      return [...items].map(([url, item]) => [`${callback} ${url}`, item] as const);
    });
    return new Map(all);
  }

  return compareItems;
}
