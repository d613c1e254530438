import { sql, type AliasedRawBuilder } from "kysely";

/** A column of moments as texts of the contract: in JSON, PostgreSQL writes them with a varying number of digits. */
export function asText<Column extends string>(column: Column): AliasedRawBuilder<string, Column> {
  const moment = sql.ref(column);
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(column);
}
