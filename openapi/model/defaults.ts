import { resolveDeepReferences } from "./deep-references.ts";
import {
  eachNode,
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  textIn,
  type Node,
} from "./node.ts";
import {
  callbackNodesIn,
  impliedId,
  impliedTag,
  methods,
  operationNodesIn,
} from "./operation-nodes.ts";
import { exampleValue } from "./example-value.ts";
import { followed, pointerTo } from "./pointer.ts";

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

const pathSections = ["paths", "webhooks"] as const;

/**
 * Adds the fields to a contract that OpenAPI leaves optional and our tools read. Changes the
 * contract itself.
 */
export function addDefaults(contract: Node): void {
  setMissing(contract, { info: {}, ...structuredClone(sectionDefaults) });
  resolveDeepReferences(contract);
  resolveMediaTypes(contract);
  removeExtensionsOfResponses(contract);
  replaceBooleanSchemas(contract);
  resolveMappings(contract);
  const repeatedPaths = resolvePathItems(contract);
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

/** Returns a node without those of these fields that are an empty text, list or object. */
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

/**
 * Replaces references to path items by the items.
 * @returns the paths that were references
 */
function resolvePathItems(contract: Node): Set<string> {
  const references = new Set<string>();
  for (const section of pathSections) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items)) {
      if (!isNode(item) || !("$ref" in item)) continue;
      const { $ref: _, ...fieldsBeside } = item;
      const target = structuredClone(followed(contract, item));
      items[path] = { ...target, ...fieldsBeside };
      references.add(path);
    }
  }
  delete nodeIn(contract, "components")["pathItems"];
  return references;
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
 * Copies the path items and the operations that a YAML alias repeats, as each has an id of its own.
 * @param repeatedPaths the paths of the copies are added to it
 */
function copyAliases(contract: Node, repeatedPaths: Set<string>): void {
  const seen = new Set<unknown>();
  for (const section of pathSections) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items)) {
      if (!isNode(item)) continue;
      const own = { ...item };
      items[path] = own;
      for (const method of methods) {
        const operation = item[method];
        if (!isNode(operation)) continue;
        if (seen.has(operation)) {
          own[method] = structuredClone(operation);
          repeatedPaths.add(path);
        }
        seen.add(operation);
      }
    }
  }
}

/**
 * Moves the parameters of a path into its operations when an operation has another parameter of the
 * same name, which replaces that of the path.
 */
function moveReplacedParameters(contract: Node): void {
  const nameOf = (parameter: Node) => {
    const { in: place, name } = followed(contract, parameter);
    return JSON.stringify({ place, name });
  };
  const parametersOf = (node: Node) =>
    listIn(node, "parameters").filter(isNode);
  for (const section of pathSections)
    for (const item of nodesIn(nodeIn(contract, section))) {
      const shared = parametersOf(item);
      const sharedNames = new Set(shared.map(nameOf));
      const operations = methods.map((method) => item[method]).filter(isNode);
      const isReplaced = operations
        .flatMap(parametersOf)
        .some((parameter) => sharedNames.has(nameOf(parameter)));
      if (!isReplaced) continue;
      for (const operation of operations) {
        const own = parametersOf(operation);
        const names = new Set(own.map(nameOf));
        const others = shared.filter((each) => !names.has(nameOf(each)));
        operation["parameters"] = [...others, ...own];
      }
      delete item["parameters"];
    }
}

/**
 * Replaces references to request bodies by the bodies. Gives each parameter and header the schema
 * of its `content`, and turns each `example` of a body into a named one.
 */
function resolveBodies(contract: Node): void {
  const all = pathSections
    .flatMap((section) => operationNodesIn(contract, section))
    .flatMap((located) => [
      located,
      ...callbackNodesIn(contract, located.operation),
    ]);
  for (const { operation, parameters } of all) {
    if (isNode(operation["requestBody"]))
      operation["requestBody"] = followed(contract, operation["requestBody"]);
    const responses = nodesIn(nodeIn(operation, "responses")).map((response) =>
      followed(contract, response),
    );
    for (const response of responses) {
      // From OpenAPI 3.2 on a response may have a summary alone.
      const { summary } = response;
      if (summary !== undefined) setMissing(response, { description: summary });
    }
    const headers = responses.flatMap((response) =>
      nodesIn(nodeIn(response, "headers")),
    );
    for (const element of [...parameters, ...headers])
      addSchemaOfContent(followed(contract, element));
    for (const body of [nodeIn(operation, "requestBody"), ...responses])
      for (const [name, media] of Object.entries(nodeIn(body, "content")))
        if (isNode(media)) {
          nameExample(media);
          giveValues(contract, name, media);
        }
  }
}

/** Replaces references to media types, which OpenAPI 3.2 allows and few tools read, by their targets. */
function resolveMediaTypes(contract: Node): void {
  eachNode(contract, (node) => {
    const content = isNode(node) ? nodeIn(node, "content") : {};
    for (const [name, media] of Object.entries(content))
      if (isNode(media) && "$ref" in media)
        content[name] = { ...followed(contract, media) };
  });
}

function addSchemaOfContent(element: Node): void {
  const [media] = nodesIn(nodeIn(element, "content"));
  setMissing(element, { schema: media?.["schema"] ?? {} });
}

function nameExample(media: Node): void {
  const { example } = media;
  setMissing(media, { schema: {} });
  if (example !== undefined)
    setMissing(media, { examples: { example: { value: example } } });
  delete media["example"];
}

/** Gives each named example of a media type a `value`, also where OpenAPI 3.2 has another form. */
function giveValues(contract: Node, name: string, media: Node): void {
  for (const node of nodesIn(nodeIn(media, "examples"))) {
    const example = followed(contract, node);
    const value = exampleValue(example, name);
    if (value !== undefined) setMissing(example, { value });
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

/** Keywords whose value is one schema. */
const schemaKeywords = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "schema",
];

/** Keywords whose value is a map or a list of schemas. */
const schemasKeywords = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "allOf",
  "oneOf",
  "anyOf",
  "prefixItems",
];

/**
 * Replaces the schema `true` by `{}`, and `false` by `{ not: {} }`, as our tools look into schemas.
 */
function replaceBooleanSchemas(contract: Node): void {
  replaceBooleans(nodeIn(nodeIn(contract, "components"), "schemas"));
  mapNodes(contract, (node) => {
    for (const keyword of schemaKeywords) replaceBoolean(node, keyword);
    // `items: false` closes a tuple.
    if (!("prefixItems" in node)) replaceBoolean(node, "items");
    for (const keyword of schemasKeywords) replaceBooleans(node[keyword]);
    return node;
  });
}

function replaceBooleans(schemas: unknown): void {
  if (typeof schemas !== "object" || schemas === null) return;
  for (const key of Object.keys(schemas)) replaceBoolean(schemas as Node, key);
}

function replaceBoolean(parent: Node, key: string): void {
  const schema = parent[key];
  if (typeof schema === "boolean") parent[key] = schema ? {} : { not: {} };
}

const nodesIn = (node: Node) => Object.values(node).filter(isNode);

/** Sets the fields that an object lacks. */
function setMissing(node: Node, fields: Node): void {
  for (const [name, value] of Object.entries(fields)) node[name] ??= value;
}
