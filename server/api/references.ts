import { invalid } from "../contract/api-error.ts";
import type { Transaction } from "../store/transaction.ts";

/** Finds the contact that a body refers to, and keeps it from being erased before the transaction ends. */
export const referredContact = ({ database, workspaceId }: Transaction, id: string) =>
  database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();

/** The conversation of a contact that a body refers to, likewise. */
export const referredConversation = ({ database, workspaceId }: Transaction, id: string, contactId: string) =>
  database
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("contact_id", "=", contactId)
    .forKeyShare()
    .executeTakeFirst();

/** The 422 of a body that refers to a contact which the workspace does not have. */
export const noContact = () =>
  invalid(
    ["contact_id"],
    "not_found",
    "no es un contacto de este espacio de trabajo",
    "is no contact of this workspace",
  );

/** The 422 of a body that refers to a conversation which the contact does not have. */
export const noConversation = () =>
  invalid(
    ["conversation_id"],
    "not_found",
    "no es una conversación de este contacto",
    "is no conversation of this contact",
  );
