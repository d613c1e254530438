import type { ErrorObject } from "ajv/dist/2020.js";
import { limits } from "../../generated/constants.ts";
import { ApiError, type ErrorDetail, nameInError } from "./api-error.ts";
import { openList } from "./ajv.ts";
import { explain } from "./explain.ts";

/** An error of a value, as far as a refusal shows it. */
export type ValueError = Pick<
  ErrorObject,
  "keyword" | "params" | "message" | "instancePath" | "propertyName"
>;

/**
 * Makes the refusal of values with errors. A missing field makes it a 400 missing_parameter,
 * whatever else is wrong; else it is a 422.
 * @param errors of Ajv
 * @param others errors that are not found by a schema
 */
export function refusalOf(
  errors: ValueError[],
  others: ErrorDetail[],
): ApiError<"missing_parameter" | "validation_error"> {
  // Ajv reports these beside the errors that they consist of.
  const found = errors.filter(
    ({ keyword }) => keyword !== "propertyNames" && keyword !== openList,
  );
  const missing = found.filter(({ keyword }) => keyword === "required");
  const rest = found.filter(({ keyword }) => keyword !== "required");
  const details = [...missing, ...rest].map(detailOf).concat(others);
  return new ApiError(
    missing.length > 0 ? "missing_parameter" : "validation_error",
    { details: bounded(details) },
  );
}

function detailOf(error: ValueError): ErrorDetail {
  const { reason, message } = explain(error);
  const { es, en } = message;
  const ofName = {
    es: `el nombre de un campo ${es}`,
    en: `the name of a field ${en}`,
  };
  return {
    path: pathOf(error),
    message: error.propertyName === undefined ? message : ofName,
    reason,
  };
}

/** The path of the value, or of the field that is missing or unknown. */
export function pathOf({ instancePath, params }: ValueError): string[] {
  const path = instancePath.split("/").slice(1).map(unescapePointer);
  const field: unknown =
    params["missingProperty"] ??
    params["additionalProperty"] ??
    params["unevaluatedProperty"];
  return typeof field === "string" ? [...path, field] : path;
}

const unescapePointer = (name: string) =>
  name.replaceAll("~1", "/").replaceAll("~0", "~");

/**
 * Keeps one detail for each path and message, as a union of types has an error for each branch,
 * within the contract's bounds.
 */
function bounded(details: ErrorDetail[]): ErrorDetail[] {
  const kept = new Map<string, ErrorDetail>();
  for (const { path, message, reason } of details) {
    const detail = { path: path.map(nameInError), message, reason };
    kept.set(JSON.stringify(detail), detail);
  }
  return [...kept.values()].slice(0, limits.errorDetails);
}
