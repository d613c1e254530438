import type { Kind } from "./check.ts";

const isVersion = (text: string) => /^[!#-~]+$/.test(text);
const hasStrongTag = (text: string) => /(^|[ ,])"[!#-~]*"/.test(text);

/** The versions that a change may be made of. A weak tag, as a proxy that compresses makes one, would never match. */
export const versionKind: Kind = [
  "the version of an object, an ETag in quotes that is not weak (W/), or *",
  (value) =>
    typeof value === "string" && (isVersion(value) || hasStrongTag(value)),
];

/** The `If-Match` of a version. Tags that are in quotes already stay as they are. */
export const ifMatchOf = (version: string): string =>
  version === "*" || version.includes('"') ? version : `"${version}"`;

/**
 * Refuses a version that is missing where the caller meant to give one: the change would be made in any case.
 * @throws TypeError
 */
export function requireVersion(options: { ifMatch?: unknown }): void {
  if ("ifMatch" in options && options.ifMatch === undefined)
    throw new TypeError(
      "ifMatch is undefined, so nothing would protect the change. An object of an event before 1.3.0 has no version: " +
        "read the object again. For a change in any case leave ifMatch out.",
    );
}
