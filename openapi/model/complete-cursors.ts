import { isNode, nodeIn, rewrite, textIn, type Node } from "./node.ts";
import { followed, operationNodesIn } from "./operation-nodes.ts";

const shared = "#/components/parameters/Cursor";

/**
 * Gives each list a cursor of its own in place of the parameter `Cursor`, if that has no example: named by the end of the
 * path, with the `next_cursor` of the list's first example.
 */
export function completeCursors(contract: Node): void {
  const parameters = nodeIn(nodeIn(contract, "components"), "parameters");
  const cursor = nodeIn(parameters, "Cursor");
  if (!("name" in cursor) || "example" in cursor) return;
  const made: Node = {};
  for (const { path, operation, parameters: used } of operationNodesIn(contract, "paths"))
    for (const parameter of used.filter(({ $ref }) => $ref === shared)) {
      const name = `${singular(path)}Cursor`;
      made[name] ??= { ...cursor, example: nextCursorOf(contract, operation) };
      parameter["$ref"] = `#/components/parameters/${name}`;
    }
  const entries = Object.entries(parameters).flatMap(([name, parameter]) =>
    name === "Cursor" ? Object.entries(made) : [[name, parameter] as const],
  );
  rewrite(parameters, Object.fromEntries(entries));
}

/** `Delivery` of `/v1/webhooks/{id}/deliveries`. */
function singular(path: string): string {
  const name = path.split("/").at(-1)?.replace(/ies$/, "y").replace(/s$/, "") ?? "";
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function nextCursorOf(contract: Node, operation: Node): string | undefined {
  const page = followed(contract, nodeIn(nodeIn(operation, "responses"), "200"));
  const [media] = Object.values(nodeIn(page, "content")).filter(isNode);
  const [example] = Object.values(nodeIn(media, "examples")).filter(isNode);
  return example && textIn(nodeIn(followed(contract, example), "value"), "next_cursor");
}
