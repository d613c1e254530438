import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
let key: string;
beforeAll(async () => {
  key = await server.key(["contacts:read", "contacts:write"]);
});
const create = (json: unknown) => server.call("/v1/contacts", { key, json });

describe("createContact", () => {
  test("fills in what was not sent", async () => {
    const { status, headers, body } = await create({ name: "Tomás Agüero", email: "tomas@example.org" });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/v1/contacts/${body.data.id}`);
    expect(body.data).toMatchObject({
      object: "contact",
      phone: "",
      company: "",
      country: "Argentina",
      city: "",
      tags: [],
      lifecycle: "lead",
      vip: false,
      source: "api",
      last_seen_at: body.data.created_at,
      conversations_count: 0,
      tickets_count: 0,
      custom_fields: {},
    });
  });

  test("keeps what was sent", async () => {
    const sent = {
      name: " Ñandú \u{1F426} ",
      email: "Nandu@Example.com",
      phone: "+54 (11) 5555-0134 int. 2",
      company: 'O\'Higgins & "Cía"',
      country: "Perú",
      tags: ["a", "b"],
      custom_fields: { plan: "oro", clientes: 42.5, "a/b": "", __proto__x: -1, ["__proto__"]: "x" },
    };
    const { body } = await create(sent);
    expect(body.data).toMatchObject({ ...sent, custom_fields: expect.anything() });
    expect(Object.entries(body.data.custom_fields)).toEqual(Object.entries(sent.custom_fields));
    expect((await server.call(`/v1/contacts/${body.data.id}`, { key })).body.data).toMatchObject(body.data);
  });

  test("trims tags and drops repeated ones", async () => {
    const { body } = await create({ name: "x", email: "tags@example.com", tags: [" vip ", "vip", "Vip"] });
    expect(body.data.tags).toEqual(["vip", "Vip"]);
  });

  test("responds with 409 with the id of the contact that has the email, whatever its capitals", async () => {
    const first = await create({ name: "x", email: "twice@example.com" });
    const second = await create({ name: "y", email: "TWICE@example.com" });
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({ code: "conflict", contact_id: first.body.data.id });
  });

  test("lets one of forty simultaneous creations win", async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => create({ name: "x", email: "race@example.com" })),
    );
    const [won, ...more] = responses.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const lost = responses.filter(({ status }) => status === 409);
    expect(lost.map(({ body }) => body.error.contact_id)).toEqual(Array(39).fill(won?.body.data.id));
  });
});

describe("getContact", () => {
  test("gives the contact with its conversations and tickets", async () => {
    const { body } = await create({ name: "x", email: "detail@example.com" });
    const detail = await server.call(`/v1/contacts/${body.data.id}`, { key });
    expect(detail.body.data).toEqual({ ...body.data, conversations: [], tickets: [] });
  });

  test.each(["ct_01jq7x2v4ef8stn5x0q9c6hd3k", "nobody", "ñ", "a%2Fb"])(
    "responds with 404 for %s",
    async (id) => {
      const { status, body } = await server.call(`/v1/contacts/${id}`, { key });
      expect([status, body.error.code]).toEqual([404, "not_found"]);
    },
  );
});
