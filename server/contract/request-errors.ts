import type { ErrorObject } from "ajv/dist/2020.js";
import { limits } from "../../generated/constants.ts";
import { ApiError, type ErrorDetail, type ErrorReason, nameInError, type Text } from "./api-error.ts";

/** An error that Ajv finds in a part of a request, by default in its body. */
export interface Found extends Pick<
  ErrorObject,
  "instancePath" | "keyword" | "params" | "propertyName" | "message"
> {
  part?: string;
}

/** The error of a body that is missing although the operation requires one, when no field of it is required. */
export const missingBody: Found = { instancePath: "", keyword: "required", params: {} };

/**
 * The error for a request that fails validation, with all errors in it.
 * A missing required field makes it a 400 missing_parameter, whatever else is wrong. Else it is a 422. An id in the path
 * that no resource can have is a 404 when nothing else is wrong.
 */
export function requestError(errors: Found[], others: ErrorDetail[]): ApiError {
  const found = errors.filter(({ part, keyword }) => part !== "path" && keyword !== "propertyNames");
  const missing = found.filter(({ keyword }) => keyword === "required");
  const rest = found.filter(({ keyword }) => keyword !== "required");
  const details = bounded([...[...missing, ...rest].map(toDetail), ...others]);
  if (details.length === 0) return new ApiError("not_found", {});
  return new ApiError(missing.length > 0 ? "missing_parameter" : "validation_error", { details });
}

function toDetail({ instancePath, keyword, params, propertyName, message: english }: Found): ErrorDetail {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string>;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const path = instancePath.split("/").slice(1).map(unescapePointer);
  const [reason, spanish, ownEnglish] = table[keyword] ?? other;
  const [es, en] = [spanish(params), ownEnglish?.(params) ?? english ?? ""];
  const ofField = { es: `el nombre de un campo ${es}`, en: `the name of a field ${en}` };
  return {
    path: name === undefined ? path : [...path, name],
    message: propertyName === undefined ? { es, en } : ofField,
    reason,
  };
}

const unescapePointer = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

/** One detail per path and message (a union of types reports an error once per branch), within the contract's bounds. */
function bounded(details: ErrorDetail[]): ErrorDetail[] {
  const short = details.map((detail) => ({ ...detail, path: detail.path.map(nameInError) }));
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

/** A message by what Ajv gives of the keyword that refused a value, e.g. its limit. */
type Say = (params: Record<string, unknown>) => string;

/** The reason and the messages of each keyword of JSON Schema. Ajv's message stands where there is no English one. */
const table: Record<string, [reason: ErrorReason, es: Say, en?: Say]> = {
  additionalProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  const: ["enum", () => "no tiene el valor esperado"],
  enum: [
    "enum",
    ({ allowedValues }) => `debe ser uno de: ${listed(allowedValues)}`,
    ({ allowedValues }) => `must be equal to one of the allowed values: ${listed(allowedValues)}`,
  ],
  exclusiveMaximum: ["maximum", ({ limit }) => `debe ser menor que ${limit}`],
  exclusiveMinimum: ["minimum", ({ limit }) => `debe ser mayor que ${limit}`],
  format: ["format", ({ format }) => `debe ser ${formats[String(format)] ?? `válido como ${format}`}`],
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
  type: ["type", ({ type }) => `debe ser ${String(type).split(",").map(typeName).join(" o ")}`],
  unevaluatedProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  uniqueItems: ["repeated", () => "no puede tener elementos repetidos"],
};

const other: (typeof table)[string] = ["format", () => "no es válido", () => "is not valid"];

const listed = (values: unknown) => (values as unknown[]).join(", ");
const mayBeBlank = (pattern: unknown) => new RegExp(String(pattern), "u").test(" ");
const count = (limit: unknown, one: string, more = `${one}s`) => `${limit} ${limit === 1 ? one : more}`;

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
