import { isDeepStrictEqual } from "node:util";
import type { Contract, Located, Schema } from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { queryText, styleOf } from "../model/parameter-text.ts";
import { isNode } from "../model/node.ts";
import { mayHaveParts, sentSchema } from "../model/sent-schema.ts";
import { valueSchema } from "../model/value-schema.ts";
import type { Checker } from "./check.ts";
import { edgeBodies, edgeValues } from "./edge-values.ts";
import { valueOfText } from "./header-value.ts";
import { bodySchemaOf } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import type { TestRequest } from "./request.ts";

/** A request that differs from a valid request in one value. */
export interface EdgeRequest {
  request: TestRequest;
  /** The parameter or the field that differs. */
  name: string;
  /** The difference, in words: `limit=0`. */
  difference: string;
  /** True when the contract allows the value. */
  isAllowed: boolean;
}

/** Makes requests with one value that is just allowed, or just not allowed. */
export const edgeRequests = (
  contract: Contract,
  located: Located,
  valid: TestRequest,
  accepts: Checker["accepts"],
): EdgeRequest[] => [
  ...queryEdges(contract, located, valid, accepts),
  ...bodyEdges(contract, located, valid, accepts),
];

/** Returns requests with a value at the edge of the bounds of each parameter of the query. */
function queryEdges(
  contract: Contract,
  located: Located,
  valid: TestRequest,
  accepts: Checker["accepts"],
): EdgeRequest[] {
  const edges: EdgeRequest[] = [];
  for (const parameter of parametersOf(contract, located)) {
    const { name } = parameter;
    if (parameter.in !== "query" || parameter.style === "deepObject") continue;
    const schema = sentSchema(contract, parameter.schema);
    if (mayHaveParts(contract, schema)) continue;
    const style = styleOf(parameter);
    const values = edgeValues(contract, schema);
    const isJson = style.style === "json";
    for (const value of isJson ? values : new Set(values.map(String))) {
      const text = typeof value === "string" ? value : jsonOf(value);
      const read = isJson ? value : valueOfText(text, schema.type);
      edges.push({
        request: {
          ...valid,
          query: { ...valid.query, [name]: queryText(name, value, style) },
        },
        name,
        difference: `${name}=${shortened(text)}`,
        isAllowed: accepts(schema, read),
      });
    }
  }
  return edges;
}

function bodyEdges(
  contract: Contract,
  located: Located,
  valid: TestRequest,
  accepts: Checker["accepts"],
): EdgeRequest[] {
  const schema = bodySchemaOf(located);
  if (!schema) return [];
  const bodies = edgeBodies(contract, schema, valid.body).filter(
    (body) => !isDeepStrictEqual(body, valid.body),
  );
  const sent = valid.form
    ? bodies.filter((body) => isSameInForm(contract, schema, body))
    : bodies;
  return sent.map((body) => ({
    request: { ...valid, body },
    ...differenceBetween(valid.body, body),
    isAllowed: accepts(schema, body),
  }));
}

/**
 * Returns true when a form can say each field of a body: 12 in place of a text is a text there, and
 * a text in place of a list is its only element.
 */
function isSameInForm(
  contract: Contract,
  node: Schema,
  body: unknown,
): boolean {
  const { properties = {} } = valueSchema(contract, node);
  return Object.entries(Object(body) as object).every(([name, value]) => {
    const { type } = valueSchema(contract, properties[name] ?? {});
    const isList = typeof value === "object";
    const isListed = [type]
      .flat()
      .some((each) => /array|object/.test(`${each}`));
    if (isList || isListed) return isList && isListed;
    const read = valueOfText(String(value), type);
    return read === value || Number.isNaN(read);
  });
}

/** Names the field in which a body differs from the valid one. */
function differenceBetween(
  valid: unknown,
  body: unknown,
): Pick<EdgeRequest, "name" | "difference"> {
  if (!isNode(valid) || !isNode(body))
    return {
      name: "",
      difference: `The body ${shortened(jsonOf(body))}`,
    };
  const missing = Object.keys(valid).find((name) => !(name in body));
  if (missing !== undefined)
    return { name: missing, difference: `A body without ${missing}` };
  const [name = "", value] =
    Object.entries(body).find(([key, field]) => field !== valid[key]) ?? [];
  const hasLength = typeof value === "string" || Array.isArray(value);
  const length = hasLength ? ` (length ${value.length})` : "";
  const text = shortened(jsonOf(value));
  return { name, difference: `${name}: ${text}${length}` };
}

const shortened = (text: string) =>
  text.length > 60 ? `${text.slice(0, 60)}…` : text;
