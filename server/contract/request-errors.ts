import { limits } from "../../generated/constants.ts";
import type { ErrorObject } from "ajv";
import { ApiError, type ErrorDetail, type ErrorReason, nameInError, type Text } from "./api-error.ts";

/**
 * The error for values that break their schema, with all errors in it. A missing required field makes it a 400
 * missing_parameter, whatever else is wrong. Else it is a 422.
 */
export function requestError(errors: ErrorObject[], others: ErrorDetail[] = []): ApiError {
  // Beside an error of the name of a field, this one only says that there is one.
  const found = errors.filter(({ keyword }) => keyword !== "propertyNames");
  const missing = found.filter(({ keyword }) => keyword === "required");
  const rest = found.filter(({ keyword }) => keyword !== "required");
  const details = bounded([...[...missing, ...rest].map(detailOf), ...others]);
  return new ApiError(missing.length > 0 ? "missing_parameter" : "validation_error", { details });
}

function detailOf(error: ErrorObject): ErrorDetail {
  const { instancePath, params, propertyName } = error;
  const names = instancePath.split("/").slice(1).map(unescapePointer);
  const name: unknown =
    params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const path = typeof name === "string" ? [...names, name] : names;
  const { message, reason } = explained(error);
  if (propertyName === undefined) return { path, message, reason };
  const { es, en } = message;
  return { path, reason, message: { es: `el nombre de un campo ${es}`, en: `the name of a field ${en}` } };
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

/**
 * The reason and the messages of each keyword of JSON Schema, for `error.details`. Ajv's message stands where there is no
 * English one.
 */
const table: Record<
  string,
  [reason: ErrorReason, es: (argument: string) => string, en?: (argument: string) => string]
> = {
  additionalProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  const: ["enum", () => "no tiene el valor esperado"],
  enum: [
    "enum",
    (values) => `debe ser uno de: ${values}`,
    (values) => `must be equal to one of the allowed values: ${values}`,
  ],
  exclusiveMaximum: ["maximum", (bound) => `debe ser menor que ${bound}`],
  exclusiveMinimum: ["minimum", (bound) => `debe ser mayor que ${bound}`],
  format: [
    "format",
    (format) => `debe ser ${formats[format]?.es ?? `válido como ${format}`}`,
    (format) => `must be ${formats[format]?.en ?? `valid as ${format}`}`,
  ],
  maxItems: ["too_many", (bound) => `no puede tener más de ${count(bound, "elemento")}`],
  maxLength: ["too_long", (bound) => `no puede tener más de ${count(bound, "carácter", "caracteres")}`],
  maxProperties: ["too_many", (bound) => `no puede tener más de ${count(bound, "campo")}`],
  maximum: ["maximum", (bound) => `debe ser menor o igual que ${bound}`],
  minItems: ["too_few", (bound) => `debe tener al menos ${count(bound, "elemento")}`],
  minLength: ["too_short", (bound) => `debe tener al menos ${count(bound, "carácter", "caracteres")}`],
  minProperties: ["too_few", (bound) => `debe tener al menos ${count(bound, "campo")}`],
  minimum: ["minimum", (bound) => `debe ser mayor o igual que ${bound}`],
  multipleOf: ["format", (step) => `debe ser múltiplo de ${step}`],
  pattern: [
    "pattern",
    (pattern) =>
      isOfText(pattern)
        ? (mayBeBlank(pattern) ? "" : "está en blanco o ") + forbiddenCharacters.es
        : `debe cumplir el patrón ${pattern}`,
    (pattern) =>
      isOfText(pattern)
        ? (mayBeBlank(pattern) ? "" : "is blank or ") + forbiddenCharacters.en
        : `must match the pattern ${pattern}`,
  ],
  required: ["required", () => "es obligatorio", () => "is required"],
  type: ["type", (types) => `debe ser ${types.split(",").map(typeName).join(" o ")}`],
  unevaluatedProperties: ["unknown_field", () => "no es un campo conocido", () => "is no known field"],
  uniqueItems: ["repeated", () => "no puede tener elementos repetidos"],
};

/** Whether a pattern takes what people write, and not only texts of one form. */
const isOfText = (pattern: string) => new RegExp(pattern, "u").test("a b");
const mayBeBlank = (pattern: string) => new RegExp(pattern, "u").test(" ");

const count = (bound: string, one: string, more = `${one}s`) => `${bound} ${bound === "1" ? one : more}`;

const formats: Record<string, Text> = {
  email: { es: "un email válido", en: "a valid email" },
  "date-time": {
    es: "una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B",
    en: "a date and time with a time zone, e.g. 2026-04-01T09:00:00Z; in a URL, + is written %2B",
  },
  uri: { es: "una URL válida", en: "a valid URL" },
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
const typeName = (type: string) => types[type.trim()] ?? type;

/** The reason and the message of an error of Ajv. */
export function explained({
  keyword,
  params,
  message = "is not valid",
}: Pick<ErrorObject, "keyword" | "params" | "message">): Pick<ErrorDetail, "reason" | "message"> {
  const { allowedValues, limit, format, multipleOf, pattern, type } = params;
  const argument = Array.isArray(allowedValues)
    ? allowedValues.join(", ")
    : String(limit ?? format ?? multipleOf ?? pattern ?? type);
  const [reason, es, en] = table[keyword] ?? ["format", () => "no es válido", () => "is not valid"];
  return { reason, message: { es: es(argument), en: en?.(argument) ?? message } };
}
