import { sql, type AliasedRawBuilder } from "kysely";

/**
 * A time as the contract writes it: `2026-11-22T05:03:56.120Z`. These texts sort as the times do.
 */
export type Timestamp = string;

/**
 * Converts a timestamp of PostgreSQL, such as `2026-11-22 05:03:56.12+00`. The sessions of the pool
 * are in UTC.
 * @param parse reads a text in another form
 */
export function toTimestamp(
  text: string,
  parse: (text: string) => Date,
): Timestamp {
  if (text[10] !== " " || !text.endsWith("+00"))
    return parse(text).toISOString();
  const day = text.slice(0, 10);
  const time = text.slice(11, 19);
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${day}T${time}.${milliseconds}Z`;
}

/** Returns the time some milliseconds after another time. */
export const later = (timestamp: Timestamp, milliseconds: number): Timestamp =>
  new Date(Date.parse(timestamp) + milliseconds).toISOString();

/**
 * Returns the time of a change that began at `now`, but at least a millisecond after the last change
 * of the object. Changes of an object may begin in another order than they are made, or in the same
 * millisecond; by these times a reader knows the later of two snapshots.
 */
export function timestampAfter(
  { updated_at }: { updated_at: Timestamp },
  now: Timestamp,
): Timestamp {
  return now > updated_at ? now : later(updated_at, 1);
}

/**
 * Selects a column of timestamps as texts of the contract. In JSON PostgreSQL would write them with
 * a varying number of digits.
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
