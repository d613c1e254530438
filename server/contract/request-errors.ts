import { limits } from "../../generated/constants.ts";
import { ApiError, nameInError, type ErrorDetail } from "./api-error.ts";
import { spanish } from "./spanish.ts";

/** An error as express-openapi-validator reports it: `/body/tags/1`, `type.openapi.validation`. */
export interface ValidationError {
  path: string;
  message: string;
  errorCode?: string;
}

/**
 * The error for a request that fails validation, with all errors in it.
 * A missing required field makes it a 400 missing_parameter, whatever else is wrong. Else it is a 422. An id in the path
 * that no resource can have is a 404 when nothing else is wrong.
 */
export function requestError(
  errors: ValidationError[],
  others: ErrorDetail[],
  body: unknown,
  { headers }: { headers: readonly string[] },
): ApiError {
  const named = errors.filter((error) => keywordOf(error) === "propertyNames").map(({ path }) => path);
  const found = errors
    .filter((error) => !error.path.startsWith("/params/") && keywordOf(error) !== "propertyNames")
    .map((error) => {
      const keyword = keywordOf(error);
      const ofName = named.includes(error.path) && ofTexts.includes(keyword);
      const [part = "", ...names] = segments(error.path, body);
      const path = part === "headers" ? names.map((name) => asInContract(name, headers)) : names;
      const { message, reason } = spanish(keyword, error.message);
      const said = ofName ? `el nombre de un campo ${message}` : message;
      return { keyword, detail: { path, message: said, reason } };
    });
  const missing = found.filter(({ keyword }) => keyword === "required");
  const rest = found.filter(({ keyword }) => keyword !== "required");
  const details = bounded([...missing, ...rest].map(({ detail }) => detail).concat(others));
  if (details.length === 0) return new ApiError("not_found", {});
  return new ApiError(missing.length > 0 ? "missing_parameter" : "validation_error", { details });
}

const keywordOf = ({ errorCode }: ValidationError) => errorCode?.split(".")[0]?.replace("x-eov-", "") ?? "";

/** At the path of an object these are of the name of a field, and an error `propertyNames` with the same path goes with them. */
const ofTexts = ["minLength", "maxLength", "pattern"];

/**
 * `/body/custom_fields/a~1b` → `["body", "custom_fields", "a/b"]`. The library escapes the path of a known field,
 * but not the name of an unknown one; so the rest of the path is one name when the value has a field of that name.
 */
function segments(path: string, body: unknown): string[] {
  const [part = "", ...rest] = path.split("/").slice(1);
  const result = [part];
  let value = part === "body" ? body : undefined;
  while (rest.length > 0) {
    const whole = rest.join("/");
    const name = isRecord(value) && Object.hasOwn(value, whole) ? whole : unescapePointer(rest[0] ?? "");
    rest.splice(0, name === whole ? rest.length : 1);
    value = isRecord(value) ? value[name] : undefined;
    result.push(name);
  }
  return result;
}

/** Node writes the names of headers in lower case. */
const asInContract = (name: string, headers: readonly string[]) =>
  headers.find((header) => header.toLowerCase() === name) ?? name;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const unescapePointer = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

/** One detail per path and message (a union of types reports an error once per branch), within the contract's bounds. */
function bounded(details: ErrorDetail[]): ErrorDetail[] {
  const short = details.map((detail) => ({ ...detail, path: detail.path.map(nameInError) }));
  return [...new Map(short.map((detail) => [JSON.stringify(detail), detail])).values()].slice(
    0,
    limits.errorDetails,
  );
}
