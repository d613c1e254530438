import { compile } from "../support/at.ts";
import { limits } from "../../generated/constants.ts";
import type { TestedOperation, Parameter } from "../support/operation.ts";
import type { Schema } from "../../openapi/model/contract.ts";
import { bytesOf, token, typeOf, type Body, type Request } from "./request.ts";

/**
 * The status that a request with a good key must get; 200 means any success. Ajv decides which
 * values are valid. The order of the error table decides between several errors.
 */
export type Verdict = 200 | 400 | 404 | 413 | 415 | 422;

/**
 * The expected outcome of a request. `known` is true when the objects of its tokens exist for its
 * key.
 */
export function verdict(
  operation: TestedOperation,
  request: Request,
  hasAccess = true,
): Verdict {
  // Without its id it is another path, which is no operation.
  if (Object.values(request.path).includes("")) return 404;
  return (
    ofBody(operation, request) ??
    ofMembers(operation, request) ??
    ofReferences(operation, request, hasAccess)
  );
}

function ofBody(
  { body: schema }: TestedOperation,
  { body }: Request,
): Verdict | undefined {
  if (!schema) return undefined;
  if (body === undefined) return 400;
  const bytes = bytesOf(body);
  if (bytes.length === 0) return 400;
  if (!/^application\/json *(; *charset="?utf-8"?)?$/i.test(typeOf(body)))
    return 415;
  if (bytes.length > limits.bodyBytes) return 413;
  if (parsed(body) === undefined) return 400;
  return twice.test(bytes.toString()) ? 422 : undefined;
}

/** The value of a body; undefined when it is not JSON in UTF-8. */
export function parsed(body: Body): unknown {
  try {
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(body)),
    );
  } catch {
    return undefined;
  }
}

/** The one body of ours that has a field twice, of those in `hostile.ts`. */
const twice = /^\{"body":"x","body":/;

function ofMembers(
  { parameters, body: schema }: TestedOperation,
  request: Request,
): Verdict | undefined {
  const of = (location: Parameter["in"]) =>
    parameters.filter((parameter) => parameter.in === location);
  const sentOnce = listsJoined(of("query"), request.query);
  const names = sentOnce.map(([name]) => name);
  const query = typed(of("query"), Object.fromEntries(sentOnce));
  const sent = request.body && parsed(request.body);
  const schemas = schemasOf(parameters);
  const reasons = [
    ...reasonsIn(schemas.query, query),
    ...reasonsIn(schemas.header, typed(of("header"), request.headers)),
    ...(schema ? reasonsIn(withOpenElements(schema), sent) : []),
    ...(new Set(names).size < names.length ? ["repeated"] : []),
    ...(textsOf([query, schema ? withoutElements(schema, sent) : sent]).every(
      isSound,
    )
      ? []
      : ["text"]),
  ];
  if (reasons.includes("required")) return 400;
  if (reasons.length === 0 && isReachable(request) && !isSigned(request))
    return undefined;
  return 422;
}

/**
 * The lists of a body whose elements are checked one by one: a fault in one does not refuse the
 * request.
 */
const perElement = ({ properties = {} }: Schema): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.["x-per-element"]);

/** The schema of a body as far as it refuses a request. */
function withOpenElements(schema: Schema): Schema {
  const lists = perElement(schema);
  if (lists.length === 0) return schema;
  const validator = opened.get(schema);
  if (validator) return validator;
  const open = lists.map((name) => [
    name,
    { ...schema.properties?.[name], items: {} },
  ]);
  const result = {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(open) },
  };
  opened.set(schema, result);
  return result;
}

const opened = new Map<Schema, Schema>();

function withoutElements(schema: Schema, body: unknown): unknown {
  const lists = perElement(schema);
  if (
    lists.length === 0 ||
    typeof body !== "object" ||
    body === null ||
    Array.isArray(body)
  )
    return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !lists.includes(name)),
  );
}

/** Returns true when the schema rejects an element of a list that is checked one by one. */
export const isFaulty = (schema: object, element: unknown): boolean =>
  reasonsIn(schema, element).length > 0 || !textsOf(element).every(isSound);

const schemas = new Map<Parameter[], Record<"query" | "header", object>>();

/**
 * The schema of a query, which has no other parameter, and of headers: of one operation always the
 * same objects.
 */
