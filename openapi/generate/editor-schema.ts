import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isNode, mapNodes, nodeIn, type Node } from "../model/node.ts";
import { extensions } from "../model/extensions.ts";

const require = createRequire(import.meta.url);
const read = (name: string) =>
  JSON.parse(readFileSync(require.resolve(name), "utf8")) as Node;

/** The parts of JSON Schema 2020-12 that a schema of OpenAPI may use. */
const vocabularies = [
  "applicator",
  "validation",
  "meta-data",
  "format-annotation",
  "content",
];

/** The keywords of an OpenAPI schema that JSON Schema does not have, or has in another place. */
const ofOpenApi = {
  $ref: { type: "string", format: "uri-reference" },
  $comment: { type: "string" },
  discriminator: {
    type: "object",
    required: ["propertyName"],
    properties: {
      propertyName: { type: "string" },
      mapping: { $ref: "#/$defs/map-of-strings" },
    },
  },
  example: true,
  externalDocs: { $ref: "#/$defs/external-documentation" },
  deprecated: { type: "boolean" },
  xml: { type: "object" },
};

/**
 * Types that have extensions, with their names in the official schema, which has no name for the
 * whole document.
 */
const definitions: Record<string, string> = {
  Operation: "operation",
  Webhook: "operation",
  Parameter: "parameter",
  Schema: "schema",
  Header: "header",
  Response: "response",
  SecurityScheme: "security-scheme",
  Tag: "tag",
};

/**
 * Makes the JSON Schema by which an editor completes and checks the contract while a designer
 * types. It is the official schema of OpenAPI 3.1, with JSON Schema and our extensions, in one file
 * that refers to no other.
 */
export function editorSchema(): Node {
  const { $id: _, ...official } = read(
    "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json",
  );
  const parts = vocabularies.map((name) =>
    read(`ajv/dist/refs/json-schema-2020-12/meta/${name}.json`),
  );
  const schema: Node = {
    type: ["object", "boolean"],
    properties: Object.assign(
      {},
      ...parts.map((part) => nodeIn(part, "properties")),
      ofOpenApi,
    ) as Node,
    unevaluatedProperties: false,
  };
  const $defs: Node = Object.assign(
    {},
    ...parts.map((part) => nodeIn(part, "$defs")),
    official["$defs"],
    {
      schema,
      "specification-extensions": { properties: extensionsOf(undefined) },
    },
  ) as Node;
  for (const [type, name] of Object.entries(definitions))
    addExtensions(nodeIn($defs, name), extensionsOf(type));
  addExtensions(schema, extensionsOf(undefined));
  const root: Node = {
    ...official,
    $defs,
    properties: { ...nodeIn(official, "properties"), ...extensionsOf("Root") },
  };
  return mapNodes(root, ({ $dynamicRef, $dynamicAnchor: __, ...node }) =>
    $dynamicRef === undefined ? node : { ...node, $ref: "#/$defs/schema" },
  );
}

/** Returns the extensions of a type; without a type, those that every object may have. */
function extensionsOf(type: string | undefined): Node {
  const found = Object.entries(extensions).filter(([, { on }]) =>
    type === undefined ? !on : on?.includes(type),
  );
  const schemas = found.map(([name, { value, description }]) => [
    name,
    { description, ...withoutData(value) },
  ]);
  return Object.fromEntries(schemas);
}

/** Removes the rules that compare two values (`$data`), which only Ajv knows. */
const withoutData = (value: Node) =>
  mapNodes(value, (schema) =>
    Object.fromEntries(
      Object.entries(schema).filter(
        ([, rule]) => !isNode(rule) || !("$data" in rule),
      ),
    ),
  );

function addExtensions(definition: Node, added: Node): void {
  definition["properties"] = { ...nodeIn(definition, "properties"), ...added };
}
