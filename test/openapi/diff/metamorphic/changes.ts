import { at, bodySchemas, followed, isJson, operationsOf, sites } from "./document.ts";
import type { Choose, Json } from "./document.ts";

/** Changes a contract, and says whether it found a place to. */
export type Change = (document: Json, choose: Choose) => boolean;

type Direction = "request" | "response";

/** An object somewhere in a body, reached by nothing that could say the same a second time. */
function someObject(document: Json, choose: Choose, direction: Direction): Json | undefined {
  const found = new Set<Json>();
  const visit = (value: unknown): void => {
    const node = followed(document, value);
    if (!node || found.has(node) || node["allOf"] || node["oneOf"] || node["anyOf"]) return;
    if (isJson(value) && "$ref" in value && Object.keys(value).length > 1) return;
    if (node["type"] === "object" && isJson(node["properties"])) found.add(node);
    for (const { node: field } of sites(node["properties"])) if (!isHidden(field)) visit(field);
    visit(node["items"]);
  };
  bodySchemas(document, direction).forEach(({ node }) => visit(node));
  return choose([...found]);
}

const isHidden = (field: Json) =>
  ["readOnly", "writeOnly", "x-sunset", "oneOf", "anyOf", "allOf", "$ref"].some((name) => name in field);

function someField(document: Json, choose: Choose, direction: Direction, fits: (field: Json) => boolean) {
  const object = someObject(document, choose, direction);
  const field = choose(sites(object?.["properties"]).filter(({ node }) => !isHidden(node) && fits(node)));
  return object && field && { object, field };
}

const isText = ({ type, enum: values, const: value, "x-extensible-enum": known, pattern, nullable }: Json) =>
  type === "string" &&
  nullable === undefined &&
  values === undefined &&
  value === undefined &&
  known === undefined &&
  pattern === undefined;
const someOperation = (document: Json, choose: Choose) => choose(operationsOf(document));
const listOf = (node: Json, key: string): unknown[] => (Array.isArray(node[key]) ? node[key] : []);

