import { expect, test } from "vitest";
import { createClient, type HookRequest } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const apiKey = await server.key(["*"]);
const baseUrl = server.address;

test("a client names its program in each write, and in no read", async () => {
  const sent: string[] = [];
  const note = ({ method, headers }: HookRequest) => {
    sent.push(`${method} ${headers["client-name"] ?? "-"}`);
  };
  const options = { apiKey, baseUrl, hooks: { request: note } };
  const api = createClient({ ...options, clientName: "crm-sync" });
  const { id } = await api.contacts.create({
    name: "Eva",
    email: "eva@example.com",
  });
  await api.contacts.update(id, { phone: "+51 1" });
  await api.contacts.batch({ contacts: [{ id, phone: "+51 2" }] });
  await api.raw.PATCH("/v1/contacts/{id}", {
    params: { path: { id } },
    body: { phone: "+51 3" },
  });
  await api.contacts.list();
  await api.contacts.delete(id);
  await api
    .withOptions({ clientName: "shop" })
    .contacts.create({ name: "Ana", email: "ana@example.com" });
  await createClient(options).contacts.create({
    name: "Isa",
    email: "isa@example.com",
  });

  expect(sent).toEqual([
    "POST crm-sync",
    "PATCH crm-sync",
    "POST crm-sync",
    "PATCH crm-sync",
    "GET -",
    "DELETE crm-sync",
    "POST shop",
    "POST -",
  ]);
  const events = (await api.events.list()).data;
  expect(
    events.map(({ type, request }) => [type, request?.client_name]),
  ).toEqual([
    ["contact.deleted", "crm-sync"],
    ["contact.created", "shop"],
    ["contact.created", null],
  ]);
});

test("follow leaves out what a program itself has written, and saves the positions of that too", async () => {
  const key = await server.key(["*"], "two-programs");
  const sync = createClient({ apiKey: key, baseUrl, clientName: "crm-sync" });
  const shop = sync.withOptions({ clientName: "shop" });
  await sync.contacts.create({ name: "own", email: "own@example.com" });
  await shop.contacts.create({ name: "other", email: "other@example.com" });
  await sync.contacts.create({ name: "own", email: "own2@example.com" });
  const stop = new AbortController();
  const saved: string[] = [];
  const given: string[] = [];
  const all = (await sync.events.list()).data.map(({ id }) => id);
  const onCursor = (cursor: string) => {
    saved.push(cursor);
    if (saved.length === all.length) stop.abort(new Error("all are read"));
  };

  const following = sync.events.follow(
    {},
    { skipClientName: "crm-sync", onCursor, signal: stop.signal },
  );
  const read = async () => {
    for await (const { data } of following)
      given.push("name" in data ? String(data.name) : "");
  };
  await expect(read()).rejects.toThrow("all are read");
  expect(given).toEqual(["other"]);
  expect(saved).toEqual(all);
});

test.each(["", "crm sync", "a,b", "-crm", "c".repeat(65)])(
  "the name %j is a TypeError before any request",
  (clientName) => {
    const message =
      "clientName must be 1 to 64 letters, digits and . _ : / -, a letter or digit first.";
    expect(() => createClient({ apiKey, baseUrl, clientName })).toThrow(
      new TypeError(message),
    );
  },
);
