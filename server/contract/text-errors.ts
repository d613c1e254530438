import type { ErrorDetail } from "./api-error.ts";
import { forbiddenCharacters } from "./spanish.ts";

/** No body of the contract is nested deeper. Its schema finds the error of a value that is. */
const deepest = 4;

/**
 * Errors that no portable `pattern` finds in the texts of a value and the names of its fields: half of a surrogate pair
 * is no character, and U+FEFF at the start marks an encoding (D-24).
 */
export function textErrors(value: unknown, path: string[] = []): ErrorDetail[] {
  if (typeof value === "string") return isSound(value) ? [] : [error(path)];
  if (typeof value !== "object" || value === null || path.length > deepest) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = [...path, name];
    return [...(isSound(name) ? [] : [error(at)]), ...textErrors(child, at)];
  });
}

const isSound = (text: string) => text.isWellFormed() && !text.startsWith("\uFEFF");
const error = (path: string[]): ErrorDetail => ({ path, message: forbiddenCharacters, reason: "pattern" });
