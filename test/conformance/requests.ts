import fc from "fast-check";
import { arbitrary } from "./arbitrary.ts";
import type { TestedOperation, Parameter } from "../support/operation.ts";
import { token, type Request } from "./request.ts";
import { words } from "../support/world.ts";

/** Requests that an operation must not refuse, as far as its schemas tell. */
export function validRequests(operation: TestedOperation): fc.Arbitrary<Request> {
  const { parameters, body } = operation;
  return fc
    .record({
      path: fields(parameters.filter((parameter) => parameter.in === "path")),
      query: fields(parameters.filter((parameter) => parameter.in === "query")),
      headers: fields(parameters.filter((parameter) => parameter.in === "header")),
      body: body
        ? fc.tuple(arbitrary(body), fc.boolean()).map(([json, isWhole]) => consistent(json, isWhole))
        : fc.constant(undefined),
    })
    .map(({ path, query, headers, body: json }) => ({
      path,
      query: Object.entries(query),
      headers,
      body: json === undefined ? undefined : { json: withTokens(json, operation) },
    }));
}

/** What no schema says: a list is sent as a whole or by its changes, and nobody can make a signature. */
function consistent(json: unknown, isWhole: boolean): unknown {
  if (Array.isArray(json)) return json.map((element) => consistent(element, isWhole));
  if (typeof json !== "object" || json === null) return json;
  const isLeft = (name: string) =>
    isWhole ? !/^(add|remove)_|_signature/.test(name) : !(`add_${name}` in json || `remove_${name}` in json);
  const chosen = Object.entries(json).filter(([name]) => isLeft(name));
  return Object.fromEntries(
    chosen.map(([name, value]) => [name, Array.isArray(value) ? consistent(value, isWhole) : value]),
  );
}

/** At most so many optional parameters at once: what many filters ask for together hardly anything has. */
const fewParameters = 3;

function fields(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const values = parameters.map((parameter) => [parameter.name, valueOf(parameter)] as const);
  const optional = parameters.flatMap(({ name, required }) => (required ? [] : [name]));
  return fc
    .tuple(
      fc.record(Object.fromEntries(values), { noNullPrototype: true }),
      fc.oneof(
        fc.subarray(optional, { maxLength: Math.min(1, optional.length) }),
        fc.subarray(optional, { maxLength: Math.min(fewParameters, optional.length) }),
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
export const asParameters = (name: string, value: unknown): [name: string, text: string][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([field, text]) => [`${name}[${field}]`, String(text)])
    : [[name, String(value)]];

/** A parameter's value as its text; `String` puts the commas between the items of a list. An object stays one. */
function valueOf({ kind, schema, in: location, style }: Parameter): fc.Arbitrary<unknown> {
  if (kind !== undefined) return fc.constant(token(kind));
  if (style === "deepObject") return arbitrary(schema);
  const texts = arbitrary(schema).map(String);
  if (location !== "query") return texts;
  const sendable = texts.filter((text) => !/\p{Cs}/u.test(text));
  if (schema.type !== "string" || schema.enum) return sendable;
  return fc.oneof(sendable, { weight: 2, arbitrary: fc.constantFrom(...words) });
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
