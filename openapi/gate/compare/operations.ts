import { methods } from "../../document/methods.ts";
import { element, elements } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import { isNode, nodeIn, textIn, type Node } from "../contract/node.ts";
import { deprecation, endOf, isPast, removal } from "./difference.ts";
import { compareRequestBody, compareResponses } from "./messages.ts";
import { compareParameters, parametersOf } from "./parameters.ts";
import { scopeOf, reportOf, type Both } from "./scope.ts";
import { createSecurityComparison } from "./security.ts";
import { compareOwnServers } from "./servers.ts";

/** A path, a webhook or a callback: what it is called, and its operations. */
export interface Item {
  /** `/v1/contacts`, or `webhook contact.created`. */
  name: string;
  /** The path, whose parameters go by their place in it. */
  path: string;
  node: Node;
}

/** The operations of a path item by their method. */
export function operationsOf(contract: Contract, item: Node): Map<string, Node> {
  const named = methods.flatMap((method): [string, Node][] => {
    const operation = element(contract, item, method);
    return operation ? [[method.toUpperCase(), operation]] : [];
  });
  return new Map([...named, ...elements(contract, item, "additionalOperations")]);
}

/** Whether all operations of a path item were deprecated, with a day that has passed. */
export const isPastItem = (both: Both, item: Node): boolean => {
  if (isPast(item["deprecated"], item["x-sunset"], both.today)) return true;
  const operations = [...operationsOf(both.base, item).values()];
  return (
    operations.length > 0 &&
    operations.every((one) => isPast(one["deprecated"], one["x-sunset"] ?? item["x-sunset"], both.today))
  );
};

export function createItemComparison(both: Both) {
  const compareSecurity = createSecurityComparison(both);

  function compareItems(from: Item, to: Item, isDelivery: boolean): void {
    const [before, after] = [operationsOf(both.base, from.node), operationsOf(both.head, to.node)];
    for (const [method, operation] of before) {
      const name = isDelivery ? from.name : `${method} ${from.name}`;
      const next = after.get(method);
      if (next)
        compareOperations(name, method, { ...from, operation }, { ...to, operation: next }, isDelivery);
      else {
        const past = isPast(operation["deprecated"], operation["x-sunset"], both.today);
        const gone = removal(`Operation \`${method}\``, past, "operation-removed");
        reportOf(both, name, ...gone, { node: operation });
      }
    }
    for (const [method, operation] of after)
      if (!before.has(method))
        reportOf(
          both,
          isDelivery ? to.name : `${method} ${to.name}`,
          "added",
          `Operation \`${method}\` was added.`,
          undefined,
          { node: operation },
        );
  }

  function compareOperations(
    name: string,
    method: string,
    from: Item & { operation: Node },
    to: Item & { operation: Node },
    isDelivery: boolean,
  ): void {
    const { base, head } = both;
    const [before, after] = [from.operation, to.operation];
    const [id, nextId] = [textIn(before, "operationId"), textIn(after, "operationId")];
    const at = (key: string) =>
      [
        { node: before, key },
        { node: after, key },
      ] as const;
    if (id !== undefined && id !== nextId) {
      const change = `The operationId was \`${id}\` and is ${nextId === undefined ? "gone" : `\`${nextId}\``}.`;
      reportOf(both, name, "operation-id-changed", change, ...at("operationId"));
    }
    const ending = deprecation(`Operation \`${method}\``, endOf(before), endOf(after), both.today);
    if (ending) reportOf(both, name, ...ending, ...at("deprecated"));
    if (!isDelivery) {
      compareSecurity(name, before, after);
      compareOwnServers(both, name, [before, from.node], [after, to.node]);
    }
    const request = scopeOf(both, name, "request", isDelivery);
    const parameters = parametersOf(base, from.path, from.node, before);
    compareParameters(request, parameters, parametersOf(head, to.path, to.node, after));
    compareRequestBody(request, before, after);
    compareResponses(scopeOf(both, name, "response", isDelivery), before, after);
    compareCallbacks(name, before, after);
  }

  function compareCallbacks(name: string, from: Node, to: Node): void {
    const [before, after] = [callbacksOf(both.base, from), callbacksOf(both.head, to)];
    for (const [callback, item] of before) {
      const next = after.get(callback);
      if (next) compareItems(item, next, true);
      else if (!isPastItem(both, item.node))
        reportOf(both, name, "operation-removed", `Callback \`${callback}\` was removed.`, {
          node: item.node,
        });
    }
    for (const [callback, item] of after)
      if (!before.has(callback))
        reportOf(both, name, "added", `Callback \`${callback}\` was added.`, undefined, { node: item.node });
  }

  function callbacksOf(contract: Contract, operation: Node): Map<string, Item> {
    return new Map(
      [...elements(contract, operation, "callbacks")].flatMap(([name, callback]) =>
        Object.keys(callback)
          .filter((url) => !url.startsWith("x-"))
          .map((url): [string, Item] => {
            const node = itemIn(contract, callback, url);
            return [`${name} ${url}`, { name: `callback ${name}`, path: "", node }];
          }),
      ),
    );
  }

  return compareItems;
}

/** A path item, with what stands beside a reference in the place of what stands behind it. */
export function itemIn(contract: Contract, holder: Node, key: string): Node {
  const item = element(contract, holder, key) ?? {};
  const written = nodeIn(holder, key);
  const { $ref: _, ...beside } = written;
  if (!isNode(written) || !("$ref" in written) || Object.keys(beside).length === 0) return item;
  const made = { ...item, ...beside };
  contract.stands(made, item);
  return made;
}
