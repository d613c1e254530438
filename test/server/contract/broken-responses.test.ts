import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createLog } from "../../../server/telemetry/log.ts";
import { startServer } from "../../support/server.ts";

const lines: string[] = [];
const log = createLog("error", { write: (line: string) => lines.push(line) });
const server = await startServer({ log });
const key = await server.key(["*"]);
const create = (email: string) =>
  server.call("/v1/contacts", { key, json: { name: "Ana", email } });

describe("a response that breaks the contract is not sent but logged", () => {
  test("when it is a success", async () => {
    const { id } = (await create("broken@example.com")).body.data;
    await server.store.database
      .updateTable("contacts")
      .set({ email: "no email" })
      .where("id", "=", id)
      .execute();
    const { status, headers, body } = await server.call(`/v1/contacts/${id}`, {
      key,
    });
    expect(status).toBe(500);
    expect(body.error.code).toBe("internal_error");
    const line =
      lines.find((line) =>
        line.includes(headers.get("x-request-id") ?? "none"),
      ) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      operation: "getContact",
      ids: { id },
      err: {
        errors: [{ path: ["data", "email"], keyword: "format" }],
      },
    });
    expect(line).not.toContain("no email");
    const change = (json: object) =>
      server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });
    for (const other of [{}, { phone: "1" }]) {
      const refused = await change(other);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject([
        { path: ["email"], reason: "format" },
      ]);
    }
    expect(
      (await change({ email: "mended@example.com" })).body.data,
    ).toMatchObject({ id, phone: "" });
    await sql`update contacts set email = 'no email' where id = ${id}`.execute(
      server.store.database,
    );
    const erased = await server.call(`/v1/contacts/${id}`, {
      key,
      method: "DELETE",
    });
    expect(erased.status).toBe(200);
  });

  test("and a change of its status is a 422, while a message of its contact reopens it", async () => {
    const send = server.caller(() => key);
    const contact_id = (await create("closed@example.com")).body.data.id;
    const json = {
      contact_id,
      subject: "Hello",
      body: "Hello",
      author_type: "contact",
    };
    const path = `/v1/conversations/${(await send("/v1/conversations", json)).body.data.id}`;
    const change = (status: string) =>
      server.call(path, { key, method: "PATCH", json: { status } });
    await change("closed");
    await sql`update conversations set subject = repeat('x', 1000) where contact_id = ${contact_id}`.execute(
      server.store.database,
    );
    const refused = await change("open");
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject([{ path: ["subject"] }]);
    for (const author_type of ["team", "contact", "contact"])
      expect(
        (await send(`${path}/messages`, { body: "Again", author_type })).status,
      ).toBe(201);
    await sql`update conversations set subject = 'Hello' where contact_id = ${contact_id}`.execute(
      server.store.database,
    );
    expect((await send(path)).body.data).toMatchObject({
      status: "open",
      messages_count: 4,
    });
  });

  test("and a webhook with such a row is changed and rotated once it is mended", async () => {
    const send = server.caller(() => key);
    const webhook = {
      url: "https://crm.example.com/a",
      events: ["contact.created"],
      description: "CRM",
    };
    const path = `/v1/webhooks/${(await send("/v1/webhooks", webhook)).body.data.id}`;
    await sql`update webhooks set url = 'no url'`.execute(
      server.store.database,
    );
    const rotate = () =>
      server.call(`${path}/rotate_secret`, { key, method: "POST" });
    const refusal = {
      status: 422,
      body: { error: { details: [{ path: ["url"] }] } },
    };
    const refused = await send(path, { description: "" }, "PATCH");
    expect(refused).toMatchObject(refusal);
    expect(await rotate()).toMatchObject(refusal);
    expect(
      (await send(path, { url: webhook.url }, "PATCH")).body.data,
    ).toMatchObject(webhook);
    expect((await rotate()).status).toBe(200);
  });

  test("when it is an element of a list or of a contact: the others are sent, and its readers go on behind it", async () => {
    const send = await server.as("lists");
    const contact_id = (
      await send("/v1/contacts", { name: "Ana", email: "a@example.com" })
    ).body.data.id;
    const description = "Mi contraseña es canguro.";
    const ids: string[] = [];
    for (const subject of ["1", "2", "3"])
      ids.unshift(
        (await send("/v1/tickets", { contact_id, subject, description })).body
          .data.id,
      );
    const broken = ids[1] ?? "";
    await sql`update tickets set number = -1 where id = ${broken}`.execute(
      server.store.database,
    );
    const read = async (query: string) =>
      (await send(`/v1/tickets?${query}`)).body;
    expect((await read("")).data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const contact = (await send(`/v1/contacts/${contact_id}`)).body.data;
    expect(contact.tickets_count).toBe(3);
    expect(contact.tickets.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const page = await read(`limit=1&cursor=${ids[0]}`);
    expect(page).toEqual({ data: [], next_cursor: broken, has_more: true });
    expect(
      (await read(`limit=1&cursor=${broken}`)).data.map(({ id }) => id),
    ).toEqual([ids[2]]);
    const logged = lines
      .filter((line) => line.includes("is not in its list"))
      .map((line) => JSON.parse(line));
    expect(logged).toMatchObject([
      {
        id: broken,
        err: { errors: [{ path: ["data", "1", "number"] }] },
      },
      {
        id: broken,
        err: { errors: [{ path: ["data", "tickets", "1", "number"] }] },
      },
      { id: broken },
    ]);
    expect(lines.join("")).not.toContain("canguro");
  });

  test("when it is several elements of a list: the others are sent", async () => {
    const send = await server.as("several");
    const ids: string[] = [];
    for (const name of ["1", "2", "3", "4"]) {
      const contact = { name, email: `several${name}@example.com` };
      ids.unshift((await send("/v1/contacts", contact)).body.data.id);
    }
    const [newest, second, third, oldest] = ids;
    await sql`update contacts set email = name where id = any(${[newest, third]})`.execute(
      server.store.database,
    );
    const { status, body } = await send("/v1/contacts");
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual([second, oldest]);
  });

  test("when it is an error", async () => {
    await create("conflict@example.com");
    await sql`update contacts set id = 'nonsense' where email = 'conflict@example.com'`.execute(
      server.store.database,
    );
    expect((await create("conflict@example.com")).status).toBe(500);
    expect(lines.at(-1)).toContain('["error","contact_id"]');
  });
});
