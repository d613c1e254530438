import type { OptionType } from "./check.ts";

const isVersion = (text: string) => /^[!#-~]+$/.test(text);
const hasStrongTag = (text: string) => /(^|[ ,])"[!#-~]*"/.test(text);

/** Requires a valid version. A weak tag, which a compressing proxy makes, would never match. */
export const versionType: OptionType = {
  description:
    "the version of an object, an ETag in quotes that is not weak (W/), or *",
  accepts: (value) =>
    typeof value === "string" && (isVersion(value) || hasStrongTag(value)),
};

/** Returns the header `If-Match` for a version. An ETag in quotes and `*` stay unchanged. */
export const ifMatchOf = (version: string): string =>
  version === "*" || version.includes('"') ? version : `"${version}"`;

/**
 * Rejects an `ifMatch` that is undefined: the caller wants a condition, but the request would have
 * none.
 * @throws TypeError
 */
export function requireVersion(options: { ifMatch?: unknown }): void {
  if ("ifMatch" in options && options.ifMatch === undefined)
    throw new TypeError(
      "ifMatch is undefined, so nothing would protect the change. An object of an event before 1.3.0 has no version: " +
        "read the object again. To change it in any case, leave ifMatch out.",
    );
}
