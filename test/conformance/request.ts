import fc from "fast-check";
import { compile } from "../support/at.ts";
import type { Parameter, TestedOperation } from "../support/operation.ts";
import { words, type Rows } from "../support/world.ts";
import { arbitrary } from "./arbitrary.ts";

/**
 * A request to an operation. Placeholders such as `{ct}`, for the id of a contact, are filled in
 * when it is sent.
 */
export interface Request {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Body | undefined;
}

/** A value that is sent as JSON, or bytes as they are. */
export type Body = { json: unknown } | { bytes: Buffer; type: string };

/** A request as fetch takes it. */
export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Returns the placeholder for an id of this type. */
export const token = (kind: string) => `{${kind}}`;

/** Writes a request out, with the ids of these rows. */
export function toWire(
  { method, path }: TestedOperation,
  request: Request,
  rows: Rows,
): Wire {
  const body = request.body && bytesOf(request.body, rows);
  const query = request.query.map((pair) =>
    pair.map((text) => escape(fill(text, rows))).join("="),
  );
  // A comma between the items of a list is written as it is; one that is escaped belongs to an
  // item.
  const search = query.join("&").replaceAll("%2C", ",");
  return {
    method,
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        escape(fill(request.path[name] ?? "", rows)),
      ) + (search === "" ? "" : `?${search}`),
    headers: {
      ...request.headers,
      ...(request.body && { "Content-Type": typeOf(request.body) }),
    },
    body,
  };
}

export const typeOf = (body: Body) =>
  "type" in body ? body.type : "application/json";

/** The bytes of a body. */
export function bytesOf(body: Body, rows?: Rows): Buffer {
  if ("bytes" in body) return body.bytes;
  const json = JSON.stringify(body.json);
  return Buffer.from(rows ? fill(json, rows) : json);
}

const fill = (text: string, rows: Rows) =>
  text.replaceAll(
    /\{([a-z]+)\}/g,
    (whole, kind: string) => rows[kind] ?? whole,
  );

const escape = encodeURIComponent;

const email = { $ref: "#/components/schemas/Email" };
const header = "Idempotency-Key";

/**
 * Makes requests such that none is refused for what an earlier one did: an email that is taken, an
 * idempotency key that was used. What is too short or too long for it stays as it is, and can be
 * used once.
 */
export function freshener(): (request: Request) => Request {
  let n = 0;
  const used = new Set<string>();
  return (request) => {
    n++;
    return {
      ...request,
      headers: withFreshKey(request.headers, n, used),
      body: withFreshEmail(request.body, n),
    };
  };
}

function withFreshKey(
  headers: Request["headers"],
  n: number,
  used: Set<string>,
): Request["headers"] {
  const { [header]: key, ...others } = headers;
  if (key === undefined) return headers;
  const end = `-${n}`;
  const fresh =
    key.length > 2 * end.length ? key.slice(0, -end.length) + end : key;
  if (used.has(fresh)) return others;
  used.add(fresh);
  return { ...others, [header]: fresh };
}

function withFreshEmail(body: Request["body"], n: number): Request["body"] {
  const json = body && "json" in body ? body.json : undefined;
  const isEmail = compile(email);
  if (
    typeof json !== "object" ||
    json === null ||
    !("email" in json) ||
    !isEmail(json.email)
  )
    return body;
  const fresh = `n${n}.${String(json.email)}`;
  return isEmail(fresh) ? { json: { ...json, email: fresh } } : body;
}

/** Generates requests that the schemas of an operation allow. */
export function validRequests(
  operation: TestedOperation,
): fc.Arbitrary<Request> {
  const { parameters, body } = operation;
  return fc
    .record({
      path: fields(parameters.filter((parameter) => parameter.in === "path")),
      query: fields(parameters.filter((parameter) => parameter.in === "query")),
      headers: fields(
        parameters.filter((parameter) => parameter.in === "header"),
      ),
      body: body
        ? fc
            .tuple(arbitrary(body), fc.boolean())
            .map(([json, isWhole]) => consistent(json, isWhole))
        : fc.constant(undefined),
    })
    .map(({ path, query, headers, body: json }) => ({
      path,
      query: Object.entries(query),
      headers,
      body:
        json === undefined ? undefined : { json: withTokens(json, operation) },
    }));
}

