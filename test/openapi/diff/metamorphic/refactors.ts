import { isNode, nodeIn, type Node } from "../../../../openapi/model/node.ts";
import { followed } from "../../../../openapi/model/pointer.ts";

/** Chooses one of a list; nothing of an empty one. */
export type Choose = <T>(list: readonly T[]) => T | undefined;

/** The place of a value: `holder[key]`. */
interface Site {
  holder: Node;
  key: string;
  node: Node;
}

/** The entries of a mapping that are mappings. */
const sites = (holder: Node): Site[] =>
  Object.entries(holder).flatMap(([key, node]) =>
    isNode(node) ? [{ holder, key, node }] : [],
  );

/** Lists every schema, the innermost last. */
function schemasIn(
  node: unknown,
  found: Site[] = [],
  seen = new Set<unknown>(),
): Site[] {
  if (typeof node !== "object" || node === null || seen.has(node)) return found;
  seen.add(node);
  for (const [key, value] of Object.entries(node)) {
    if (["example", "examples", "enum", "default", "x-exact"].includes(key))
      continue;
    if (isNode(node) && isNode(value) && ["schema", "items"].includes(key))
      found.push({ holder: node, key, node: value });
    if (["schemas", "properties"].includes(key) && isNode(value))
      found.push(...sites(value));
    schemasIn(value, found, seen);
  }
  return found;
}

/** The schemas among the components, made when there are none. */
function schemaComponents(document: Node): Node {
  document["components"] ??= {};
  const components = nodeIn(document, "components");
  components["schemas"] ??= {};
  return nodeIn(components, "schemas");
}

/** Changes a contract so that it says the same in other words, where it finds a place to. */
export type Change = (document: Node, choose: Choose) => void;

const is30 = (document: Node) => String(document["openapi"]).startsWith("3.0");
const plain = ({ node }: Site) =>
  !("$ref" in node) && !("discriminator" in node);
const replace = ({ holder, key }: Site, node: Node) =>
  void (holder[key] = node);
let count = 0;
const fresh = () => `Made${count++}`;

const references = (
  node: unknown,
  visit: (holder: Node, key: string, reference: string) => void,
): void => {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (isNode(node) && typeof value === "string" && value.startsWith("#/"))
      visit(node, key, value);
    else references(value, visit);
  }
};

/** Other words for a schema, where it can be said in them. */
const rewordings: Record<string, (schema: Node) => Node | undefined> = {
  "allOf of one": (schema) => ({ allOf: [schema] }),
  "oneOf of one": (schema) => ({ description: "One of one.", oneOf: [schema] }),
  "other words": (schema) => ({
    ...schema,
    description: "Said in other words.",
    title: "Another",
  }),
  "defaults are written": (schema) => ({
    uniqueItems: false,
    minLength: 0,
    deprecated: false,
    ...schema,
  }),
  "fields into allOf": ({ properties, ...other }) => {
    if (
      !isNode(properties) ||
      "additionalProperties" in other ||
      "unevaluatedProperties" in other
    )
      return;
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
    if (
      !Array.isArray(type) ||
      type.length !== 2 ||
      "enum" in rest ||
      "x-extensible-enum" in rest
    )
      return;
    const [only, ...others] = type.filter((name) => name !== "null");
    if (others.length > 0) return;
    // A default inside of a branch would not be that of the field.
    const { default: value, ...branch } = rest;
    return {
      anyOf: [{ ...branch, type: only }, { type: "null" }],
      ...(value !== undefined && { default: value }),
    };
  },
  "another order": (schema) => {
    const lists = ["enum", "required", "oneOf", "anyOf", "allOf", "type"];
    const turned = Object.entries(schema).map(([name, value]) =>
      lists.includes(name) && Array.isArray(value)
        ? [name, value.toReversed()]
        : [name, value],
    );
    return Object.fromEntries(turned) as Node;
  },
};

/** Other words that only 3.1 has. */
const rewordings31: typeof rewordings = {
  "values as branches": ({ enum: values, ...rest }) => {
    if (!Array.isArray(values) || "x-extensible-enum" in rest) return;
    const [first, ...others] = values.map((value: unknown) => ({
      const: value,
    }));
    return (
      first &&
      (others.length === 0
        ? { ...rest, ...first }
        : { ...rest, oneOf: [first, ...others] })
    );
  },
  "an exclusive bound": ({ minimum, ...rest }) =>
    rest["type"] === "integer" &&
    typeof minimum === "number" &&
    !("exclusiveMinimum" in rest)
      ? { ...rest, exclusiveMinimum: minimum - 1 }
      : undefined,
};

/**
 * Rewrites a schema that has a place of its own, and not one in a union that uses the names of
 * its branches.
 */
const rewording =
  (reword: (schema: Node) => Node | undefined): Change =>
  (document, choose) => {
    const sayable = schemasIn(document).filter(
      (site) => plain(site) && reword(site.node),
    );
    const site = choose(sayable);
    const schema = site && reword(site.node);
    if (schema) replace(site, schema);
  };

const mapValues = <A, B>(all: Record<string, A>, make: (value: A) => B) =>
  Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, make(value)]),
  );

/**
 * Refactors of schemas that mean nothing to anyone who uses the contract. Those of operations are
 * cases.
 */
export const refactors: Record<string, Change> = {
  ...mapValues(rewordings, rewording),
  ...mapValues(rewordings31, (reword): Change => (document, choose) => {
    if (!is30(document)) rewording(reword)(document, choose);
  }),
  "a schema as a component": (document, choose) => {
    const site = choose(schemasIn(document).filter(plain));
    if (!site) return;
    const name = fresh();
    schemaComponents(document)[name] = site.node;
    replace(site, { $ref: `#/components/schemas/${name}` });
  },
  "write a reference out": (document, choose) => {
    const site = choose(
      schemasIn(document).filter(
        ({ node }) => Object.keys(node).join() === "$ref",
      ),
    );
    if (site) replace(site, structuredClone(followed(document, site.node)));
  },
  "rename a component": (document, choose) => {
    const site = choose(sites(schemaComponents(document)));
    if (!site) return;
    const name = fresh();
    delete site.holder[site.key];
    site.holder[name] = site.node;
    const pointer = `#/components/schemas/${site.key}`;
    references(document, (holder, key, reference) => {
      if (reference === pointer || reference.startsWith(`${pointer}/`))
        holder[key] =
          `#/components/schemas/${name}${reference.slice(pointer.length)}`;
    });
  },
  "a component for nobody": (document) => {
    schemaComponents(document)[fresh()] = { type: "object", required: ["a"] };
  },
};
