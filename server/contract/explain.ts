import type { ErrorObject } from "ajv/dist/2020.js";
import type { ErrorDetail, Text } from "./api-error.ts";

/** A reason why a value is refused: for programs, and for people in each language. */
export type Explanation = Pick<ErrorDetail, "reason" | "message">;

/** An error of Ajv, as far as it is explained. */
export type Fault = Pick<ErrorObject, "keyword" | "params" | "message">;

/**
 * Explains an error of Ajv. The Spanish message is made from the error's parameters; the English
 * one too where it differs from Ajv's own.
 */
export function explain({
  keyword,
  params,
  message: english = "",
}: Fault): Explanation {
  switch (keyword) {
    case "required":
      return {
        reason: "required",
        message: { es: "es obligatorio", en: "is required" },
      };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        reason: "unknown_field",
        message: { es: "no es un campo conocido", en: "is no known field" },
      };
    case "type": {
      const names = [params["type"] as string | string[]].flat();
      const es = `debe ser ${names.map((name) => types[name] ?? name).join(" o ")}`;
      return { reason: "type", message: { es, en: english } };
    }
    case "const":
      return {
        reason: "enum",
        message: { es: "no tiene el valor esperado", en: english },
      };
    case "enum": {
      const allowed = params["allowedValues"] as unknown[];
      const values = allowed.filter((value) => value !== null).join(", ");
      return {
        reason: "enum",
        message: {
          es: `debe ser uno de: ${values}`,
          en: `must be equal to one of the allowed values: ${values}`,
        },
      };
    }
    case "format":
      return {
        reason: "format",
        message: ofFormat(params["format"] as string),
      };
    case "pattern":
      return {
        reason: "pattern",
        message: ofPattern(params["pattern"] as string),
      };
    case "multipleOf":
      return {
        reason: "format",
        message: {
          es: `debe ser múltiplo de ${params["multipleOf"]}`,
          en: english,
        },
      };
    case "uniqueItems":
      return {
        reason: "repeated",
        message: { es: "no puede tener elementos repetidos", en: english },
      };
    default:
      return ofLimit(keyword, Number(params["limit"]), english);
  }
}

/** Explains a limit that a value breaks, or any other error. */
function ofLimit(keyword: string, limit: number, english: string): Explanation {
  const bound = bounds[keyword];
  if (!bound)
    return {
      reason: "format",
      message: { es: "no es válido", en: "is not valid" },
    };
  return {
    reason: bound.reason,
    message: { es: bound.es(limit), en: english },
  };
}

/** The keywords with a limit. */
const bounds: Record<
  string,
  { reason: ErrorDetail["reason"]; es: (limit: number) => string }
> = {
  minimum: {
    reason: "minimum",
    es: (limit) => `debe ser mayor o igual que ${limit}`,
  },
  exclusiveMinimum: {
    reason: "minimum",
    es: (limit) => `debe ser mayor que ${limit}`,
  },
  maximum: {
    reason: "maximum",
    es: (limit) => `debe ser menor o igual que ${limit}`,
  },
  exclusiveMaximum: {
    reason: "maximum",
    es: (limit) => `debe ser menor que ${limit}`,
  },
  minLength: {
    reason: "too_short",
    es: (limit) =>
      `debe tener al menos ${count(limit, "carácter", "caracteres")}`,
  },
  maxLength: {
    reason: "too_long",
    es: (limit) =>
      `no puede tener más de ${count(limit, "carácter", "caracteres")}`,
  },
  minItems: {
    reason: "too_few",
    es: (limit) =>
      `debe tener al menos ${count(limit, "elemento", "elementos")}`,
  },
  maxItems: {
    reason: "too_many",
    es: (limit) =>
      `no puede tener más de ${count(limit, "elemento", "elementos")}`,
  },
  minProperties: {
    reason: "too_few",
    es: (limit) => `debe tener al menos ${count(limit, "campo", "campos")}`,
  },
  maxProperties: {
    reason: "too_many",
    es: (limit) => `no puede tener más de ${count(limit, "campo", "campos")}`,
  },
};

const count = (limit: number, one: string, more: string) =>
  `${limit} ${limit === 1 ? one : more}`;

/** The types of JSON in Spanish. */
const types: Record<string, string> = {
  array: "una lista",
  boolean: "verdadero o falso",
  integer: "un número entero",
  null: "null",
  number: "un número",
  object: "un objeto",
  string: "texto",
};

function ofFormat(format: string): Text {
  const { es, en } = formats[format] ?? {
    es: `válido como ${format}`,
    en: `valid as ${format}`,
  };
  return { es: `debe ser ${es}`, en: `must be ${en}` };
}

const formats: Record<string, Text> = {
  email: { es: "un email válido", en: "a valid email" },
  "date-time": {
    es: "una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B",
    en: "a date and time with a time zone, e.g. 2026-04-01T09:00:00Z; in a URL, + is written %2B",
  },
  uri: { es: "una URL válida", en: "a valid URL" },
};

/** The message for a text that may be blank, and has a character that it may not have. */
export const forbiddenCharacters: Text = {
  es: "contiene caracteres no permitidos",
  en: "has characters that are not allowed",
};

/**
 * Writes the message for a text that does not match a pattern: the rule in words when the text is
 * for people, else the pattern.
 */
function ofPattern(pattern: string): Text {
  const accepts = (text: string) => new RegExp(pattern, "u").test(text);
  const isForPeople = accepts("a b");
  if (isForPeople && accepts(" ")) return forbiddenCharacters;
  if (isForPeople)
    return {
      es: `está en blanco o ${forbiddenCharacters.es}`,
      en: `is blank or ${forbiddenCharacters.en}`,
    };
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
