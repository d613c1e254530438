import { operationsOf, type Contract } from "../tools/contract.ts";

/**
 * The operations and webhooks that a place of the contract is part of, over any number of references, in the order of
 * the contract.
 * @param pointer e.g. `#/components/schemas/Contact/properties/city`
 */
export function usersOf(contract: WithWebhooks, pointer: string): string[] {
  const component = /^#\/components\/[^/]+\/[^/]+/.exec(pointer)?.[0];
  if (component === undefined) return [];
  return usesOf(contract)
    .filter(({ node }) => reaches(contract, node, component, new Set()))
    .map(({ name }) => name);
}

type WithWebhooks = Contract & { webhooks?: Record<string, unknown> };

function usesOf(contract: WithWebhooks): { name: string; node: unknown }[] {
  const webhooks = Object.entries(contract.webhooks ?? {}).map(([name, node]) => ({
    name: `webhook ${name}`,
    node,
  }));
  const operations = operationsOf(contract).map(({ method, path, operation }) => ({
    name: `${method.toUpperCase()} ${path}`,
    node: operation,
  }));
  return [...operations, ...webhooks];
}

function reaches(contract: Contract, node: unknown, component: string, seen: Set<unknown>): boolean {
  if (typeof node !== "object" || node === null || seen.has(node)) return false;
  seen.add(node);
  return Object.entries(node).some(([name, value]: [string, unknown]) => {
    if (name !== "$ref" || typeof value !== "string") return reaches(contract, value, component, seen);
    return (
      `${value}/`.startsWith(`${component}/`) || reaches(contract, targetOf(contract, value), component, seen)
    );
  });
}

function targetOf(contract: Contract, ref: string): unknown {
  const names = ref.slice("#/".length).split("/");
  return names.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? new Map(Object.entries(at)).get(name) : undefined),
    contract,
  );
}
