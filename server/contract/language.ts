import type { Request } from "express";
import { type Language, languages } from "./api-error.ts";

/** The language that a request prefers for messages (RFC 9110, section 12.5.4); Spanish if it asks for none of them. */
export function languageOf(request: Request): Language {
  const preferred = request.acceptsLanguages(...languages);
  return languages.find((language) => language === preferred) ?? languages[0];
}
