import { sql } from "kysely";

/** How much a workspace stores, or an object adds to it (D-35). */
export type Usage = Record<"contacts" | "bytes", number>;

/** What a workspace has counted, as numbers in text where the row is not read as JSON. */
export const totals = (workspaceId: string) => sql<Record<keyof Usage, string>>`
  select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes from (
    select contacts, bytes from workspace_usage where workspace_id = ${workspaceId}
    union all
    select contacts, bytes from workspace_usage_parts where workspace_id = ${workspaceId}
  ) counts`;
