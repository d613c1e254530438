import {
  at,
  bodySchemas,
  components,
  followed,
  isJson,
  mappingsIn,
  operationsOf,
  schemasIn,
  sites,
} from "./document.ts";
import type { Choose, Json, Site } from "./document.ts";

/** Changes a contract so that it says the same in other words, where it finds a place to. */
export type Change = (document: Json, choose: Choose) => void;

const is30 = (document: Json) => String(document["openapi"]).startsWith("3.0");
const plain = ({ node }: Site) => !("$ref" in node) && !("discriminator" in node);
const replace = ({ holder, key }: Site, made: Json) => void (holder[key] = made);
let made = 0;
const fresh = () => `Made${made++}`;

const references = (node: unknown, visit: (holder: Json, key: string, reference: string) => void): void => {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (isJson(node) && typeof value === "string" && value.startsWith("#/")) visit(node, key, value);
    else references(value, visit);
  }
};

function toComponent(section: string, list: Site[], document: Json, choose: Choose): void {
  const site = choose(list.filter(({ node }) => !("$ref" in node)));
  if (!site) return;
  const name = fresh();
  at(document, "components", section)[name] = site.node;
  replace(site, { $ref: `#/components/${section}/${name}` });
}

/** Other words for a schema, where it can be said in them. */
const rewordings: Record<string, (schema: Json) => Json | undefined> = {
  "allOf of one": (schema) => ({ allOf: [schema] }),
  "oneOf of one": (schema) => ({ description: "One of one.", oneOf: [schema] }),
  "other words": (schema) => ({ ...schema, description: "Said in other words.", title: "Another" }),
  "defaults are told": (schema) => ({ uniqueItems: false, minLength: 0, deprecated: false, ...schema }),
  "fields into allOf": ({ properties, ...other }) => {
    if (!isJson(properties) || "additionalProperties" in other || "unevaluatedProperties" in other) return;
    const [first, ...rest] = Object.entries(properties);
    if (!first) return;
    return {
      allOf: [
        { properties: Object.fromEntries([first]) },
        { ...other, properties: Object.fromEntries(rest) },
      ],
    };
  },
  "null as a branch": ({ type, ...rest }) => {
    if (!Array.isArray(type) || type.length !== 2 || "enum" in rest || "x-extensible-enum" in rest) return;
    const [only, ...others] = type.filter((name) => name !== "null");
    return others.length > 0 ? undefined : { anyOf: [{ ...rest, type: only }, { type: "null" }] };
  },
  "another order": (schema) => {
    const lists = ["enum", "required", "oneOf", "anyOf", "allOf", "type"];
    const turned = Object.entries(schema).map(([name, value]) =>
      lists.includes(name) && Array.isArray(value) ? [name, value.toReversed()] : [name, value],
    );
    return Object.fromEntries(turned) as Json;
  },
};

/** Other words that only 3.1 has. */
const rewordings31: typeof rewordings = {
  "values as branches": ({ enum: values, ...rest }) => {
    if (!Array.isArray(values) || "x-extensible-enum" in rest) return;
    const [first, ...others] = values.map((value: unknown) => ({ const: value }));
    return first && (others.length === 0 ? { ...rest, ...first } : { ...rest, oneOf: [first, ...others] });
  },
  "an exclusive bound": ({ minimum, ...rest }) =>
    rest["type"] === "integer" && typeof minimum === "number" && !("exclusiveMinimum" in rest)
      ? { ...rest, exclusiveMinimum: minimum - 1 }
      : undefined,
};

/** Rewords a schema that stands in a place of its own, and not in a union that goes by the names of its branches. */
const rewording =
  (reword: (schema: Json) => Json | undefined): Change =>
  (document, choose) => {
    const sayable = schemasIn(document).filter((site) => plain(site) && reword(site.node));
    const site = choose(sayable);
    const schema = site && reword(site.node);
    if (schema) replace(site, schema);
  };

const mapValues = <A, B>(all: Record<string, A>, make: (value: A) => B) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, make(value)]));

