import { sql, type RawBuilder } from "kysely";
import { limits } from "../../generated/constants.ts";

/** The beginning of a name, as the contract shows it. Operators choose names, and nothing else bounds them. */
export const beginningOf = (column: "api_keys.name" | "workspaces.name"): RawBuilder<string> =>
  sql`left(${sql.ref(column)}, ${limits.keyName})`;
