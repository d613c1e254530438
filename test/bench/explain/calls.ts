import type { CreateConversationRequest } from "../../../generated/types.ts";
import { everyOperation, type TestedOperation } from "../../support/operation.ts";
import { nobody, requestTo, type Rows } from "../../support/world.ts";
import { call, daily, filters, pick, searches, type BenchRequest, type Call } from "../calls.ts";
import type { Seeded } from "../seed.ts";

/** A seeded workspace, and what a website and its visitor have. */
export interface Explainable extends Seeded {
  token: string;
  /** The session of a visitor, and a conversation of it. */
  session: string;
  ownConversation: string;
}

/** Ids of the seeded database by their kind. What it has none of is explained with an id that nothing has. */
function rowsOf(data: Seeded, n: number): Rows {
  const kinds = everyOperation.flatMap(({ listed = [], created = [] }) => [listed, created].flat());
  const { contacts, conversations, tickets, articles, events, deliveries, webhook } = data;
  const seeded = { ct: contacts, cv: conversations, tk: tickets, ar: articles, evt: events, whd: deliveries };
  const ids = Object.entries(seeded).map(([kind, listed]) => [kind, pick(listed, n)]);
  return {
    ...nobody(Object.fromEntries(kinds.map((kind) => [kind, ""]))),
    ...Object.fromEntries(ids),
    wh: webhook,
  };
}

/** Every operation once, and those with a choice of plans with each. */
export const explained: Call<Explainable>[] = [
  ...daily,
  call("contacts, last page", "listContacts", (_n, { deepContacts }) => ({
    query: { cursor: deepContacts.at(-1) ?? "", limit: "100" },
  })),
  ...filters,
  ...searches,
  call("search, 90 % deep", "listContacts", (n, { deepContacts }) => ({
    query: { q: "garcia", cursor: pick(deepContacts, n) },
  })),
  call("a contact's conversations", "listConversations", (n, { contacts }) => ({
    query: { contact_id: pick(contacts, n), status: "open" },
  })),
  call("start conversation once", "createConversation", (n, { contacts }) => ({
    headers: { "Idempotency-Key": "explain" },
    body: { contact_id: pick(contacts, n), body: "Hola" } satisfies CreateConversationRequest,
  })),
  call("feed of common types, 90 % deep", "listEvents", (n, { deepEvents }) => ({
    query: { cursor: pick(deepEvents, n), types: "contact.created,message.created" },
  })),
  // The deletion of a webhook goes on until no delivery is left, and here each transaction is taken back.
  ...everyOperation.filter(({ id }) => id !== "deleteWebhook").map((operation) => documented(operation)),
];

/** The request that the contract documents for an operation, about the seeded rows, which need not belong together. */
function documented({ references, body, ...others }: TestedOperation): Call<Explainable> {
  const optional = Object.keys(references).filter((name) => !body?.required?.includes(name));
  const example =
    others.example &&
    Object.fromEntries(Object.entries(others.example).filter(([name]) => !optional.includes(name)));
  const operation = { ...others, references, body, example };
  return {
    name: "as documented",
    operation: operation.id,
    request: (n, data) => {
      const rows = rowsOf(data, n);
      if (operation.scheme === "messengerVisitor") rows["cv"] = data.ownConversation;
      const { path, method, json } = requestTo(operation, rows);
      const secrets = {
        apiKey: pick(data.keys, n),
        messengerPublicToken: data.token,
        messengerVisitor: data.session,
      };
      return {
        path,
        method: method as BenchRequest["method"],
        headers: {
          Authorization: `Bearer ${secrets[operation.scheme]}`,
          ...(json && { "Content-Type": "application/json" }),
        },
        ...(json && { body: JSON.stringify(json) }),
      };
    },
  };
}
