import { expect, test } from "vitest";
import type { Caller } from "../../support/call.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";
import { quietWebhook, quotaError, usageOf } from "./quota.ts";

// Tests what a workspace that has reached a quota can still do, and what it cannot.

const server = await startServer();
let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });
const usage = (workspace: string) => usageOf(server.store, workspace);

test("a workspace has as many contacts as its quota, and creates no other", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const full = await server.as("full");
  const first = await full("/v1/contacts", contact());
  const { email, id } = first.body.data;
  // A conflict creates nothing, so it does not count.
  const conflict = await full("/v1/contacts", { ...contact(), email });
  expect(conflict.status).toBe(409);
  for (let n = 2; n <= 3; n++)
    expect((await full("/v1/contacts", contact())).status).toBe(201);

  const refused = await Promise.all(
    Array.from({ length: 10 }, () => full("/v1/contacts", contact())),
  );

  for (const { status, body } of refused) {
    expect(status).toBe(422);
    expect(body.error).toMatchObject(quotaError("tener 3 contactos"));
  }
  const ticket = {
    contact_id: id,
    subject: "Factura",
    description: "Está mal.",
  };
  expect((await full("/v1/tickets", ticket)).status).toBe(201);
  const other = await server.as("other");
  expect((await other("/v1/contacts", contact())).status).toBe(201);
});

test("a workspace with more contacts than a new quota changes and deletes them, and creates no other", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const call = await server.as("above");
  const ids: string[] = [];
  for (let n = 0; n < 3; n++)
    ids.push((await call("/v1/contacts", contact())).body.data.id);

  server.store.quotas = { contacts: 1, bytes: 1024 ** 2 };

  const path = `/v1/contacts/${ids[0]}` as const;
  expect((await call(path, { name: "Eva" }, "PATCH")).status).toBe(200);
  const conversation = { contact_id: ids[0], body: "Hola" };
  expect((await call("/v1/conversations", conversation)).status).toBe(201);
  expect((await call(path, undefined, "DELETE")).status).toBe(200);
  const { status, body } = await call("/v1/contacts", contact());
  expect([status, body.error]).toMatchObject([
    422,
    quotaError("tener 1 contactos"),
  ]);
});

test("the refusal of a full workspace is in English for those who ask for it", async () => {
  server.store.quotas = { contacts: 0, bytes: 1024 ** 2 };
  const refused = await server.call("/v1/contacts", {
    key: await server.key(["*"], "English"),
    json: contact(),
    headers: { "Accept-Language": "en" },
  });
  expect(refused.body.error.details).toMatchObject([
    { message: "the workspace can have 0 contacts at most" },
  ]);
});

test("requests that run at one moment exceed a quota by what they add, and are counted", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const call = await server.as("at once");

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => call("/v1/contacts", contact())),
  );

  const created = responses.filter(({ status }) => status === 201).length;
  expect((await usage("at once")).contacts).toBe(created);
  // A workspace has six slots at most, so six transactions see that the third contact is missing.
  expect(created).toBeGreaterThanOrEqual(3);
  expect(created).toBeLessThanOrEqual(3 + 6);
  expect((await call("/v1/contacts", contact())).status).toBe(422);
});

test("the repetition of the last creation that a quota allows gets the first response", async () => {
  server.store.quotas = { contacts: 1, bytes: 1024 ** 2 };
  const key = await server.key(["*"], "last one");
  const json = contact();
  const create = (idempotencyKey: string, body: object = json) =>
    server.call("/v1/contacts", {
      key,
      json: body,
      headers: { "Idempotency-Key": idempotencyKey },
    });

  const last = await create("last");
  const again = await create("last");

  expect(last.status).toBe(201);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(last.body);
  expect((await create("another", contact())).status).toBe(422);
});

const longText = "ñ".repeat(3000);

/**
 * Makes a workspace that can store 100,000 bytes, with a contact, a conversation and a webhook.
 * Each of its `writes` adds to what it stores.
 */