function schemasOf(
  parameters: Parameter[],
): Record<"query" | "header", object> {
  const properties = (location: Parameter["in"]) =>
    Object.fromEntries(
      parameters.flatMap(({ name, in: its, schema }) =>
        its === location ? [[name, schema]] : [],
      ),
    );
  const compiled = schemas.get(parameters) ?? {
    query: {
      type: "object",
      properties: properties("query"),
      additionalProperties: false,
    },
    header: { type: "object", properties: properties("header") },
  };
  schemas.set(parameters, compiled);
  return compiled;
}

/** The keywords that a value fails. */
function reasonsIn(schema: object, value: unknown): string[] {
  const validate = compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ keyword }) => keyword);
}

/**
 * Every text in a value, names of fields included. Hostile bodies are deeper than a recursion may
 * go.
 */
function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  for (const waiting = [value]; waiting.length > 0;) {
    const next = waiting.pop();
    if (typeof next === "string") texts.push(next);
    else if (typeof next === "object" && next !== null)
      waiting.push(...Object.keys(next), ...Object.values(next));
  }
  return texts;
}

/** Rules of the introduction for all texts that no portable pattern can express. */
const isSound = (text: string) =>
  !text.startsWith("\uFEFF") && !/\p{Cs}/u.test(text);

/** Texts as the values that they are written for. */
function typed(parameters: Parameter[], texts: Record<string, string>): object {
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(texts)) {
    const type = parameters.find((parameter) => parameter.name === name)?.schema
      .type;
    const [, object = "", field = ""] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (
      parameters.some(
        (parameter) =>
          parameter.name === object && parameter.style === "deepObject",
      )
    )
      values.set(object, { ...Object(values.get(object)), [field]: text });
    else if (type === "integer" && /^-?(0|[1-9]\d*)$/.test(text))
      values.set(name, Number(text));
    else
      values.set(name, type === "array" ? [...new Set(text.split(","))] : text);
  }
  return Object.fromEntries(values);
}

/**
 * A query in which each list is one parameter: a list may be repeated, with the meaning of commas.
 */
function listsJoined(
  parameters: Parameter[],
  query: Request["query"],
): Request["query"] {
  const lists = new Map<string, string[]>();
  for (const { name, schema } of parameters)
    if (schema.type === "array") lists.set(name, []);
  for (const [name, value] of query) lists.get(name)?.push(value);
  const others = query.filter(([name]) => !lists.has(name));
  const joined = [...lists].filter(([, values]) => values.length > 0);
  return [
    ...others,
    ...joined.map(([name, values]): [string, string] => [name, values.join()]),
  ];
}

/** Rules for a webhook's `url` that no schema can express: no credentials, no fragment, HTTP. */
function isReachable({ body }: Request): boolean {
  const { url } = Object(body && parsed(body)) as { url?: unknown };
  if (typeof url !== "string") return true;
  if (!URL.canParse(url) || url.includes("#")) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username + password === "";
}

/**
 * Rules of descriptions: an `email_signature` needs the website's secret, and an expiry needs a
 * signature.
 */
function isSigned({ body }: Request): boolean {
  const { email_signature, email_signature_expires_at } = Object(
    body && parsed(body),
  );
  return (email_signature ?? email_signature_expires_at) !== undefined;
}

/**
 * A rule of descriptions: the complete list of labels is not sent together with changes of single
 * labels.
 */
function hasTagsOnce({ body }: Request): boolean {
  const { tags, add_tags, remove_tags } = Object(body && parsed(body));
  return tags === undefined || (isNone(add_tags) && isNone(remove_tags));
}

/**
 * Objects in the path must exist (404), and those in body and cursor too (422), except null. A
 * filter may name anything.
 */
function ofReferences(
  { parameters, references }: TestedOperation,
  request: Request,
  hasAccess: boolean,
): Verdict {
  const isThere = (kind: string | undefined, text: unknown) =>
    kind === undefined ||
    text === undefined ||
    (hasAccess && text === token(kind));
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  if (!inPath.every(({ name, kind }) => isThere(kind, request.path[name])))
    return 404;
  if (!hasTagsOnce(request)) return 422;
  const body = Object(request.body && parsed(request.body)) as Record<
    string,
    unknown
  >;
  if (
    !Object.entries(references).every(([name, kind]) =>
      isThere(kind, body[name] ?? undefined),
    )
  )
    return 422;
  const cursor = parameters.find(({ name }) => name === "cursor");
  const sent = request.query.find(([name]) => name === "cursor")?.[1];
  return isThere(cursor?.kind, sent) ? 200 : 422;
}

/** True of a list that adds and removes nothing. */
const isNone = (list: unknown) =>
  list === undefined || (Array.isArray(list) && list.length === 0);
