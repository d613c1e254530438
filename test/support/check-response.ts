import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import {
  resolve,
  type Header,
  type Response,
} from "../../openapi/model/contract.ts";
import { brokenInvariants } from "../contract/invariants.ts";
import { compile, contract } from "./at.ts";
import { noteShown } from "./declared.ts";
import { operationAt, type TestedOperation } from "./operation.ts";

/** A response as fetch gives it. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is no body. */
  body: unknown;
}

/** A way in which a response is not what the contract says: which law it breaks, and how. */
interface ResponseError {
  law:
    "status" | "header" | "deprecation" | "media type" | "body" | "invariant";
  detail: string;
}

/** Holds a response to a path against the contract. */
export function checkResponse(
  method: string,
  path: string,
  response: HttpResponse,
): void {
  const errors = responseErrors(operationAt(method, path), method, response);
  expect(
    errors,
    `${method} ${path} → ${response.status}: ${JSON.stringify(response.body)}`,
  ).toEqual([]);
}

const { responses: common } = contract.components;
/** Responses before routing can also come on a path that has no operation. */
const unrouted: TestedOperation["responses"] = {
  401: common.Unauthorized,
  429: common.RateLimited,
  500: common.InternalError,
  503: common.ServiceUnavailable,
  ...contract["x-unrouted-responses"],
};

/**
 * Lists the differences between a response and the declaration of its operation, or of the contract
 * for requests that reach no operation: status, headers, media type, body and invariants. The
 * response to HEAD is that to GET without a body. Notes what the response shows.
 */
export function responseErrors(
  operation: TestedOperation | undefined,
  method: string,
  response: HttpResponse,
): ResponseError[] {
  const { status, headers, body } = response;
  const declared = (operation?.responses ?? unrouted)[status];
  if (declared === undefined)
    return [{ law: "status", detail: `${status} is not declared` }];
  noteShown(operation?.id ?? "no operation", declared, response);
  const { headers: required = {}, content = {} } = resolve<Response>(
    contract,
    declared,
  );
  const ofHeaders = Object.entries(required).flatMap(([name, header]) => {
    const { schema, required: isRequired } = resolve<Header>(contract, header);
    const value = headers.get(name);
    if (value === null) return isRequired ? [`${status} lacks ${name}`] : [];
    const errors = schemaErrors(
      schema,
      schema.type === "integer" ? Number(value) : value,
    );
    return errors.map((error) => `${name}: ${value}: ${error}`);
  });
  const deprecation = deprecationOf(headers);
  const isTold =
    !operation || isDeepStrictEqual(deprecation, operation.deprecation);
  const errors = [
    ...as("header", ofHeaders),
    ...as(
      "deprecation",
      isTold ? [] : [`the headers say ${deprecation.join(" and ")}`],
    ),
  ];
  if (
    method === "HEAD" ||
    (Object.keys(content).length === 0 && body === undefined)
  )
    return errors;
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json(; charset=utf-8)?$/.test(type))
    return [...errors, ...as("media type", [`${status} comes as ${type}`])];
  const { schema = {} } = content["application/json"] ?? {};
  return [
    ...errors,
    ...as("body", schemaErrors(schema, body)),
    ...as("invariant", brokenInvariants(body)),
  ];
}

const as = (law: ResponseError["law"], details: string[]) =>
  details.map((detail) => ({ law, detail }));

/** The days since when an operation is deprecated, and of its end, as the headers say them. */
function deprecationOf(headers: Headers): TestedOperation["deprecation"] {
  const [, from] = /^@(\d+)$/.exec(headers.get("deprecation") ?? "") ?? [];
  const sunset = headers.get("sunset");
  const day = (time: number | string) =>
    new Date(time).toISOString().slice(0, 10);
  return [
    from && day(Number(from) * 1000),
    sunset === null ? undefined : day(sunset),
  ];
}

function schemaErrors(schema: object, value: unknown): string[] {
  const validate = compile(schema);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message = "is wrong" }) =>
      `${instancePath || "it"} ${message}: ${JSON.stringify(value)?.slice(0, 500)}`,
  );
}

/** Something that is not as the contract says. */
export class Finding extends Error {
  override readonly name = "Finding";
  readonly law: string;

  constructor(law: string, detail: string) {
    super(`${law}: ${detail}`);
    this.law = law;
  }
}

/** @throws Finding unless it is so */
export function must(law: string, isSo: boolean, detail: () => string): void {
  if (!isSo) throw new Finding(law, detail());
}
