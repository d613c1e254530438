import { recordAudit } from "../auth/audit.ts";
import { noteKeyChange } from "../store/database/revocations.ts";
import type { Store } from "../store/store.ts";
import {
  command,
  required,
  requireName,
  type Session,
  workspaceOption,
} from "./command.ts";
import { requireWorkspace } from "./workspace.ts";

/** Refuses each request of a workspace, and keeps its data, feed and due deliveries (D-47). */
export const suspend = command({
  summary:
    "refuse each request of a workspace from now on; its data stays, and its due deliveries wait; repeat it to change the reason",
  options: { workspace: workspaceOption, reason: required("TEXT") },
  prepare: ({ workspace, reason }) => {
    requireName("--reason", reason);
    return async (store, session) => {
      const { id } = await requireWorkspace(store, workspace);
      return change(store, session, id, reason);
    };
  },
});

/** Ends a suspension. */
export const resume = command({
  summary:
    "accept the requests of a suspended workspace again, and send its due deliveries",
  options: { workspace: workspaceOption },
  prepare:
    ({ workspace }) =>
    async (store, session) => {
      const { id, name } = await requireWorkspace(store, workspace);
      const suspended = await store.database
        .selectFrom("workspaces")
        .select("id")
        .where("id", "=", id)
        .where("suspended_at", "is not", null)
        .executeTakeFirst();
      if (!suspended)
        throw new Error(`The workspace ${name} is not suspended.`);
      return change(store, session, id, null);
    },
});

/**
 * Suspends a workspace for a reason, or resumes it for null. Resolves when every process knows.
 * @returns the workspace's suspension
 */
async function change(
  { database, now, revocations }: Store,
  session: Session,
  id: string,
  reason: string | null,
) {
  const changed = await database.transaction().execute(async (transaction) => {
    await recordAudit({ database: transaction, now }, session, {
      workspaceId: id,
    });
    await noteKeyChange(transaction);
    return transaction
      .updateTable("workspaces")
      .set(({ fn }) => ({
        suspended_at:
          reason === null ? null : fn.coalesce("suspended_at", now()),
        suspended_because: reason,
      }))
      .where("id", "=", id)
      .returning([
        "id",
        "name as workspace",
        "suspended_at",
        "suspended_because",
      ])
      .executeTakeFirstOrThrow();
  });
  await revocations.reachedAll();
  return changed;
}