/** Changes that break somebody. */
export const breaks: Record<string, Change> = {
  "an operation goes": (document, choose) => {
    const operation = someOperation(document, choose);
    if (operation) delete operation.holder[operation.key];
    return operation !== undefined;
  },
  "a status goes": (document, choose) => {
    const operation = choose(
      operationsOf(document).filter(({ node }) => sites(node["responses"]).length > 1),
    );
    const response = operation && choose(sites(operation.node["responses"]));
    if (response) delete response.holder[response.key];
    return response !== undefined;
  },
  "a required parameter is added": (document, choose) => {
    const operation = someOperation(document, choose);
    if (!operation) return false;
    const made = { name: "made", in: "query", required: true, schema: { type: "string" } };
    operation.node["parameters"] = [...listOf(operation.node, "parameters"), made];
    return true;
  },
  "a parameter goes": (document, choose) => {
    const operation = choose(
      operationsOf(document).filter(({ node }) =>
        listOf(node, "parameters").some((one) => followed(document, one)?.["in"] !== "path"),
      ),
    );
    if (!operation) return false;
    const list = listOf(operation.node, "parameters");
    const gone = choose(list.filter((one) => followed(document, one)?.["in"] !== "path"));
    operation.node["parameters"] = list.filter((one) => one !== gone);
    return true;
  },
  "a field of a response goes": (document, choose) => {
    const found = someField(document, choose, "response", () => true);
    if (!found) return false;
    delete found.field.holder[found.field.key];
    found.object["required"] = listOf(found.object, "required").filter((name) => name !== found.field.key);
    return true;
  },
  "a field of a response changes its type": (document, choose) => {
    const found = someField(document, choose, "response", isText);
    if (found) found.field.holder[found.field.key] = { type: "boolean" };
    return found !== undefined;
  },
  "a field of a response becomes optional": (document, choose) => {
    const object = someObject(document, choose, "response");
    const name = object && choose(listOf(object, "required"));
    const field = isJson(object?.["properties"]) ? object["properties"][String(name)] : undefined;
    if (!object || !isJson(field) || isHidden(field)) return false;
    object["required"] = listOf(object, "required").filter((one) => one !== name);
    return true;
  },
  "a response may be null": (document, choose) => {
    const found = someField(document, choose, "response", isText);
    if (found) found.field.holder[found.field.key] = { anyOf: [found.field.node, { enum: [null] }] };
    return found !== undefined;
  },
  "a field of a request becomes required": (document, choose) => {
    const object = someObject(document, choose, "request");
    const required = object ? listOf(object, "required") : [];
    const free = sites(object?.["properties"]).filter(
      ({ key, node }) => !required.includes(key) && !isHidden(node),
    );
    const field = choose(free);
    if (object && field) object["required"] = [...required, field.key];
    return field !== undefined;
  },
  "a text of a request narrows": (document, choose) => {
    const found = someField(document, choose, "request", isText);
    if (found) Object.assign(found.field.node, { minLength: 37, maxLength: 38 });
    return found !== undefined;
  },
  "a value of a request goes": (document, choose) => {
    const found = someField(document, choose, "request", (field) => listOf(field, "enum").length > 1);
    if (found) found.field.node["enum"] = listOf(found.field.node, "enum").slice(1);
    return found !== undefined;
  },
  "a new value in a response": (document, choose) => {
    const found = someField(document, choose, "response", (field) => listOf(field, "enum").length > 0);
    if (found) found.field.node["enum"] = [...listOf(found.field.node, "enum"), "made"];
    return found !== undefined;
  },
  "a call needs another key": (document, choose) => {
    const operation = someOperation(document, choose);
    if (!operation) return false;
    at(document, "components", "securitySchemes")["made"] = { type: "apiKey", in: "cookie", name: "made" };
    operation.node["security"] = [{ made: [] }];
    return true;
  },
  "a media type goes": (document, choose) => {
    const schema = choose(bodySchemas(document, choose(["request", "response"] as const) ?? "request"));
    if (!schema) return false;
    const bodies = operationsOf(document).flatMap(({ node }) => [
      node["requestBody"],
      ...sites(node["responses"]).map((one) => one.node),
    ]);
    for (const body of bodies.map((one) => followed(document, one)))
      for (const media of sites(body?.["content"]).filter(({ node }) => node === schema.holder)) {
        delete media.holder[media.key];
        media.holder["application/x-made"] = media.node;
      }
    return true;
  },
  "a webhook brings less": (document, choose) => {
    const hook = choose(sites(document["webhooks"]));
    const operation = hook && choose(sites(hook.node));
    if (!operation || !("requestBody" in operation.node)) return false;
    delete operation.node["requestBody"];
    return true;
  },
};

/** Changes that hurt nobody. */
export const additions: Record<string, Change> = {
  "an operation": (document) => {
    at(document, "paths")["/made"] = {
      get: { operationId: "made", responses: { "200": { description: "Done." } } },
    };
    return true;
  },
  "an optional parameter": (document, choose) => {
    const operation = someOperation(document, choose);
    if (!operation) return false;
    operation.node["parameters"] = [
      ...listOf(operation.node, "parameters"),
      { name: "made", in: "query", schema: { type: "string" } },
    ];
    return true;
  },
  "a field": (document, choose) => {
    const object = someObject(document, choose, choose(["request", "response"] as const) ?? "request");
    if (object) at(object, "properties")["made"] = { type: "string", maxLength: 9 };
    return object !== undefined;
  },
  "a header of a response": (document, choose) => {
    const operation = someOperation(document, choose);
    const response = operation && choose(sites(operation.node["responses"]));
    const target = response && followed(document, response.node);
    if (target) at(target, "headers")["X-Made"] = { schema: { type: "string" } };
    return target !== undefined;
  },
  "an error": (document, choose) => {
    const operation = choose(
      operationsOf(document).filter(({ node }) => !("default" in at(node, "responses"))),
    );
    if (operation) at(operation.node, "responses")["418"] = { description: "Made." };
    return operation !== undefined;
  },
  "a webhook": (document) => {
    if (String(document["openapi"]).startsWith("3.0")) return false;
    at(document, "webhooks")["made"] = {
      post: { operationId: "onMade", responses: { "200": { description: "Done." } } },
    };
    return true;
  },
  "a known value": (document, choose) => {
    const found = someField(document, choose, "response", (field) =>
      Array.isArray(field["x-extensible-enum"]),
    );
    if (found)
      found.field.node["x-extensible-enum"] = [...listOf(found.field.node, "x-extensible-enum"), "made"];
    return found !== undefined;
  },
};
