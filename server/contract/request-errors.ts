import { limits } from "../../generated/constants.ts";
import {
  ApiError,
  type ErrorDetail,
  type ErrorReason,
  nameInError,
  type Text,
} from "./api-error.ts";

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
  const pathsOfNames = errors
    .filter((error) => keywordOf(error) === "propertyNames")
    .map(({ path }) => path);
  const found = errors
    .filter(
      (error) =>
        !error.path.startsWith("/params/") &&
        keywordOf(error) !== "propertyNames",
    )
    .map((error) => {
      const keyword = keywordOf(error);
      const ofName =
        pathsOfNames.includes(error.path) && ofTexts.includes(keyword);
      const [part = "", ...names] = segments(error.path, body);
      const path =
        part === "headers"
          ? names.map((name) => asInContract(name, headers))
          : names;
      const { message, reason } = explained(keyword, error.message);
      const { es, en } = message;
      const ofField = {
        es: `el nombre de un campo ${es}`,
        en: `the name of a field ${en}`,
      };
      return {
        keyword,
        detail: { path, message: ofName ? ofField : message, reason },
      };
    });
  const missing = found.filter(({ keyword }) => keyword === "required");
  const rest = found.filter(({ keyword }) => keyword !== "required");
  const details = bounded(
    [...missing, ...rest].map(({ detail }) => detail).concat(others),
  );
  if (details.length === 0) return new ApiError("not_found", {});
  return new ApiError(
    missing.length > 0 ? "missing_parameter" : "validation_error",
    { details },
  );
}

const keywordOf = ({ errorCode }: ValidationError) =>
  errorCode?.split(".")[0]?.replace("x-eov-", "") ?? "";

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
    const joined = rest.join("/");
    const name =
      isRecord(value) && Object.hasOwn(value, joined)
        ? joined
        : unescapePointer(rest[0] ?? "");
    rest.splice(0, name === joined ? rest.length : 1);
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
const unescapePointer = (name: string) =>
  name.replaceAll("~1", "/").replaceAll("~0", "~");

/** One detail per path and message (a union of types reports an error once per branch), within the contract's bounds. */
function bounded(details: ErrorDetail[]): ErrorDetail[] {
  const short = details.map(({ path, message, reason }) => ({
    path: path.map(nameInError),
    message,
    reason,
  }));
  return [
    ...new Map(
      short.map((detail) => [JSON.stringify(detail), detail]),
    ).values(),
  ].slice(0, limits.errorDetails);
}

/** Said of a text that may be blank, and has a character that it may not have. */
export const forbiddenCharacters: Text = {
  es: "contiene caracteres no permitidos",
  en: "has characters that are not allowed",
};

/**
 * The reason and the messages of each keyword of JSON Schema, for `error.details`. express-openapi-validator gives the
 * keyword and Ajv's English message, without Ajv's parameters; so numbers and names are read from that message. Ajv's
 * message stands where there is no English one.
 */
const table: Record<
  string,
  [
    reason: ErrorReason,
    es: (argument: string) => string,
    en?: (argument: string) => string,
  ]
> = {
  additionalProperties: [
    "unknown_field",
    () => "no es un campo conocido",
    () => "is no known field",
  ],
  const: ["enum", () => "no tiene el valor esperado"],
  enum: ["enum", (values) => `debe ser uno de: ${values}`],
  exclusiveMaximum: ["maximum", (bound) => `debe ser menor que ${bound}`],
  exclusiveMinimum: ["minimum", (bound) => `debe ser mayor que ${bound}`],
  format: [
    "format",
    (format) => `debe ser ${formats[format]?.es ?? `válido como ${format}`}`,
    (format) => `must be ${formats[format]?.en ?? `valid as ${format}`}`,
  ],
  maxItems: [
    "too_many",
    (bound) => `no puede tener más de ${count(bound, "elemento")}`,
  ],
  maxLength: [
    "too_long",
    (bound) =>
      `no puede tener más de ${count(bound, "carácter", "caracteres")}`,
  ],
  maxProperties: [
    "too_many",
    (bound) => `no puede tener más de ${count(bound, "campo")}`,
  ],
  maximum: ["maximum", (bound) => `debe ser menor o igual que ${bound}`],
  minItems: [
    "too_few",
    (bound) => `debe tener al menos ${count(bound, "elemento")}`,
  ],
  minLength: [
    "too_short",
    (bound) => `debe tener al menos ${count(bound, "carácter", "caracteres")}`,
  ],
  minProperties: [
    "too_few",
    (bound) => `debe tener al menos ${count(bound, "campo")}`,
  ],
  minimum: ["minimum", (bound) => `debe ser mayor o igual que ${bound}`],
  multipleOf: ["format", (step) => `debe ser múltiplo de ${step}`],
  pattern: [
    "pattern",
    (pattern) => mismatch(pattern).es,
    (pattern) => mismatch(pattern).en,
  ],
  required: ["required", () => "es obligatorio", () => "is required"],
  type: [
    "type",
    (types) => `debe ser ${types.split(",").map(typeName).join(" o ")}`,
  ],
  unevaluatedProperties: [
    "unknown_field",
    () => "no es un campo conocido",
    () => "is no known field",
  ],
  uniqueItems: ["repeated", () => "no puede tener elementos repetidos"],
};

/** Says of a text what its pattern asks for. */
function mismatch(pattern: string): Text {
  const accepts = (text: string) => new RegExp(pattern, "u").test(text);
  // A pattern of what people write, and not only of texts of one form.
  if (accepts("a b")) {
    const mayBeBlank = accepts(" ");
    return {
      es: `${mayBeBlank ? "" : "está en blanco o "}${forbiddenCharacters.es}`,
      en: `${mayBeBlank ? "" : "is blank or "}${forbiddenCharacters.en}`,
    };
  }
  if (accepts('W/"a", "b"'))
    return {
      es: 'debe ser una versión o un ETag entre comillas, o varios separados por comas, por ejemplo "mn39vqwr"',
      en: 'must be a version or an ETag in quotes, or several with commas between them, e.g. "mn39vqwr"',
    };
  return {
    es: `debe cumplir el patrón ${pattern}`,
    en: `must match the pattern ${pattern}`,
  };
}

const count = (bound: string, one: string, more = `${one}s`) =>
  `${bound} ${bound === "1" ? one : more}`;

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

/** `keyword` of JSON Schema and Ajv's English message for it → the reason and the message. */
export function explained(
  keyword: string,
  english: string,
): Pick<ErrorDetail, "reason" | "message"> {
  const argument =
    /^must be equal to one of the allowed values: (.*)$/s.exec(english)?.[1] ??
    /"(.*)"/s.exec(english)?.[1] ??
    /-?\d[\d.e+-]*/.exec(english)?.[0] ??
    /^must be (.*)$/.exec(english)?.[1] ??
    "";
  const [reason, es, en] = table[keyword] ?? [
    "format",
    () => "no es válido",
    () => "is not valid",
  ];
  return {
    reason,
    message: { es: es(argument), en: en?.(argument) ?? english },
  };
}
