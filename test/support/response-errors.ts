import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { resolve, type Header, type Reference, type Response } from "../../openapi/model/contract.ts";
import { contract } from "./at.ts";
import { brokenInvariants } from "../contract/invariants.ts";

/** A response as fetch gives it. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is no body. */
  body: unknown;
}

/** A way in which a response is not what the contract says. */
export interface ResponseError {
  law: "status" | "header" | "media type" | "body" | "invariant";
  detail: string;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// The server here has no value that the contract does not list.
ajv.addKeyword({
  keyword: "x-extensible-enum",
  macro: (existing: string[]) => ({ enum: [...existing, null] }),
});
ajv.addSchema(contract, "contract");

/** Holds a response against what an operation, or the contract for those that reach none, declares. */
export function responseErrors(
  responses: Record<string, Response | Reference>,
  method: string,
  { status, headers, body }: HttpResponse,
): ResponseError[] {
  const declared = responses[status];
  if (declared === undefined) return [{ law: "status", detail: `${status} is not declared` }];
  const { headers: required = {}, content = {} } = resolve<Response>(contract, declared);
  const ofHeaders = Object.entries(required).flatMap(([name, header]) => {
    const { schema, required: isRequired } = resolve<Header>(contract, header);
    const value = headers.get(name);
    if (value === null)
      return isRequired ? [{ law: "header" as const, detail: `${status} lacks ${name}` }] : [];
    const errors = schemaErrors(schema, schema.type === "integer" ? Number(value) : value);
    return errors.map((error) => ({ law: "header" as const, detail: `${name}: ${value}: ${error}` }));
  });
  if (method === "HEAD" || (Object.keys(content).length === 0 && body === undefined)) return ofHeaders;
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json(; charset=utf-8)?$/.test(type)) {
    return [...ofHeaders, { law: "media type", detail: `${status} comes as ${type}` }];
  }
  const { schema = {} } = content["application/json"] ?? {};
  const ofBody = schemaErrors(schema, body).map((error) => ({ law: "body" as const, detail: error }));
  const broken = brokenInvariants(body).map((detail) => ({ law: "invariant" as const, detail }));
  return [...ofHeaders, ...ofBody, ...broken];
}

const compiled = new Map<object, ValidateFunction>();

/** Compiles a schema that may refer to the contract's. */
export function compile(schema: object): ValidateFunction {
  const existing = compiled.get(schema);
  if (existing) return existing;
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')));
  compiled.set(schema, validate);
  return validate;
}

function schemaErrors(schema: object, value: unknown): string[] {
  const validate = compile(schema);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message = "is wrong" }) =>
      `${instancePath || "it"} ${message}: ${JSON.stringify(value)?.slice(0, 500)}`,
  );
}
