import type { ErrorObject } from "ajv/dist/2020.js";
import type { components } from "../../generated/types.ts";
import { ApiError } from "./api-error.ts";
import { validatorOf } from "./schema.ts";
import { hasMoreValues } from "./has-more-values.ts";
import { requestError } from "./request-faults.ts";
import { textFaults } from "./text-faults.ts";

type Schemas = components["schemas"];

/** How many values an element may hold for all its faults to be found. No schema of an element accepts more. */
const mostValues = 200;

/**
 * An element of a list whose elements the contract checks one by one (`x-per-element`).
 * @throws ApiError 400 or 422 with the faults of the element; their paths begin in it
 */
export function elementOf<Name extends keyof Schemas & string>(name: Name, element: unknown): Schemas[Name] {
  if (hasMoreValues(element, mostValues)) {
    throw new ApiError("validation_error", { details: [{ path: [], message: "tiene demasiados valores" }] });
  }
  const validate = validatorOf(name);
  validate(element);
  const [faults, others] = [validate.errors ?? [], textFaults(element)];
  if (faults.length + others.length > 0)
    throw requestError(faults.map(toFault), others, element, { statuses: [422], headers: [] });
  return element as Schemas[Name];
}

/** A fault as express-openapi-validator reports it. */
function toFault({ instancePath, keyword, message = "", params }: ErrorObject) {
  const name: unknown = params["missingProperty"] ?? params["additionalProperty"];
  const path = `/body${instancePath}${typeof name === "string" ? `/${name}` : ""}`;
  return { path, message: keyword === "enum" ? `${message}: ` : message, errorCode: keyword };
}