/**
 * Adjusts a request to rules without a schema: a list is sent either complete or as changes, and
 * nobody can make a signature.
 */
export function consistent(json: unknown, isWhole: boolean): unknown {
  if (Array.isArray(json))
    return json.map((element) => consistent(element, isWhole));
  if (typeof json !== "object" || json === null) return json;
  const isLeft = (name: string) =>
    isWhole
      ? !/^(add|remove)_|_signature/.test(name)
      : !(`add_${name}` in json || `remove_${name}` in json);
  const chosen = Object.entries(json).filter(([name]) => isLeft(name));
  return Object.fromEntries(
    chosen.map(([name, value]) => [
      name,
      Array.isArray(value) ? consistent(value, isWhole) : value,
    ]),
  );
}

/** The maximum of optional parameters in one request: hardly any object matches many filters. */
const fewParameters = 3;

function fields(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const values = parameters.map(
    (parameter) => [parameter.name, valueOf(parameter)] as const,
  );
  const optional = parameters.flatMap(({ name, required }) =>
    required ? [] : [name],
  );
  return fc
    .tuple(
      fc.record(Object.fromEntries(values), { noNullPrototype: true }),
      fc.oneof(
        fc.subarray(optional, { maxLength: Math.min(1, optional.length) }),
        fc.subarray(optional, {
          maxLength: Math.min(fewParameters, optional.length),
        }),
      ),
    )
    .map(([all, sent]) =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([name]) => !optional.includes(name) || sent.includes(name))
          .flatMap(([name, value]) => asParameters(name, value)),
      ),
    );
}

/** A value as a query has it: an object is a parameter for each field. */
export const asParameters = (
  name: string,
  value: unknown,
): [name: string, text: string][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([field, text]) => [
        `${name}[${field}]`,
        String(text),
      ])
    : [[name, String(value)]];

/**
 * A parameter's value as its text; `String` puts the commas between the items of a list. An object
 * stays one.
 */
function valueOf({
  kind,
  schema,
  in: location,
  style,
}: Parameter): fc.Arbitrary<unknown> {
  if (kind !== undefined) return fc.constant(token(kind));
  if (style === "deepObject") return arbitrary(schema);
  const texts = arbitrary(schema).map(String);
  if (location !== "query") return texts;
  const sendable = texts.filter((text) => !/\p{Cs}/u.test(text));
  if (schema.type !== "string" || schema.enum) return sendable;
  return fc.oneof(sendable, {
    weight: 2,
    arbitrary: fc.constantFrom(...words),
  });
}

function withTokens(json: unknown, { references }: TestedOperation): unknown {
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const kind = references[name];
      return [name, kind === undefined ? value : token(kind)];
    }),
  );
}

/**
 * A request with the first body that the contract shows, about the things of the rows that it is
 * sent with.
 */
export function documented({
  parameters,
  references,
  example,
}: TestedOperation): Request {
  const ids = parameters.flatMap(({ name, in: location, kind }) =>
    location === "path" && kind !== undefined
      ? [[name, token(kind)] as const]
      : [],
  );
  const json = Object.entries(example ?? {}).map(([name, value]) => {
    const kind = references[name];
    return [name, kind === undefined ? value : token(kind)] as const;
  });
  const body = example && { json: Object.fromEntries(json) };
  return { path: Object.fromEntries(ids), query: [], headers: {}, body };
}

/** Returns the documented request with only its required parts. */
export function smallest(operation: TestedOperation): Request {
  const whole = documented(operation);
  const isRequired = ([name]: [string, unknown]) =>
    operation.body?.required?.includes(name);
  const json =
    whole.body && "json" in whole.body
      ? Object.entries(Object(whole.body.json))
      : [];
  return {
    ...whole,
    body: operation.body && {
      json: Object.fromEntries(json.filter(isRequired)),
    },
  };
}
