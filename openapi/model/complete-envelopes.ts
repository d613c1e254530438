import { isNode, nodeIn, rewrite, type Node } from "./node.ts";
import { followed, operationNodesIn } from "./operation-nodes.ts";

/**
 * Fills in the schemas of responses that say no more than what their `data` is: by `page` of `x-defaults` where it is a
 * list, by `envelope` otherwise.
 */
export function completeEnvelopes(contract: Node): void {
  const { envelope, page } = nodeIn(contract, "x-defaults");
  if (!isNode(envelope) || !isNode(page)) return;
  for (const { operation } of operationNodesIn(contract, "paths"))
    for (const response of Object.values(nodeIn(operation, "responses")).filter(isNode))
      for (const media of Object.values(nodeIn(followed(contract, response), "content")).filter(isNode)) {
        const schema = followed(contract, nodeIn(media, "schema"));
        if ("type" in schema) continue;
        const { data } = nodeIn(schema, "properties");
        if (!isNode(data)) continue;
        rewrite(
          schema,
          "items" in data ? paged(schema, data, page) : { ...merged(schema, envelope), properties: { data } },
        );
      }
}

function paged(schema: Node, { description, items, ...own }: Node, page: Node): Node {
  const { data: list, ...others } = nodeIn(page, "properties");
  const said = description === undefined ? {} : { description };
  const data = { ...said, ...(isNode(list) ? list : {}), ...own, items };
  return { ...merged(schema, page), properties: { data, ...others } };
}

/** What a rule says of a schema, around what the schema says itself. */
function merged({ properties: _, ...schema }: Node, { type, properties: __, ...rule }: Node): Node {
  return { type, ...schema, ...rule };
}
