import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { scopes } from "../../generated/constants.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { prepare } from "../../server/operator/run.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { requestTo, type Rows } from "../support/world.ts";

const server = await startServer();
const owner = await server.key(["*"]);
const email = "detail-of-contact@example.com";
const rows = await fillWorkspace();

/** Unique texts of the one object of each kind → what may show them. */
const texts = [
  ...["name-of-contact", "detail-of-contact", "subject-of-conversation", "text-of-message"],
  ...["subject-of-ticket", "detail-of-ticket", "text-of-article", "text-of-webhook"],
];
const readable: Partial<Record<Scope, string[]>> = {
  // The detail of a contact summarizes its conversations and tickets (D-10).
  "contacts:read": ["name-of-contact", "detail-of-contact", "subject-of-conversation", "subject-of-ticket"],
  "contacts:write": [],
  // Messages name their authors (D-32).
  "conversations:read": ["name-of-contact", "subject-of-conversation", "text-of-message"],
  "conversations:write": [],
  "tickets:read": ["subject-of-ticket", "detail-of-ticket"],
  "tickets:write": [],
  "articles:read": ["text-of-article"],
  // The feed shows every kind of object (D-16).
  "events:read": texts.filter((text) => text !== "text-of-webhook"),
  "*": texts,
};

test.each(Object.keys(scopes) as Scope[])(
  "a key with nothing but %s is shown what this scope reads, by whatever operation",
  async (scope) => {
    const key = await server.key([scope]);
    const shown: Record<string, string[]> = {};
    for (const operation of everyOperation.filter(({ method }) => method !== "DELETE")) {
      const { path, json, ...options } = requestAbout(operation);
      const headers = { "Idempotency-Key": randomUUID() };
      for (const _ of options.method === "POST" ? ["first", "repeated"] : ["only"]) {
        const { body } = await server.call(path, { ...options, ...(json && { json, headers }), key });
        for (const text of texts.filter((text) => JSON.stringify(body).includes(text)))
          (shown[text] ??= []).push(operation.id);
      }
    }
    expect(Object.keys(shown).sort(), JSON.stringify(shown)).toEqual([...(readable[scope] ?? [])].sort());
  },
);

/** The request that makes an operation return as much as possible of what exists, and says nothing of it but ids. */
function requestAbout(operation: TestedOperation): ReturnType<typeof requestTo> {
  const request = requestTo(operation, rows);
  if (operation.method === "PATCH") return { ...request, json: {} };
  if (operation.id === "batchContacts") return { ...request, json: { contacts: [{ email }] } };
  if (operation.id === "createContact") return { ...request, json: { ...request.json, email } };
  return "author_type" in (operation.body?.properties ?? {})
    ? { ...request, json: { ...request.json, author_type: "contact" } }
    : request;
}

/** Fills the workspace with one object of each kind. */
async function fillWorkspace(): Promise<Rows> {
  const create = async (
    path: "/v1/contacts" | "/v1/conversations" | "/v1/tickets" | "/v1/webhooks",
    json: object,
  ): Promise<string> => (await server.call(path, { key: owner, json })).body.data.id;
  const operate = async (...line: string[]): Promise<{ id: string }> =>
    JSON.parse(await prepare(["operator", ...line, "--workspace", "test"])(server.store));
  const wh = await create("/v1/webhooks", { url: "https://text-of-webhook.example.com/", events: ["*"] });
  const [company, custom_fields] = ["detail-of-contact", { key: "detail-of-contact" }];
  const ct = await create("/v1/contacts", { name: "name-of-contact", email, company, custom_fields });
  const conversation = {
    subject: "subject-of-conversation",
    body: "text-of-message",
    author_type: "contact",
  };
  const cv = await create("/v1/conversations", { contact_id: ct, ...conversation });
  const ticket = {
    subject: "subject-of-ticket",
    description: "detail-of-ticket",
    tags: ["detail-of-ticket"],
  };
  const tk = await create("/v1/tickets", { contact_id: ct, conversation_id: cv, ...ticket });
  const { id: ar } = await operate("article", "--title", "text-of-article", "--body", "text-of-article");
  await operate("publish", ar);
  const { body: events } = await server.call("/v1/events", { key: owner });
  const { body: deliveries } = await server.call(`/v1/webhooks/${wh}/deliveries`, { key: owner });
  return { wh, ct, cv, tk, ar, evt: events.data[0]?.id ?? "", whd: deliveries.data[0]?.id ?? "" };
}
