import type { ValidateFunction } from "ajv/dist/2020.js";
import type { components } from "../../generated/types.ts";
import { referenceTo, validatorAt } from "./ajv.ts";
import { explain } from "./explain.ts";
import { pathOf, refusalOf } from "./refusal.ts";
import { requireFewValues, textErrors } from "./unseen-errors.ts";

type Schemas = components["schemas"];

/**
 * Finds the errors of a value that comes from no request, by a schema of the contract; none when it
 * is valid. In English, for operators and logs.
 */
export function errorsIn<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): Pick<EventError, "path" | "message">[] {
  const validate = validatorOf(name);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    path: pathOf(error),
    message: explain(error).message.en,
  }));
}

/** An error of an event. */
export interface EventError {
  path: string[];
  message: string;
  /**
   * True when this version does not know a type, field or value, which a later one may have added.
   */
  isUnknown: boolean;
}

/** Finds the errors of an event, by the webhook of the contract that has its type. */
export function errorsInEvent(event: { type: string }): EventError[] {
  const body = ["webhooks", event.type, "post", "requestBody", "content"];
  const validate = validatorAt(
    referenceTo(...body, "application/json", "schema"),
  );
  return validate
    ? errorsBy(validate, event)
    : [{ path: ["type"], message: "is no type of event", isUnknown: true }];
}

/** Keywords that reject additions of a later version. */
const ofAdditions = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "enum",
]);

/** Returns the validator of a schema of the contract. */
function validatorOf(name: keyof Schemas & string): ValidateFunction {
  const validate = validatorAt(referenceTo("components", "schemas", name));
  if (!validate) throw new Error(`The contract has no schema ${name}.`);
  return validate;
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
 * Refuses a change of an object whose stored fields break the contract, unless the change mends
 * them.
 * @throws ApiError 422 that names the fields
 */
export function requireValid<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): void {
  const validate = validatorOf(name);
  if (!validate(value)) throw refusalOf(validate.errors ?? [], []);
}

/**
 * Checks an element of a list whose elements the contract checks one by one (`x-per-element`).
 * @throws ApiError 400 or 422 with the errors of the element; their paths begin in it
 */
export function elementOf<Name extends keyof Schemas & string>(
  name: Name,
  element: unknown,
): Schemas[Name] {
  requireFewValues(element, "element");
  const validate = validatorOf(name);
  validate(element);
  const errors = validate.errors ?? [];
  const others = textErrors(element);
  if (errors.length + others.length > 0) throw refusalOf(errors, others);
  return element as Schemas[Name];
}
