// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import contacts from "../client/contacts.ts";
import events from "../client/follow.ts";
import type { Methods } from "./methods.ts";
export * from "../client/contacts.ts";
export * from "../client/follow.ts";

export default (methods: Methods): Methods & { contacts: ReturnType<typeof contacts> } & { events: ReturnType<typeof events> } => ({
  ...methods,
  contacts: { ...methods.contacts, ...contacts(methods.contacts) },
  events: { ...methods.events, ...events(methods.events) },
});
