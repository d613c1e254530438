import { fromString, toUUID, typeidUnboxed } from "typeid-js";

/**
 * A new identifier: prefix, `_`, 26 characters of a UUIDv7 in base32, so that ids sort by creation
 * (D-01).
 */
export function newId<Prefix extends string>(
  prefix: Prefix,
): `${Prefix}_${string}` {
  return `${prefix}_${typeidUnboxed()}`;
}

/**
 * Returns the time when an identifier was made, by the clock of its process, e.g.
 * `2026-11-22T05:03:56.120Z`; undefined for any other text.
 */
export function timeOfId(prefix: string, id: string): string | undefined {
  try {
    const milliseconds = toUUID(fromString(id, prefix))
      .replaceAll("-", "")
      .slice(0, 12);
    return new Date(Number.parseInt(milliseconds, 16)).toISOString();
  } catch {
    return undefined;
  }
}
