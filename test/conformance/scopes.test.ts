import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { scopes } from "../../generated/constants.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { publishArticle, requestTo, type Rows } from "../support/world.ts";

const server = await startServer();
const owner = await server.key(["*"]);
const call = server.caller(() => owner);
const email = "detail-of-contact@example.com";

/** The texts in the test objects. Each text is in the objects of one kind only. */
const texts = [
  "name-of-contact",
  "detail-of-contact",
  "subject-of-conversation",
  "text-of-message",
  "subject-of-ticket",
  "detail-of-ticket",
  "text-of-article",
  "text-of-webhook",
];
/** Scope → the texts that a key with this scope may read. */
const readable: Partial<Record<Scope, string[]>> = {
  // The detail of a contact summarizes its conversations and tickets (D-10).
  "contacts:read": [
    "name-of-contact",
    "detail-of-contact",
    "subject-of-conversation",
    "subject-of-ticket",
  ],
  // Messages name their authors (D-32).
  "conversations:read": [
    "name-of-contact",
    "subject-of-conversation",
    "text-of-message",
  ],
  "tickets:read": ["subject-of-ticket", "detail-of-ticket"],
  "articles:read": ["text-of-article"],
  // The feed shows every kind of object (D-16).
  "events:read": texts.filter((text) => text !== "text-of-webhook"),
  "*": texts,
};

/** The ids of one object of each kind, with these texts. */
const rows = await (async (): Promise<Rows> => {
  const url = "https://text-of-webhook.example.com/";
  const wh = (await call("/v1/webhooks", { url, events: ["*"] })).body.data.id;
  const detail = {
    company: "detail-of-contact",
    custom_fields: { key: "detail-of-contact" },
  };
  const ct = (
    await call("/v1/contacts", { name: "name-of-contact", email, ...detail })
  ).body.data.id;
  const message = {
    subject: "subject-of-conversation",
    body: "text-of-message",
    author_type: "contact",
  };
  const cv = (await call("/v1/conversations", { contact_id: ct, ...message }))
    .body.data.id;
  const ticket = {
    subject: "subject-of-ticket",
    description: "detail-of-ticket",
    tags: ["detail-of-ticket"],
  };
  const tk = (
    await call("/v1/tickets", {
      contact_id: ct,
      conversation_id: cv,
      ...ticket,
    })
  ).body.data.id;
  const ar = await publishArticle(
    server.store,
    "test",
    ["text-of-article"],
    "help",
  );
  const evt = (await call("/v1/events")).body.data[0]?.id ?? "";
  const whd =
    (await call(`/v1/webhooks/${wh}/deliveries`)).body.data[0]?.id ?? "";
  return { wh, ct, cv, tk, ar, evt, whd };
})();

/**
 * Creates a request that makes an operation return existing objects. It identifies them by ids or
 * the email, and contains none of their other texts.
 */
function requestAbout(
  operation: TestedOperation,
): ReturnType<typeof requestTo> {
  const request = requestTo(operation, rows);
  if (operation.method === "PATCH") return { ...request, json: {} };
  if (operation.id === "batchContacts")
    return { ...request, json: { contacts: [{ email }] } };
  if (operation.id === "createContact")
    return { ...request, json: { ...request.json, email } };
  const hasAuthor = "author_type" in (operation.body?.properties ?? {});
  return hasAuthor
    ? { ...request, json: { ...request.json, author_type: "contact" } }
    : request;
}

test.each(Object.keys(scopes) as Scope[])(
  "a key with nothing but %s is shown what this scope reads, by whatever operation",
  async (scope) => {
    const key = await server.key([scope]);
    const shown: Record<string, string[]> = {};
    for (const operation of everyOperation.filter(
      ({ method }) => method !== "DELETE",
    )) {
      const { path, json, ...options } = requestAbout(operation);
      const headers = { "Idempotency-Key": randomUUID() };
      for (const _ of options.method === "POST"
        ? ["first", "repeated"]
        : ["only"]) {
        const { body } = await server.call(path, {
          ...options,
          ...(json && { json, headers }),
          key,
        });
        for (const text of texts.filter((each) =>
          JSON.stringify(body).includes(each),
        ))
          (shown[text] ??= []).push(operation.id);
      }
    }
    expect(Object.keys(shown).sort(), JSON.stringify(shown)).toEqual(
      [...(readable[scope] ?? [])].sort(),
    );
  },
);
