import { sql, type RawBuilder } from "kysely";
import { limits } from "../../generated/constants.ts";

/** The beginning of a name, as the contract shows it, of an operator's choice or of an import, which nothing else bounds. */
export const shownName = (column: `${"api_keys" | "contacts" | "workspaces"}.name`): RawBuilder<string> =>
  sql`left(${sql.ref(column)}, ${limits.keyName})`;
