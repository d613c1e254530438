import { sql, type AliasedRawBuilder } from "kysely";

/** A moment as the contract writes it: `2026-11-22T05:03:56.120Z`. These texts sort as the moments do. */
export type Moment = string;

/**
 * A moment as PostgreSQL writes it, e.g. `2026-11-22 05:03:56.12+00`, as the sessions of the pool are in UTC. `parse` reads
 * what is written otherwise.
 */
export function toMoment(text: string, parse: (text: string) => Date): Moment {
  if (text[10] !== " " || !text.endsWith("+00")) return parse(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
}

/** The moment some milliseconds after another. */
export const later = (moment: Moment, milliseconds: number): Moment =>
  new Date(Date.parse(moment) + milliseconds).toISOString();

/**
 * The moment of a change of an object, which began at `now`: a millisecond after its last change if it would not be later.
 * Changes of one object may begin in another order than they are made, or in the same millisecond, and these moments tell
 * which snapshot is the later one.
 */
export function momentAfter({ updated_at }: { updated_at: Moment }, now: Moment): Moment {
  return now > updated_at ? now : later(updated_at, 1);
}

/** A column of moments as texts of the contract: in JSON, PostgreSQL writes them with a varying number of digits. */
export function asText<Column extends string>(column: Column): AliasedRawBuilder<Moment, Column> {
  const moment = sql.ref(column);
  return sql<Moment>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(column);
}
