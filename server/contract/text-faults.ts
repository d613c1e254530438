import type { ErrorDetail } from "./api-error.ts";
import { spanish } from "./spanish.ts";

/** No body of the contract is deeper. What is deeper has another fault, which its schema finds. */
const deepest = 4;

/**
 * What no portable `pattern` can say of the texts of a value, the names of its members included: half of a surrogate
 * pair is no character, and U+FEFF at the start marks an encoding (D-24).
 */
export function textFaults(value: unknown, path: string[] = []): ErrorDetail[] {
  if (typeof value === "string") return isSound(value) ? [] : [fault(path)];
  if (typeof value !== "object" || value === null || path.length > deepest) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = [...path, name];
    return [...(isSound(name) ? [] : [fault(at)]), ...textFaults(child, at)];
  });
}

const isSound = (text: string) => !/^\uFEFF|\p{Cs}/u.test(text);
const fault = (path: string[]) => ({ path, message: spanish("pattern", "") });
