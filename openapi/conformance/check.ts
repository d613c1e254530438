import type { ValidateFunction } from "ajv/dist/2020.js";
import {
  resolve,
  type Contract,
  type Header,
  type Located,
  type Operation,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { scalarIn, valueOfHeader } from "./header-value.ts";
import { isJson } from "../model/media-names.ts";
import { messageOf } from "../options.ts";
import { plainCopy } from "../model/json.ts";
import { compilerFor, type Compile } from "../model/validator.ts";
import type { TestResponse } from "./send.ts";

/** A difference between a response and the contract. */
export interface Problem {
  kind: "status" | "content type" | "header" | "body";
  problem: string;
}

/** Validates values of requests and responses by the schemas of a contract. */
export interface Checker {
  /** Returns true when the schema allows the value in a request. */
  accepts: (schema: Schema, value: unknown) => boolean;
  /** Returns the differences between a response and what its operation documents. */
  problemsOf: (located: Located, response: TestResponse) => Problem[];
}

/** The statuses that never have a body, as no response to a HEAD has one (RFC 9110 § 6.4.1). */
const withoutBody = [204, 205, 304];

/** A schema that no program can read, as one of its keywords has a wrong value. */
export class UnreadableSchema extends Error {}

/** Compiles schemas, and throws an UnreadableSchema for one that is wrong. */
function schemaReader(
  contract: Contract,
  unusedFields: "readOnly" | "writeOnly",
): Compile {
  const compile = compilerFor(contract, unusedFields);
  return (schema) => {
    try {
      return compile(schema);
    } catch (error) {
      throw new UnreadableSchema(messageOf(error), { cause: error });
    }
  };
}

/** Creates the checker of a contract. It compiles each schema once. */
export function createChecker(contract: Contract): Checker {
  const requestValidator = schemaReader(contract, "readOnly");
  const responseValidator = schemaReader(contract, "writeOnly");
  return {
    accepts: (schema, value) =>
      requestValidator(schema)(plainCopy(value)) === true,
    problemsOf: ({ method, operation: { responses } }, response) => {
      // OpenAPI 3.1 need not list responses. checkOperation reports that nothing is compared.
      if (Object.keys(responses).length === 0) return [];
      const declared = declaredFor(responses, response.status);
      if (!declared) return [statusProblem(responses, response.status)];
      const documented = resolve<Response>(contract, declared);
      const headers = headerProblems(
        contract,
        documented,
        response,
        responseValidator,
      );
      if (method === "head" || withoutBody.includes(response.status))
        return headers;
      return [
        ...headers,
        ...bodyProblems(documented, response, responseValidator),
      ];
    },
  };
}

/**
 * Returns the response of a status: the exact status first, then its range (`4XX`), then `default`.
 */
function declaredFor(responses: Operation["responses"], status: number) {
  const range = `${String(status).charAt(0)}XX`;
  return (
    responses[status] ??
    responses[range] ??
    responses[range.toLowerCase()] ??
    responses["default"]
  );
}

function statusProblem(
  responses: Operation["responses"],
  status: number,
): Problem {
  const documented = Object.keys(responses);
  const verb = documented.length === 1 ? "is" : "are";
  return {
    kind: "status",
    problem: `${status} is not documented: ${documented.join(", ")} ${verb}.`,
  };
}

function headerProblems(
  contract: Contract,
  documented: Response,
  response: TestResponse,
  compile: Compile,
): Problem[] {
  const problems: Problem[] = [];
  const add = (problem: string) => problems.push({ kind: "header", problem });
  for (const [name, node] of Object.entries(documented.headers ?? {})) {
    // OpenAPI ignores it: the media types are compared.
    if (name.toLowerCase() === "content-type") continue;
    const header = resolve<Header>(contract, node);
    const text = response.headers.get(name);
    if (text === null) {
      if (header.required) add(`${response.status} has no ${name}.`);
      continue;
    }
    const value = valueOfHeader(contract, header, text);
    const validate = compile(header.schema);
    const error = errorOf(validate, value);
    const scalar = scalarIn(value);
    const isScalar = scalar !== undefined && validate(scalar) === true;
    if (error !== undefined && !isScalar) add(`${name}: ${text} ${error}`);
  }
  return problems;
}

/**
 * Returns what is wrong with the body of a response: it is missing, its media type, or its values.
 */
function bodyProblems(
  { content = {} }: Response,
  { status, headers, text }: TestResponse,
  compile: Compile,
): Problem[] {
  const documented = Object.keys(content);
  if (documented.length === 0) return [];
  if (text === "") return [{ kind: "body", problem: `${status} has no body.` }];
  const sent = headers.get("content-type") ?? "none";
  const [name] = documented
    .filter((each) => fitOf(each, sent) !== undefined)
    .toSorted((a, b) => Number(fitOf(b, sent)) - Number(fitOf(a, sent)));
  if (name === undefined)
    return [
      {
        kind: "content type",
        problem: `${status} comes as ${sent}; documented: ${documented.join(", ")}.`,
      },
    ];
  if (!isJson(sent)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ kind: "body", problem: `${status} has a body that is no JSON.` }];
  }
  const error = errorOf(compile(content[name]?.schema ?? {}), value);
  if (error === undefined) return [];
  return [{ kind: "body", problem: `The body of ${status}: ${error}` }];
}

/**
 * Returns how specific a documented media type is for a content type: least a range such as
 * `text/*`, most the same type with the same parameters.
 * @returns undefined when the content type is another one
 */
function fitOf(documented: string, contentType: string): number | undefined {
  const [expected = "", ...parameters] = partsOf(documented);
  const [found = "", ...sent] = partsOf(contentType);
  if (expected === "*/*") return 0;
  if (expected.endsWith("*"))
    return found.startsWith(expected.slice(0, -1)) ? 1 : undefined;
  if (found !== expected) return undefined;
  const areSent = parameters.every((each) => sent.includes(each));
  return areSent ? 3 + parameters.length : 2;
}

/** Returns the type and the parameters of a media type. */
const partsOf = (mediaType: string) =>
  mediaType
    .toLowerCase()
    .split(";")
    .map((part) => part.replaceAll(/[\s"]/g, ""));

/** Returns the first error of a value, or undefined when it is valid. */
function errorOf(
  validate: ValidateFunction,
  value: unknown,
): string | undefined {
  if (validate(value) === true) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath || "it"} ${error?.message ?? "is wrong"}.`;
}
