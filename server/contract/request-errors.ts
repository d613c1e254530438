import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { limits } from "../../generated/constants.ts";
import { ApiError, type ErrorDetail, type ErrorReason, nameInError, type Text } from "./api-error.ts";

/**
 * The error for a request that fails validation, with all errors in it.
 * A missing required field makes it a 400 missing_parameter, whatever else is wrong. Else it is a 422. Without a detail, only
 * an id in the path is wrong, which no resource can have: 404.
 */
export function requestError(details: ErrorDetail[]): ApiError {
  if (details.length === 0) return new ApiError("not_found", {});
  const missing = details.filter(({ reason }) => reason === "required");
  const others = details.filter(({ reason }) => reason !== "required");
  const code = missing.length > 0 ? "missing_parameter" : "validation_error";
  return new ApiError(code, { details: bounded([...missing, ...others]) });
}

/** What is wrong with a value, by what a schema of the contract was compiled to. */
export function detailsOf(validate: ValidateFunction, value: unknown): ErrorDetail[] {
  if (validate(value)) return [];
  // It only says that a name is wrong, beside the error that says how.
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames").map(detailOf);
}

function detailOf({ instancePath, keyword, params, message = "", propertyName }: ErrorObject): ErrorDetail {
  const field: unknown =
    params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const names = instancePath.split("/").slice(1).map(unescapePointer);
  const [reason, es, en] = table[keyword] ?? ["format", () => "no es válido", () => "is not valid"];
  const text = { es: es(params), en: en?.(params) ?? message };
  const ofName = { es: `el nombre de un campo ${text.es}`, en: `the name of a field ${text.en}` };
  return {
    path: typeof field === "string" ? [...names, field] : names,
    message: propertyName === undefined ? text : ofName,
    reason,
  };
}

const unescapePointer = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

/** One detail per path and message (a union of types reports an error once per branch), within the contract's bounds. */
function bounded(details: ErrorDetail[]): ErrorDetail[] {
  const short = details.map(({ path, message, reason }) => ({
    path: path.map(nameInError),
    message,
    reason,
  }));
  return [...new Map(short.map((detail) => [JSON.stringify(detail), detail])).values()].slice(
    0,
    limits.errorDetails,
  );
}

/** Said of a text that may be blank, and has a character that it may not have. */
export const forbiddenCharacters: Text = {
  es: "contiene caracteres no permitidos",
  en: "has characters that are not allowed",
};

/** The parameters of Ajv's errors, as far as messages show them. */
interface Params {
  limit?: number;
  allowedValues?: unknown[];
  format?: string;
  multipleOf?: number;
  pattern?: string;
  type?: string | string[];
}
type Message = (params: Params) => string;

/** The reason and the messages of each keyword of JSON Schema. Ajv's message stands where there is no English one. */
const table: Record<string, [reason: ErrorReason, es: Message, en?: Message]> = {
  additionalProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  const: ["enum", () => "no tiene el valor esperado"],
  enum: [
    "enum",
    ({ allowedValues = [] }) => `debe ser uno de: ${allowedValues.join(", ")}`,
    ({ allowedValues = [] }) => `must be equal to one of the allowed values: ${allowedValues.join(", ")}`,
  ],
  exclusiveMaximum: ["maximum", ({ limit }) => `debe ser menor que ${limit}`],
  exclusiveMinimum: ["minimum", ({ limit }) => `debe ser mayor que ${limit}`],
  format: ["format", ({ format = "" }) => `debe ser ${formats[format] ?? `válido como ${format}`}`],
  maxItems: ["too_many", ({ limit }) => `no puede tener más de ${count(limit, "elemento")}`],
  maxLength: ["too_long", ({ limit }) => `no puede tener más de ${count(limit, "carácter", "caracteres")}`],
  maxProperties: ["too_many", ({ limit }) => `no puede tener más de ${count(limit, "campo")}`],
  maximum: ["maximum", ({ limit }) => `debe ser menor o igual que ${limit}`],
  minItems: ["too_few", ({ limit }) => `debe tener al menos ${count(limit, "elemento")}`],
  minLength: ["too_short", ({ limit }) => `debe tener al menos ${count(limit, "carácter", "caracteres")}`],
  minProperties: ["too_few", ({ limit }) => `debe tener al menos ${count(limit, "campo")}`],
  minimum: ["minimum", ({ limit }) => `debe ser mayor o igual que ${limit}`],
  multipleOf: ["format", ({ multipleOf }) => `debe ser múltiplo de ${multipleOf}`],
  pattern: [
    "pattern",
    ({ pattern }) => (mayBeBlank(pattern) ? "" : "está en blanco o ") + forbiddenCharacters.es,
    ({ pattern }) => (mayBeBlank(pattern) ? "" : "is blank or ") + forbiddenCharacters.en,
  ],
  required: ["required", () => "es obligatorio", () => "is required"],
  type: ["type", ({ type = [] }) => `debe ser ${[type].flat().map(typeName).join(" o ")}`],
  unevaluatedProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  uniqueItems: ["repeated", () => "no puede tener elementos repetidos"],
};

const mayBeBlank = (pattern = "") => new RegExp(pattern, "u").test(" ");

const count = (limit = 0, one: string, more = `${one}s`) => `${limit} ${limit === 1 ? one : more}`;

const formats: Record<string, string> = {
  email: "un email válido",
  "date-time":
    "una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B",
  uri: "una URL válida",
};

const types: Record<string, string> = {
  array: "una lista",
  boolean: "verdadero o falso",
  integer: "un número entero",
  null: "null",
  number: "un número",
  object: "un objeto",
  string: "texto",
};
const typeName = (type: string) => types[type] ?? type;