async function makeWriter(workspace: string) {
  server.store.quotas = { contacts: 10, bytes: 100_000 };
  const key = await server.key(["*"], workspace);
  const call = server.caller(() => key);
  const { id } = (await call("/v1/contacts", contact())).body.data;
  const webhookId = (await call("/v1/webhooks", quietWebhook)).body.data.id;
  const conversation = { contact_id: id, body: "Hola" };
  const conversationId = (await call("/v1/conversations", conversation)).body
    .data.id;

  let fields = 0;
  const addField = () => {
    const custom_fields = { [`field ${++fields}`]: "x".repeat(400) };
    return call(`/v1/contacts/${id}`, { custom_fields }, "PATCH");
  };
  const writeMessage = (body: string) =>
    call(`/v1/conversations/${conversationId}/messages`, { body });
  const ticket = { contact_id: id, subject: "x", description: longText };
  const writes = {
    addField,
    message: () => writeMessage(longText),
    conversation: () =>
      call("/v1/conversations", { contact_id: id, body: longText }),
    ticket: () => call("/v1/tickets", ticket),
    batch: () => {
      const contacts = [{ ...contact(), company: "x".repeat(100) }];
      return call("/v1/contacts/batch", { contacts });
    },
  };
  return {
    call,
    id,
    webhookId,
    writes,
    /** Sends a request with an Idempotency-Key, so that its response is stored too. */
    once: (path: string, json: object) =>
      server.call(path, { key, json, headers: { "Idempotency-Key": "once" } }),
    shortMessage: () => writeMessage("x"),
    /** Writes until not even a message of one letter is accepted. */
    fill: async () => {
      while ((await writes.message()).status === 201);
      while ((await addField()).status === 200);
      while ((await writeMessage("x")).status === 201);
    },
  };
}

/** Replaces a custom field of a contact by one that is a letter shorter each time. */
async function shrinkerOf(call: Caller, id: string) {
  const { custom_fields } = (await call(`/v1/contacts/${id}`)).body.data;
  const [name = ""] = Object.keys(custom_fields);
  let length = 400;
  const shorter = () => ({ [name]: "x".repeat(--length) });
  return {
    shorter,
    shrink: async () => {
      const smaller = { custom_fields: shorter() };
      return (await call(`/v1/contacts/${id}`, smaller, "PATCH")).status;
    },
  };
}

test("each write that would exceed the quota of bytes is refused, and leaves nothing", async () => {
  const { writes } = await makeWriter("writer");
  for (const write of Object.values(writes))
    expect((await write()).status).toBeLessThan(300);

  while ((await writes.message()).status === 201);
  const { bytes } = await usage("writer");
  expect(bytes).toBeGreaterThan(100_000 - 4 * 6200 * 2);

  for (let round = 0; round < 10; round++)
    for (const write of Object.values(writes)) await write();
  for (const write of [writes.message, writes.ticket]) {
    const { status, body } = await write();
    expect(status).toBe(422);
    expect(body.error).toMatchObject(quotaError("guardar 100000 bytes"));
  }
  let added = await writes.addField();
  while (added.status === 200) added = await writes.addField();
  expect(added.status).toBe(422);
  expect((await usage("writer")).bytes).toBeLessThanOrEqual(100_000);
});

test("a workspace stores as many bytes as its quota, and not one more", async () => {
  // Given the bytes of a first contact.
  const json = { name: "Ana", email: "ana@example.com" };
  server.store.quotas = { contacts: 1, bytes: 1024 ** 2 };
  await (
    await server.as("measured")
  )("/v1/contacts", json);
  const { bytes } = await usage("measured");

  const statusWith = async (quota: number) => {
    server.store.quotas = { contacts: 1, bytes: quota };
    const call = await server.as(`quota of ${quota}`);
    return (await call("/v1/contacts", json)).status;
  };

  expect(await statusWith(bytes)).toBe(201);
  expect(await statusWith(bytes - 1)).toBe(422);
});

test("in a full workspace a contact can get smaller, until the events have used a tenth more", async () => {
  const { call, id, once, shortMessage, fill } = await makeWriter("shrinks");
  await fill();
  const { shorter, shrink } = await shrinkerOf(call, id);

  expect(await shrink()).toBe(200);
  expect((await usage("shrinks")).bytes).toBeGreaterThan(100_000);
  expect((await shortMessage()).status).toBe(422);
  const smaller = { contacts: [{ id, custom_fields: shorter() }] };
  expect((await once("/v1/contacts/batch", smaller)).body).toMatchObject({
    data: { results: [{ status: "updated" }] },
  });

  // The next change adds nearly as many bytes as the one before.
  const shrinkWith = (bytes: number) => {
    server.store.quotas = { contacts: 10, bytes };
    return shrink();
  };
  const { bytes: before } = await usage("shrinks");
  expect(await shrinkWith(200_000)).toBe(200);
  const next = 2 * (await usage("shrinks")).bytes - before;
  expect(await shrinkWith(Math.floor(next / 1.1) - 10)).toBe(422);
  expect(await shrinkWith(Math.ceil(next / 1.1))).toBe(200);
});

test("in a full workspace a contact can get smaller also when a webhook hears of it", async () => {
  const { call, id, webhookId, fill } = await makeWriter("hears of it");
  await fill();
  const all = { events: ["*"] };
  const changed = await call(`/v1/webhooks/${webhookId}`, all, "PATCH");
  expect(changed.status).toBe(200);
  const { shrink } = await shrinkerOf(call, id);

  expect(await shrink()).toBe(200);
  expect((await usage("hears of it")).bytes).toBeGreaterThan(100_000);
});

