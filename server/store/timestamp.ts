import { sql, type AliasedRawBuilder } from "kysely";

/**
 * A time as the contract writes it: `2026-11-22T05:03:56.120Z`. These texts sort as the times do.
 */
export type Timestamp = string;

/**
 * A timestamp as PostgreSQL writes it, e.g. `2026-11-22 05:03:56.12+00`, as the sessions of the
 * pool are in UTC. `parse` reads what is written otherwise.
 */
export function toTimestamp(
  text: string,
  parse: (text: string) => Date,
): Timestamp {
  if (text[10] !== " " || !text.endsWith("+00"))
    return parse(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
}

/** The time some milliseconds after another. */
export const later = (timestamp: Timestamp, milliseconds: number): Timestamp =>
  new Date(Date.parse(timestamp) + milliseconds).toISOString();

/**
 * The time of a change of an object, which began at `now`: a millisecond after its last change if
 * it would not be later. Changes of one object may begin in another order than they are made, or in
 * the same millisecond, and these times tell which snapshot is the later one.
 */
export function timestampAfter(
  { updated_at }: { updated_at: Timestamp },
  now: Timestamp,
): Timestamp {
  return now > updated_at ? now : later(updated_at, 1);
}

/**
 * A column of timestamps as texts of the contract: in JSON, PostgreSQL writes them with a varying
 * number of digits.
 */
export function asText<Name extends string>(
  name: Name,
  column: string = name,
): AliasedRawBuilder<Timestamp, Name> {
  const timestamp = sql.ref(column);
  return sql<Timestamp>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    name,
  );
}
