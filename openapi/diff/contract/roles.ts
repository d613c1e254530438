/**
 * The role of an object: a part of the contract, such as a schema or a response, a map from names
 * to parts, or a value of the API.
 */
export type NodeRole = "part" | "names" | "value";

const roles: Record<string, NodeRole> = {
  // Maps of JSON Schema.
  properties: "names",
  patternProperties: "names",
  dependentSchemas: "names",
  $defs: "names",
  // Maps of OpenAPI: a response or a component may be called `default`.
  paths: "names",
  webhooks: "names",
  pathItems: "names",
  additionalOperations: "names",
  callbacks: "names",
  parameters: "names",
  requestBodies: "names",
  responses: "names",
  headers: "names",
  content: "names",
  mediaTypes: "names",
  encoding: "names",
  schemas: "names",
  enum: "value",
  const: "value",
  default: "value",
  example: "value",
  examples: "value",
  links: "value",
};

/** Returns the role of the object under a key. */
export function roleOf(name: string, parentRole: NodeRole): NodeRole {
  if (parentRole === "names") return "part";
  return parentRole === "value" || name.startsWith("x-")
    ? "value"
    : (roles[name] ?? "part");
}
