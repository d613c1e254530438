import { invalid } from "../contract/api-error.ts";
import type { Reading } from "../store/at-end.ts";

/** The contact that a body refers to, as a statement that keeps it from being erased before the change ends. */
export const keptContact = ({ transaction, workspaceId }: Reading, id: string) =>
  transaction
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forKeyShare();

/** The conversation of a contact that a body refers to, likewise. */
export const keptConversation = ({ transaction, workspaceId }: Reading, id: string, contactId: string) =>
  transaction
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("contact_id", "=", contactId)
    .forKeyShare();

/** The 422 of a body that refers to a contact which the workspace does not have. */
export const noContact = () => invalid(["contact_id"], "no es un contacto de este espacio de trabajo");

/** The 422 of a body that refers to a conversation which the contact does not have. */
export const noConversation = () => invalid(["conversation_id"], "no es una conversación de este contacto");
