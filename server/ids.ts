import { typeidUnboxed } from "typeid-js";

/** A new identifier: prefix, `_`, 26 characters of a UUIDv7 in base32, so that ids sort by creation (D-01). */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${typeidUnboxed()}`;
}
