import { NotComparable } from "../not-comparable.ts";
import type { Contract } from "./contract.ts";
import { isNode, type Node } from "../../model/node.ts";

/**
 * What a contract has under a key, its reference followed.
 * @throws NotComparable when it is no mapping
 */
export function element(contract: Contract, node: Node, key: string): Node | undefined {
  const value = node[key] === null ? undefined : contract.follow(node[key]);
  if (value === undefined || isNode(value)) return value;
  throw unexpected(contract, node, key, "a mapping");
}

/** The elements by their names. */
export function elements(contract: Contract, node: Node, key: string): Map<string, Node> {
  const holder = element(contract, node, key) ?? {};
  return new Map(
    Object.keys(holder).flatMap((name) => {
      const value = element(contract, holder, name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** The elements of a list. */
export function elementsOfList(contract: Contract, node: Node, key: string): Node[] {
  const list = node[key] ?? [];
  if (!Array.isArray(list)) throw unexpected(contract, node, key, "a list");
  return list.map((item: unknown) => {
    const value = contract.follow(item);
    if (isNode(value)) return value;
    throw unexpected(contract, node, key, "a list of mappings");
  });
}

/** The error for what is of another kind than OpenAPI says, with its place. */
export function unexpected(contract: Contract, node: Node, key: string, expected: string): NotComparable {
  const { file, line, pointer } = contract.locate({ node, key });
  return new NotComparable(`${file}:${line} has to have ${expected} at ${pointer}.`);
}