/** Refactors that mean nothing to anyone who uses the contract. */
export const refactors: Record<string, Change> = {
  ...mapValues(rewordings, rewording),
  ...mapValues(rewordings31, (reword): Change => (document, choose) => {
    if (!is30(document)) rewording(reword)(document, choose);
  }),
  "a schema as a component": (document, choose) =>
    toComponent("schemas", schemasIn(document).filter(plain), document, choose),
  "write a reference out": (document, choose) => {
    const site = choose(schemasIn(document).filter(({ node }) => Object.keys(node).join() === "$ref"));
    const target = site && followed(document, site.node);
    if (target) replace(site, structuredClone(target));
  },
  "rename a component": (document, choose) => {
    const site = choose(components(document, "schemas"));
    if (!site) return;
    const name = fresh();
    delete site.holder[site.key];
    site.holder[name] = site.node;
    const pointer = `#/components/schemas/${site.key}`;
    references(document, (holder, key, reference) => {
      if (reference === pointer || reference.startsWith(`${pointer}/`))
        holder[key] = `#/components/schemas/${name}${reference.slice(pointer.length)}`;
    });
  },
  "another summary": (document, choose) => {
    const operation = choose(operationsOf(document));
    if (operation) operation.node["summary"] = "Said in other words";
  },
  "a component for nobody": (document) => {
    at(document, "components", "schemas")[fresh()] = { type: "object", required: ["a"] };
  },
  "a response as a component": (document, choose) =>
    toComponent(
      "responses",
      operationsOf(document).flatMap(({ node }) => sites(node["responses"])),
      document,
      choose,
    ),
  "a request body as a component": (document, choose) =>
    toComponent(
      "requestBodies",
      operationsOf(document).flatMap(({ node }) => sites(node).filter(({ key }) => key === "requestBody")),
      document,
      choose,
    ),
  "a path item as a component": (document, choose) => {
    if (!is30(document)) toComponent("pathItems", sites(document["paths"]), document, choose);
  },
  "parameters of the path to its operations": (document, choose) => {
    const item = choose(sites(document["paths"]).filter(({ node }) => Array.isArray(node["parameters"])));
    if (!item) return;
    const { parameters } = item.node;
    delete item.node["parameters"];
    for (const { node } of operationsOf({ paths: { [item.key]: item.node } })) {
      const own = (node["parameters"] ?? []) as Json[];
      const names = own.map((parameter) => nameOf(document, parameter));
      node["parameters"] = [
        ...(parameters as Json[]).filter((one) => !names.includes(nameOf(document, one))),
        ...own,
      ];
    }
  },
  "a parameter to its path": (document, choose) => {
    const operation = choose(
      operationsOf(document).filter(
        ({ item, node }) =>
          operationsOf({ paths: { x: item.node } }).length === 1 && Array.isArray(node["parameters"]),
      ),
    );
    const [first, ...rest] = (operation?.node["parameters"] ?? []) as Json[];
    if (!operation || !first) return;
    operation.node["parameters"] = rest;
    operation.item.node["parameters"] = [...((operation.item.node["parameters"] ?? []) as Json[]), first];
  },
  "security to the operations": (document) => {
    const { security } = document;
    if (!Array.isArray(security)) return;
    delete document["security"];
    for (const { node } of operationsOf(document)) node["security"] ??= security;
    for (const item of components(document, "pathItems"))
      for (const { node } of operationsOf({ paths: { x: item.node } })) node["security"] ??= security;
  },
  "another placeholder": (document, choose) => {
    const item = choose(
      sites(document["paths"]).filter(({ key, node }) => /\{\w+\}/.test(key) && !("$ref" in node)),
    );
    if (!item) return;
    const [, name = ""] = /\{(\w+)\}/.exec(item.key) ?? [];
    const lists = [item.node, ...operationsOf({ paths: { x: item.node } }).map(({ node }) => node)];
    for (const node of lists)
      if (Array.isArray(node["parameters"]))
        node["parameters"] = node["parameters"].map((one: Json) => {
          const parameter = followed(document, one);
          return parameter?.["in"] === "path" && parameter["name"] === name
            ? { ...parameter, name: `${name}X` }
            : one;
        });
    delete item.holder[item.key];
    item.holder[item.key.replace(`{${name}}`, `{${name}X}`)] = item.node;
  },
  "a charset is told": (document, choose) => {
    const schema = choose(bodySchemas(document, choose(["request", "response"] as const) ?? "request"));
    for (const holder of operationsOf(document).map(({ node }) => followed(document, node["requestBody"]))) {
      const content = isJson(holder?.["content"]) ? holder["content"] : undefined;
      const media = content?.["application/json"];
      if (!content || !isJson(media) || media !== schema?.holder) continue;
      delete content["application/json"];
      content['Application/JSON; charset="utf-8"'] = media;
    }
  },
  "letters of headers": (document) => {
    for (const { node } of operationsOf(document))
      for (const one of sites(node["responses"]).map((response) => followed(document, response.node)))
        if (isJson(one?.["headers"]))
          one["headers"] = Object.fromEntries(
            Object.entries(one["headers"]).map(([name, header]) => [name.toUpperCase(), header]),
          );
  },
  "from 3.0 to 3.1": (document) => {
    if (!is30(document)) return;
    document["openapi"] = "3.1.1";
    for (const node of mappingsIn(document)) {
      // What stands beside a reference counts from now on.
      if ("$ref" in node) for (const key of Object.keys(node)) if (key !== "$ref") delete node[key];
      if (node["nullable"] === true && typeof node["type"] === "string")
        Object.assign(node, {
          type: [node["type"], "null"],
          ...(Array.isArray(node["enum"]) && { enum: [...node["enum"], null] }),
        });
      if (typeof node["nullable"] === "boolean") delete node["nullable"];
      if (node["exclusiveMinimum"] !== true) continue;
      node["exclusiveMinimum"] = node["minimum"];
      delete node["minimum"];
    }
  },
};

const nameOf = (document: Json, parameter: Json) => {
  const { name, in: where } = followed(document, parameter) ?? {};
  return `${String(where)} ${String(name)}`;
};
