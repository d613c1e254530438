import { newId } from "../store/ids.ts";
import type { Store } from "../store/store.ts";

/** The workspace of something that is created. */
export interface Workspace {
  /** Its name. */
  workspace: string;
  /** True when no workspace may have this name yet. */
  isNew?: boolean | undefined;
}

/**
 * The id of the workspace of this name, which is created when there is none.
 * @throws Error when there is one that has to be new
 */
export async function ensureWorkspace(
  { database, now }: Pick<Store, "database" | "now">,
  { workspace: name, isNew = false }: Workspace,
): Promise<string> {
  const created = await database
    .insertInto("workspaces")
    .values({ id: newId("ws"), name, created_at: now() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return created.id;
  if (isNew)
    throw new Error(
      `There is a workspace ${name} already. For a key of it, leave --new out.`,
    );
  const workspaces = database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", name);
  return (await workspaces.executeTakeFirstOrThrow()).id;
}
