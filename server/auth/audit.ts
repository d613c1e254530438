import { sql } from "kysely";
import { newId } from "../store/ids.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";

/** A person or program, and the command that it runs. */
export interface Actor {
  /** The operator's name, or `server` for an action of a server at its start. */
  by: string;
  /** E.g. `keys revoke`. */
  command: string;
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number];

/**
 * Adds an entry to the audit log, in the transaction of the recorded action. The entry holds ids
 * only: no secret, and no data of customers.
 */
export async function recordAudit(
  { database, now }: Pick<Store, "database" | "now">,
  { by, command }: Actor,
  {
    workspaceId = null,
    subject = null,
  }: { workspaceId?: string | null; subject?: string | null } = {},
): Promise<void> {
  await database
    .insertInto("audit_log")
    .values({
      id: newId("audit"),
      created_at: now(),
      by,
      command,
      workspace: workspaceId,
      subject,
    })
    .execute();
}

/**
 * The entries of the last so many seconds, oldest first; of one workspace, when its name or id is
 * given. An entry has the workspace's name, or its id when it was erased.
 */
export async function listAudit(
  { database, now }: Store,
  { seconds, workspace }: { seconds: number; workspace?: string | undefined },
) {
  let entries = database
    .selectFrom("audit_log")
    .leftJoin("workspaces", "workspaces.id", "audit_log.workspace")
    .select([
      "audit_log.id",
      "audit_log.created_at",
      "by",
      "command",
      "subject",
    ])
    .select(({ fn }) =>
      fn.coalesce("workspaces.name", "audit_log.workspace").as("workspace"),
    )
    .where(
      "audit_log.created_at",
      ">",
      sql<Timestamp>`${now()} - make_interval(secs => ${seconds})`,
    )
    .orderBy("audit_log.created_at")
    .orderBy("audit_log.id");
  if (workspace !== undefined) {
    entries = entries.where(({ eb, or }) =>
      or([
        eb("workspaces.name", "=", workspace),
        eb("audit_log.workspace", "=", workspace),
      ]),
    );
  }
  return entries.execute();
}