test("in a workspace beyond its quota a webhook is changed, disabled and deleted, and no other is created", async () => {
  const { call, webhookId } = await makeWriter("beyond");
  server.store.quotas = { contacts: 10, bytes: 1 };
  const path = `/v1/webhooks/${webhookId}` as const;

  const changed = await call(path, { events: ["ticket.created"] }, "PATCH");
  const disabled = await call(path, { status: "disabled" }, "PATCH");
  const created = await call("/v1/webhooks", quietWebhook);
  const deleted = await call(path, undefined, "DELETE");

  expect([changed.status, disabled.status]).toEqual([200, 200]);
  expect(created.status).toBe(422);
  expect(deleted.status).toBe(200);
});

test("in a full workspace a secret that has leaked can be replaced", async () => {
  const { call, id, webhookId, once, fill } = await makeWriter("leaks");
  await fill();
  const { shrink } = await shrinkerOf(call, id);
  while ((await shrink()) === 200);
  const full = await usage("leaks");

  const rotated = await once(`/v1/webhooks/${webhookId}/rotate_secret`, {});

  expect(rotated.status).toBe(200);
  expect((await usage("leaks")).bytes).toBeGreaterThan(full.bytes);
});

test("in a full workspace an erasure passes, and gives back all but its event", async () => {
  const { call, id, fill } = await makeWriter("erases");
  await fill();
  const full = await usage("erases");

  const erased = await call(`/v1/contacts/${id}`, undefined, "DELETE");

  expect(erased.status).toBe(200);
  const rest = await usage("erases");
  expect(rest.contacts).toBe(full.contacts - 1);
  expect(rest.bytes).toBeGreaterThan(0);
  expect(rest.bytes).toBeLessThan(full.bytes);
  expect((await call("/v1/contacts", contact())).status).toBe(201);
});

test("an erasure passes also when many webhooks hear of it, so that it frees less than it adds", async () => {
  const { call, id } = await makeWriter("tells many");
  const hook = { ...quietWebhook, events: ["contact.deleted"] };
  for (let n = 0; n < 15; n++) await call("/v1/webhooks", hook);
  const before = await usage("tells many");
  server.store.quotas = { contacts: 10, bytes: before.bytes };

  const erased = await call(`/v1/contacts/${id}`, undefined, "DELETE");

  expect(erased.status).toBe(200);
  expect((await usage("tells many")).bytes).toBeGreaterThan(before.bytes);
});

test("a command gives one workspace its own quotas, which move with it, and hold up no erasure", async () => {
  server.store.quotas = { contacts: 1000, bytes: 1024 ** 3 };
  const folder = temporaryFolder();
  const operate = (...line: string[]) =>
    runCommand(server.store, ["operator", ...line], { folder });
  const setQuota = (...options: string[]) =>
    operate("quota", "--workspace", "small", ...options);
  const small = await server.as("small");
  const large = await server.as("large");
  const { id } = (await small("/v1/contacts", contact())).body.data;

  const set = await setQuota("--contacts", "1", "--megabytes", "1");
  expect(set.quotas).toEqual({ contacts: 1, bytes: 1024 ** 2 });
  const second = await small("/v1/contacts", contact());
  expect(second.body.error).toMatchObject(quotaError("tener 1 contactos"));
  expect((await large("/v1/contacts", contact())).status).toBe(201);

  const description = "ñ".repeat(5000);
  const ticket = { contact_id: id, subject: "Factura", description };
  let last = await small("/v1/tickets", ticket);
  while (last.status === 201) last = await small("/v1/tickets", ticket);
  expect(last.body.error).toMatchObject(quotaError("guardar 1048576 bytes"));
  const erased = await small(`/v1/contacts/${id}`, undefined, "DELETE");
  expect(erased.status).toBe(200);
  expect((await small("/v1/contacts", contact())).status).toBe(201);

  await setQuota("--megabytes", "default");
  await operate("export", "small", "small.jsonl");
  await operate("erase", "small", "--yes", "small");
  await operate("import", "small.jsonl");
  const { workspaces } = await operate("workspaces");
  expect(workspaces).toContainEqual(
    expect.objectContaining({
      name: "small",
      quotas: { contacts: 1, bytes: 1024 ** 3 },
    }),
  );
  const third = await small("/v1/contacts", contact());
  expect(third.body.error).toMatchObject(quotaError("tener 1 contactos"));

  await setQuota("--contacts", "default");
  expect((await small("/v1/contacts", contact())).status).toBe(201);
});
