import { isNode, nodeIn, textIn, type Node } from "./node.ts";
import { operationNodesIn } from "./operation-nodes.ts";

const sections = {
  ...{ servers: [], tags: [], "x-limits": {}, "x-delivery": {}, "x-unrouted-responses": {} },
  ...{ paths: {}, webhooks: {}, components: {} },
};
const components = { securitySchemes: {}, parameters: {}, responses: {}, schemas: {}, examples: {} };

/** Gives a contract what our tools read of every one, and OpenAPI does not ask for. */
export function giveDefaults(contract: Node): void {
  give(contract, { info: {}, ...structuredClone(sections) });
  give(nodeIn(contract, "info"), { title: "API", version: "0.0.0", summary: "", description: "" });
  give(nodeIn(contract, "components"), structuredClone(components));
  const tags = Array.isArray(contract["tags"]) ? contract["tags"].filter(isNode) : [];
  for (const tag of tags) give(tag, { description: "" });
  const named = new Set(tags.map((tag) => textIn(tag, "name")));
  for (const section of ["paths", "webhooks"] as const)
    for (const { method, path, operation } of operationNodesIn(contract, section)) {
      const words = path.replaceAll(/[{}]/g, "").split(/[^A-Za-z0-9]+/);
      const operationId = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
      give(operation, { operationId, tags: ["Operations"], responses: {} });
      give(operation, { security: contract["security"] ?? [], summary: operation["operationId"] });
      give(operation, { description: operation["summary"] });
      const [tag] = operation["tags"] as unknown[];
      if (named.has(String(tag))) continue;
      named.add(String(tag));
      (contract["tags"] as unknown[]).push({ name: tag, description: "" });
    }
}

/** Sets the fields that a mapping lacks. */
function give(node: Node, fields: Node): void {
  for (const [name, value] of Object.entries(fields)) node[name] ??= value;
}
