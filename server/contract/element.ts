import type { ErrorObject } from "ajv/dist/2020.js";
import type { components } from "../../generated/types.ts";
import { invalid } from "./api-error.ts";
import { validatorOf } from "./schema.ts";
import { hasMoreValues, textErrors } from "./unseen-errors.ts";
import { requestError } from "./request-errors.ts";

type Schemas = components["schemas"];

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
  const validate = validatorOf(name);
  validate(element);
  const [errors, others] = [validate.errors ?? [], textErrors(element)];
  if (errors.length + others.length > 0)
    throw requestError(errors.map(toError), others, element, { headers: [] });
  return element as Schemas[Name];
}

/** An error as express-openapi-validator reports it. */
function toError({ instancePath, keyword, message = "", params }: ErrorObject) {
  const name: unknown = params["missingProperty"] ?? params["additionalProperty"];
  const path = `/body${instancePath}${typeof name === "string" ? `/${name}` : ""}`;
  return { path, message: keyword === "enum" ? `${message}: ` : message, errorCode: keyword };
}
