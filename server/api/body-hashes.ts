import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tables } from "../store/tables.ts";

/**
 * Hashes of a body, which do not depend on the order of its fields: `request_hash` of all fields,
 * `body_hash` of those that do not have their default.
 */
export type Hashes = Pick<
  Selectable<Tables["idempotency_keys"]>,
  "request_hash" | "body_hash"
>;

/**
 * Computes the hashes of a body.
 * @param defaults field → the default of the contract
 */
export const hashesOf = (
  body: object | undefined,
  defaults: object,
): Hashes => ({
  request_hash: hashOf(body),
  body_hash: hashOf(body && withoutDefaults(defaults, body)),
});

const hashOf = (body: object | undefined): string =>
  hash("sha256", JSON.stringify(body ?? null, sorted));

/**
 * Returns a body without the fields that have their default, as servers of two versions fill in
 * different defaults.
 */
function withoutDefaults(defaults: object, body: object): object {
  const defaultByName = new Map<string, unknown>(Object.entries(defaults));
  const sent = Object.entries(body).filter(
    ([name, value]) => value !== defaultByName.get(name),
  );
  return Object.fromEntries(sent);
}

/**
 * Compares a body with the one of an earlier request, which a server of an earlier version may have
 * stored.
 */
export function isSameBody(
  body: object | undefined,
  { request_hash, body_hash }: Hashes,
  earlier: Hashes,
): boolean {
  if (earlier.body_hash !== null) return earlier.body_hash === body_hash;
  // Earlier versions stored a single hash, as `request_hash`: 1.1.0 hashed the fields in the order
  // in which they were sent, and commits after 1.2.0 the fields without defaults.
  const unsorted = hash("sha256", JSON.stringify(body ?? null));
  return [request_hash, unsorted, body_hash].includes(earlier.request_hash);
}

/**
 * Replaces an object, for `JSON.stringify`, by one whose fields are in the order of their names.
 */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
