/** Said of a text that may be blank, and has a character that it may not have. */
export const forbiddenCharacters = "contiene caracteres no permitidos";

/**
 * The Spanish message of each keyword of JSON Schema, for `error.details[].message`. express-openapi-validator gives the
 * keyword and Ajv's English message, without Ajv's parameters; so numbers and names are read from that message.
 */
const messages: Record<string, (argument: string) => string> = {
  additionalProperties: () => "no es un campo conocido",
  const: () => "no tiene el valor esperado",
  enum: (values) => `debe ser uno de: ${values}`,
  exclusiveMaximum: (bound) => `debe ser menor que ${bound}`,
  exclusiveMinimum: (bound) => `debe ser mayor que ${bound}`,
  format: (format) => `debe ser ${formats[format] ?? `válido como ${format}`}`,
  maxItems: (bound) => `no puede tener más de ${count(bound, "elemento")}`,
  maxLength: (bound) => `no puede tener más de ${count(bound, "carácter", "caracteres")}`,
  maxProperties: (bound) => `no puede tener más de ${count(bound, "campo")}`,
  maximum: (bound) => `debe ser menor o igual que ${bound}`,
  minItems: (bound) => `debe tener al menos ${count(bound, "elemento")}`,
  minLength: (bound) => `debe tener al menos ${count(bound, "carácter", "caracteres")}`,
  minProperties: (bound) => `debe tener al menos ${count(bound, "campo")}`,
  minimum: (bound) => `debe ser mayor o igual que ${bound}`,
  multipleOf: (step) => `debe ser múltiplo de ${step}`,
  pattern: (pattern) => (new RegExp(pattern, "u").test(" ") ? "" : "está en blanco o ") + forbiddenCharacters,
  required: () => "es obligatorio",
  type: (types) => `debe ser ${types.split(",").map(typeName).join(" o ")}`,
  unevaluatedProperties: () => "no es un campo conocido",
  uniqueItems: () => "no puede tener elementos repetidos",
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

/** `keyword` of JSON Schema and Ajv's English message for it → Spanish. */
export function spanish(keyword: string, english: string): string {
  const argument =
    /^must be equal to one of the allowed values: (.*)$/s.exec(english)?.[1] ??
    /"(.*)"/s.exec(english)?.[1] ??
    /-?\d[\d.e+-]*/.exec(english)?.[0] ??
    /^must be (.*)$/.exec(english)?.[1] ??
    "";
  return messages[keyword]?.(argument) ?? "no es válido";
}
