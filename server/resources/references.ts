import { invalid } from "../contract/api-error.ts";
import type { Change } from "../store/change.ts";

/**
 * A contact that a body refers to.
 * @throws ApiError 422 when the workspace has no such contact
 */
export async function requireContact({ transaction, workspaceId }: Change, id: string): Promise<void> {
  const contact = await transaction
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forKeyShare() // so that it is not erased meanwhile
    .executeTakeFirst();
  if (!contact) throw invalid(["contact_id"], "no es un contacto de este espacio de trabajo");
}

/**
 * A conversation that a body refers to.
 * @throws ApiError 422 when the contact has no such conversation
 */
export async function requireConversation(
  { transaction, workspaceId }: Change,
  id: string,
  contactId: string,
): Promise<void> {
  const conversation = await transaction
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("contact_id", "=", contactId)
    .forKeyShare()
    .executeTakeFirst();
  if (!conversation) throw invalid(["conversation_id"], "no es una conversación de este contacto");
}
