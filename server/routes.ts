import type { Routes } from "./handler.ts";
import { createContact, getContact, listContacts } from "./resources/contacts.ts";

/** Who handles which operation of the contract. */
export const routes: Routes = {
  listContacts,
  createContact,
  getContact,
};
