import { resolveBodies, resolveMediaTypes } from "./bodies.ts";
import { replaceBooleanSchemas } from "./boolean-schemas.ts";
import { resolveDeepReferences } from "./deep-references.ts";
import {
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  setMissing,
  textIn,
  type Node,
} from "./node.ts";
import {
  impliedId,
  impliedTag,
  operationNodesIn,
  pathSections,
} from "./operation-nodes.ts";
import {
  copyAliases,
  moveReplacedParameters,
  resolvePathItems,
} from "./path-items.ts";
import { pointerTo } from "./pointer.ts";
import { moveReferencesIntoAllOf } from "./reference-siblings.ts";
import { resolveSchemes } from "./security-schemes.ts";

const sectionDefaults = {
  servers: [],
  tags: [],
  "x-limits": {},
  "x-delivery": {},
  "x-unrouted-responses": {},
  paths: {},
  webhooks: {},
  components: {},
};
const componentDefaults = {
  securitySchemes: {},
  parameters: {},
  responses: {},
  schemas: {},
  examples: {},
};
const infoDefaults = {
  title: "API",
  version: "0.0.0",
  summary: "",
  description: "",
};

/**
 * Adds the fields to a contract that OpenAPI leaves optional and our tools read. Changes the
 * contract itself.
 */
export function addDefaults(contract: Node): void {
  setMissing(contract, { info: {}, ...structuredClone(sectionDefaults) });
  resolveDeepReferences(contract);
  resolveMediaTypes(contract);
  removeExtensionsOfResponses(contract);
  moveReferencesIntoAllOf(contract);
  replaceBooleanSchemas(contract);
  resolveMappings(contract);
  const repeatedPaths = resolvePathItems(contract);
  resolveSchemes(contract);
  copyAliases(contract, repeatedPaths);
  moveReplacedParameters(contract);
  resolveBodies(contract);
  setMissing(nodeIn(contract, "info"), infoDefaults);
  const components = nodeIn(contract, "components");
  setMissing(components, structuredClone(componentDefaults));
  addOperationDefaults(contract, repeatedPaths);
  addTags(contract);
}

/** Returns a contract without the empty fields that `addDefaults` adds. The contract stays as it is. */
export function withoutEmptyDefaults<T extends object>(contract: T): T {
  const root = { ...contract } as Node;
  const info = withoutEmpty(nodeIn(root, "info"), Object.keys(infoDefaults));
  const components = withoutEmpty(
    nodeIn(root, "components"),
    Object.keys(componentDefaults),
  );
  const optional = Object.keys(sectionDefaults).filter(
    (name) => name !== "paths",
  );
  return withoutEmpty({ ...root, info, components }, optional) as T;
}

/** Returns a node without these fields where they are an empty text, list or object. */
function withoutEmpty(node: Node, fields: string[]): Node {
  const isEmpty = (value: unknown) =>
    value === "" ||
    (typeof value === "object" &&
      value !== null &&
      Object.keys(value).length === 0);
  const kept = Object.entries(node).filter(
    ([name, value]) => !fields.includes(name) || !isEmpty(value),
  );
  return Object.fromEntries(kept);
}

/**
 * Adds ids, tags and texts to the operations.
 * @param repeatedPaths paths whose item other paths have too: their operations need ids of their
 *   own
 */
function addOperationDefaults(
  contract: Node,
  repeatedPaths: Set<string>,
): void {
  const ids = new Set<unknown>();
  const all = pathSections.flatMap((section) =>
    operationNodesIn(contract, section),
  );
  for (const { path, operation } of all) {
    const { operationId } = operation;
    if (repeatedPaths.has(path) && ids.has(operationId))
      delete operation["operationId"];
    ids.add(operationId);
  }
  for (const { method, path, operation } of all) {
    if (!("operationId" in operation))
      operation["operationId"] = unusedId(impliedId(method, path), ids);
    setMissing(operation, { tags: [], responses: {} });
    setMissing(operation, {
      security: contract["security"] ?? [],
      summary: operation["operationId"],
    });
    setMissing(operation, { description: operation["summary"] });
    if (listIn(operation, "tags").length === 0)
      operation["tags"] = [impliedTag];
  }
}

/** Returns an id that no operation has, with a number where it is taken. Adds it to the ids. */
function unusedId(wanted: string, ids: Set<unknown>): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count++) id = `${wanted}${count}`;
  ids.add(id);
  return id;
}

/** Adds the first tag of each operation to the tags of the contract. */
function addTags(contract: Node): void {
  const tags = listIn(contract, "tags");
  const names = new Set<string | undefined>();
  for (const tag of tags.filter(isNode)) {
    setMissing(tag, { description: "" });
    names.add(textIn(tag, "name"));
  }
  for (const section of pathSections)
    for (const { operation } of operationNodesIn(contract, section)) {
      const [name] = listIn(operation, "tags");
      if (names.has(String(name))) continue;
      names.add(String(name));
      tags.push({ name, description: "" });
    }
}

/** Removes `x-…` among the responses of operations, where our tools look for statuses alone. */
function removeExtensionsOfResponses(contract: Node): void {
  for (const section of pathSections)
    for (const { operation } of operationNodesIn(contract, section)) {
      const responses = nodeIn(operation, "responses");
      for (const name of Object.keys(responses))
        if (name.startsWith("x-")) delete responses[name];
    }
}

/**
 * Replaces names of schemas by references in the `mapping` of discriminators, where OpenAPI allows
 * both.
 */
function resolveMappings(contract: Node): void {
  const schemas = nodeIn(nodeIn(contract, "components"), "schemas");
  mapNodes(contract, (node) => {
    const mapping = nodeIn(nodeIn(node, "discriminator"), "mapping");
    for (const [value, name] of Object.entries(mapping))
      if (typeof name === "string" && Object.hasOwn(schemas, name))
        mapping[value] = pointerTo("#/components/schemas", name);
    return node;
  });
}
