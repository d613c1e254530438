import type { ErrorDetail, ErrorReason } from "./api-error.ts";

/** Said of a text that may be blank, and has a character that it may not have. */
export const forbiddenCharacters = "contiene caracteres no permitidos";

/**
 * The reason and the Spanish message of each keyword of JSON Schema, for `error.details`. express-openapi-validator gives the
 * keyword and Ajv's English message, without Ajv's parameters; so numbers and names are read from that message.
 */
const table: Record<string, [reason: ErrorReason, message: (argument: string) => string]> = {
  additionalProperties: ["unknown_field", () => "no es un campo conocido"],
  const: ["enum", () => "no tiene el valor esperado"],
  enum: ["enum", (values) => `debe ser uno de: ${values}`],
  exclusiveMaximum: ["maximum", (bound) => `debe ser menor que ${bound}`],
  exclusiveMinimum: ["minimum", (bound) => `debe ser mayor que ${bound}`],
  format: ["format", (format) => `debe ser ${formats[format] ?? `válido como ${format}`}`],
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
    (pattern) => (new RegExp(pattern, "u").test(" ") ? "" : "está en blanco o ") + forbiddenCharacters,
  ],
  required: ["required", () => "es obligatorio"],
  type: ["type", (types) => `debe ser ${types.split(",").map(typeName).join(" o ")}`],
  unevaluatedProperties: ["unknown_field", () => "no es un campo conocido"],
  uniqueItems: ["repeated", () => "no puede tener elementos repetidos"],
};

const count = (bound: string, one: string, more = `${one}s`) => `${bound} ${bound === "1" ? one : more}`;

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
const typeName = (type: string) => types[type.trim()] ?? type;

/** `keyword` of JSON Schema and Ajv's English message for it → the reason, and the message in Spanish. */
export function spanish(keyword: string, english: string): Pick<ErrorDetail, "reason" | "message"> {
  const argument =
    /^must be equal to one of the allowed values: (.*)$/s.exec(english)?.[1] ??
    /"(.*)"/s.exec(english)?.[1] ??
    /-?\d[\d.e+-]*/.exec(english)?.[0] ??
    /^must be (.*)$/.exec(english)?.[1] ??
    "";
  const [reason, message] = table[keyword] ?? ["format", () => "no es válido"];
  return { reason, message: message(argument) };
}
