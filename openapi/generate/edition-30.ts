import { operationsIn, type Contract } from "../model/contract.ts";
import { isNode, listIn, mapNodes, type Node } from "../model/node.ts";

/** What stands as it is: values, not descriptions of values. */
const values = ["example", "examples", "default", "enum", "x-extensible-enum"];

/**
 * The published contract in OpenAPI 3.0.3, for gateways and generators that read no 3.1. It has no webhooks, which 3.0
 * does not know, and says nothing of the names of custom fields.
 */
export function edition30({ webhooks, ...published }: Contract): object {
  const contract = mapNodes(published, inWordsOf30, (name) => values.includes(name));
  const { summary: _, license, ...info } = contract.info;
  const { identifier: __, ...licence } = license ?? {};
  const gone = new Set(operationsIn(webhooks).flatMap(({ operation }) => operation.tags));
  return {
    ...contract,
    openapi: "3.0.3",
    info: license ? { ...info, license: licence } : info,
    tags: contract.tags.filter(({ name }) => !gone.has(name)),
  };
}

/** One schema, or any other node, in the words of 3.0. */
function inWordsOf30(node: Node): Node {
  const { type, const: constant, anyOf, propertyNames: _, $ref, ...others } = node;
  const branches = listIn(node, "anyOf").filter(isNode);
  const only = branches.filter((branch) => branch["type"] !== "null");
  const nullable = [type].flat().includes("null") || only.length < branches.length;
  const isAlone = Object.keys(node).length === 1;
  return {
    ...($ref !== undefined && (isAlone ? { $ref } : { allOf: [{ $ref }] })),
    ...(type !== undefined && { type: Array.isArray(type) ? type.find((one) => one !== "null") : type }),
    ...(anyOf !== undefined && { allOf: only }),
    ...(nullable && { nullable: true }),
    ...(constant !== undefined && { enum: [constant] }),
    ...others,
  };
}
