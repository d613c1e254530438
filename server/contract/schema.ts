import {
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { components, Event, TestEvent } from "../../generated/types.ts";
import { dateTime } from "./date-time.ts";
import { loadContract } from "./load.ts";
import { requestError, type ValidationError } from "./request-errors.ts";
import { requireFewValues, textErrors } from "./unseen-errors.ts";

type Schemas = components["schemas"];

const openList = "x-extensible-enum";

let compiled: Ajv2020 | undefined;

/** Called at the first use, so that a contract that cannot be loaded is reported by the start and not by an import. */
function compile(): Ajv2020 {
  // JSON.parse makes Infinity of 1e400. The contract as a whole is no schema.
  const options = {
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    allErrors: true,
  };
  const ajv = new Ajv2020(options);
  formats.default(ajv).addFormat("date-time", dateTime);
  // The server itself writes only the values that the contract lists.
  ajv.addKeyword({
    keyword: openList,
    macro: (values: string[]) => ({ enum: [...values, null] }),
  });
  return ajv.addSchema(loadContract(), "contract");
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
  const validate = validatorAt(
    `webhooks/${event.type}/post/requestBody/content/application~1json/schema`,
  );
  return validate
    ? errorsBy(validate, event)
    : [{ path: ["type"], message: "is no type of event", isUnknown: true }];
}

/** The keywords that what a later version has added breaks. */
const ofAdditions = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "enum",
]);

/** What holds a value against a schema of the contract, and then has its errors. */
function validatorOf(name: keyof Schemas & string): ValidateFunction {
  return validatorAt(`components/schemas/${name}`) as ValidateFunction;
}

/** What holds a value against the schema at a place in the contract, if it has that place. */
function validatorAt(pointer: string): ValidateFunction | undefined {
  compiled ??= compile();
  return compiled.getSchema(`contract#/${pointer}`);
}

function errorsBy(validate: ValidateFunction, value: unknown): EventError[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, keyword, message = "is not valid" }) => ({
      path: instancePath.split("/").slice(1),
      message,
      isUnknown: ofAdditions.has(keyword),
    }),
  );
}

/**
 * Refuses a change of an object whose stored fields break the contract, unless the change mends them.
 * @throws ApiError 422 that names the fields
 */
export function requireValid<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): void {
  const validate = validatorOf(name);
  if (!validate(value))
    throw requestError(errorsOf(validate), [], value, { headers: [] });
}

/**
 * An element of a list whose elements the contract checks one by one (`x-per-element`).
 * @throws ApiError 400 or 422 with the errors of the element; their paths begin in it
 */
export function elementOf<Name extends keyof Schemas & string>(
  name: Name,
  element: unknown,
): Schemas[Name] {
  requireFewValues(element, "element");
  const validate = validatorOf(name);
  validate(element);
  const [errors, others] = [errorsOf(validate), textErrors(element)];
  if (errors.length + others.length > 0)
    throw requestError(errors, others, element, { headers: [] });
  return element as Schemas[Name];
}

/** The errors of a value as express-openapi-validator reports them. A value that an open list lacks is one error, of its `enum`. */
const errorsOf = ({ errors }: ValidateFunction): ValidationError[] =>
  (errors ?? []).filter(({ keyword }) => keyword !== openList).map(toError);

function toError({
  instancePath,
  keyword,
  message = "",
  params,
}: ErrorObject): ValidationError {
  const name: unknown =
    params["missingProperty"] ?? params["additionalProperty"];
  const path = `/body${instancePath}${typeof name === "string" ? `/${name}` : ""}`;
  const values: unknown = params["allowedValues"];
  const listed = Array.isArray(values)
    ? `: ${values.filter((value) => value !== null).join(", ")}`
    : "";
  return { path, message: message + listed, errorCode: keyword };
}
