import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Parameter, resolve } from "../../openapi/model/contract.ts";
import { namesIn } from "../../openapi/model/node.ts";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { components, Event, TestEvent } from "../../generated/types.ts";
import { invalid } from "./api-error.ts";
import { dateTime } from "./date-time.ts";
import { hasMoreValues, textErrors } from "./json-text.ts";
import { contractOf, loadContract } from "./load.ts";
import { detailsOf, requestError } from "./request-errors.ts";

type Schemas = components["schemas"];

/** What compiles the schemas of the contract, each at its first use. */
function createCompiler(options: Options = {}): () => Ajv2020 {
  let ajv: Ajv2020 | undefined;
  return () => {
    if (ajv) return ajv;
    ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, ...options });
    formats.default(ajv).addFormat("date-time", dateTime);
    // The generator has checked it.
    return ajv.addSchema(loadContract(), "contract", undefined, false);
  };
}

/** For requests and responses, whose growing lists may have values that this version does not know. */
const forMessages = createCompiler();
/** Reports only the first error. */
const forLarge = createCompiler({ allErrors: false });
/** For what the server itself writes: only the values that the contract lists. */
const forOwn = createCompiler({
  keywords: [{ keyword: "x-extensible-enum", macro: (values: string[]) => ({ enum: [...values, null] }) }],
});

/** What holds a value against the schema at a place in the contract, if it has that place. */
const validatorAt = (ajv: Ajv2020, ...names: string[]): ValidateFunction | undefined =>
  ajv.getSchema(`contract#/${names.map(escapePointer).join("/")}`);

const escapePointer = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

const ofJson = ["content", "application/json", "schema"];

/** What holds the body of a request against the contract. With `allErrors` it finds all errors, otherwise the first one. */
export function validatorOfBody(id: OperationId, allErrors: boolean): ValidateFunction {
  const { path, method } = operations[id];
  const ajv = allErrors ? forMessages() : forLarge();
  const validate = validatorAt(ajv, "paths", path, method, "requestBody", ...ofJson);
  if (!validate) throw new Error(`${id} takes no body.`);
  return validate;
}

const ofParameters = new Map<OperationId, ValidateFunction>();

/** What holds the parameters of a request, `{ query, header, path }`, against the contract. */
export function validatorOfParameters(id: OperationId): ValidateFunction {
  const existing = ofParameters.get(id);
  if (existing) return existing;
  const parameters = (contractOf(id).parameters ?? []).map((parameter) =>
    resolve<Parameter>(loadContract(), parameter),
  );
  const schemaOf = (place: Parameter["in"]) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    const required = there.filter((parameter) => parameter.required).map(({ name }) => name);
    return { properties: Object.fromEntries(there.map(({ name, schema }) => [name, schema])), required };
  };
  const schema = { query: schemaOf("query"), header: schemaOf("header"), path: schemaOf("path") };
  const text = JSON.stringify({ properties: schema }).replaceAll('"#/', '"contract#/');
  const validate = forMessages().compile(JSON.parse(text) as object);
  ofParameters.set(id, validate);
  return validate;
}

/** Why a response breaks the contract; undefined when it does not. */
export function responseError(id: OperationId, status: number, body: unknown): Error | undefined {
  const { path, method } = operations[id];
  const declared = contractOf(id).responses[status];
  const isShared = declared !== undefined && "$ref" in declared;
  const place = isShared ? namesIn(declared.$ref) : ["paths", path, method, "responses", `${status}`];
  const validate = validatorAt(forMessages(), ...place, ...ofJson);
  if (!validate) return new Error(`The operation declares no response ${status}.`);
  if (validate(body)) return undefined;
  const errors = validate.errors?.map(({ instancePath, message }) => ({ path: instancePath, message }));
  return Object.assign(new Error("The response breaks the contract."), { errors });
}

/**
 * The errors of a value that comes from no request, by a schema of the contract; none when it is valid. In English, for
 * operators and logs.
 */
export function errorsIn<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): Pick<EventError, "path" | "message">[] {
  return errorsBy(validatorOf(name), value);
}

/** An error of an event. */
export interface EventError {
  path: string[];
  message: string;
  /** Whether this version does not know a type, field or value, which a later one may have added. */
  isUnknown: boolean;
}

/** The errors of an event, by the webhook of the contract that has its type. */
export function errorsInEvent(event: Event | TestEvent): EventError[] {
  const validate = validatorAt(forOwn(), "webhooks", event.type, "post", "requestBody", ...ofJson);
  return validate
    ? errorsBy(validate, event)
    : [{ path: ["type"], message: "is no type of event", isUnknown: true }];
}

/** The keywords that what a later version has added breaks. */
const ofAdditions = new Set(["additionalProperties", "unevaluatedProperties", "enum"]);

/** What holds a value against a schema of the contract, and then has its errors. */
function validatorOf(name: keyof Schemas & string): ValidateFunction {
  return validatorAt(forOwn(), "components", "schemas", name) as ValidateFunction;
}

function errorsBy(validate: ValidateFunction, value: unknown): EventError[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, message = "is not valid" }) => ({
    path: instancePath.split("/").slice(1),
    message,
    isUnknown: ofAdditions.has(keyword),
  }));
}

/**
 * Refuses a change of an object whose stored fields break the contract, unless the change mends them.
 * @throws ApiError 422 that names the fields
 */
export function requireValid<Name extends keyof Schemas & string>(name: Name, value: Schemas[Name]): void {
  const details = detailsOf(validatorOf(name), value);
  if (details.length > 0) throw requestError(details);
}

/** How many values an element may hold for all its errors to be found. No schema of an element accepts more. */
const mostValues = 200;

/**
 * An element of a list whose elements the contract checks one by one (`x-per-element`).
 * @throws ApiError 400 or 422 with the errors of the element; their paths begin in it
 */
export function elementOf<Name extends keyof Schemas & string>(name: Name, element: unknown): Schemas[Name] {
  if (hasMoreValues(element, mostValues)) {
    throw invalid([], "too_many", "tiene demasiados valores", "has too many values");
  }
  const details = [...detailsOf(validatorOf(name), element), ...textErrors(element)];
  if (details.length > 0) throw requestError(details);
  return element as Schemas[Name];
}
