import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  afterAll,
  describe,
  expect,
  onTestFinished,
  test,
  TestRunner,
} from "vitest";
import { createClient } from "../../client/index.ts";
import { createMcpServer } from "../../client/mcp/index.ts";
import type { Json } from "../support/at.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

/** An agent with a key, and its calls and results through the protocol. */
async function agentWith(
  scopes: Parameters<typeof server.key>[0],
  workspace: string,
) {
  const apiKey = await server.key(scopes, workspace);
  const options = { apiKey, baseUrl: server.address };
  const mcp = await createMcpServer(options);
  const agent = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([mcp.connect(far), agent.connect(near)]);
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atEnd(() => agent.close());
  /** The text that a tool returns. */
  const textOf = async (name: string, input: object = {}) => {
    const result = await agent.callTool({ name, arguments: { ...input } });
    const [content] = result.content as { text: string }[];
    return { text: content?.text ?? "", isError: result.isError ?? false };
  };
  /** The object that a tool returns. */
  const call = async (name: string, input: object = {}): Promise<Json> => {
    const { text, isError } = await textOf(name, input);
    expect(isError, `${name}: ${text}`).toBe(false);
    return JSON.parse(text);
  };
  return { agent, call, textOf, api: createClient(options) };
}

describe("an agent does a task of a support team with the tools alone", async () => {
  const { call, textOf, api } = await agentWith(["*"], "tasks");
  /** Creates a person by the client, so that a task has somebody to work with. */
  const createPerson = async (name: string) =>
    api.contacts.create({ name, email: `${name}@example.com` });

  test("What may this key do?", async () => {
    expect((await call("getMe")).data.scopes).toEqual(["*"]);
  });

  test("Add the three people of this list.", async () => {
    const people = ["ana", "eva", "isa"].map((name) => ({
      name,
      email: `${name}@list.example`,
      company: "Librería del Sur",
    }));
    const batch = await call("batchContacts", { body: { contacts: people } });
    const statuses = batch.data.results.map(({ status }: Json) => status);
    expect(statuses).toEqual(["created", "created", "created"]);
  });

  test("Who is luz@example.com?", async () => {
    const luz = await createPerson("luz");
    const found = await call("listContacts", { email: "luz@example.com" });
    expect(found.data).toMatchObject([{ id: luz.id, name: "luz" }]);
  });

  test("She is a wholesaler with another phone number: nobody else's change may be lost.", async () => {
    const { id } = await createPerson("mar");
    const { version } = (await call("getContact", { id })).data;
    const changed = await call("updateContact", {
      id,
      "If-Match": version,
      body: { phone: "+54 11 5555-0134", add_tags: ["mayorista"] },
    });
    expect(changed.data).toMatchObject({
      phone: "+54 11 5555-0134",
      tags: ["mayorista"],
    });
  });

  test("Write to her. What was said? Respond, and close the conversation.", async () => {
    const { id: contact_id } = await createPerson("sol");
    const { data: conversation } = await call("createConversation", {
      body: { contact_id, subject: "Factura", body: "Hola, Sol." },
    });
    const { id } = conversation;
    await call("createMessage", { id, body: { body: "Quedó corregida." } });
    const said = await call("listMessages", { id });
    expect(said.data.map(({ body }: Json) => body).toSorted()).toEqual([
      "Hola, Sol.",
      "Quedó corregida.",
    ]);
    const closed = await call("updateConversation", {
      id,
      body: { status: "closed" },
    });
    expect(closed.data).toMatchObject({ status: "closed" });
  });

  test("Open an urgent ticket for her, and solve it. What has changed in the workspace?", async () => {
    const { id: contact_id } = await createPerson("paz");
    const { data: ticket } = await call("createTicket", {
      body: {
        contact_id,
        subject: "Factura con el importe anterior",
        description: "Está mal.",
        priority: "urgent",
      },
    });
    await call("updateTicket", { id: ticket.id, body: { status: "solved" } });
    const solved = await call("listTickets", { status: "solved" });
    expect(solved.data).toMatchObject([{ id: ticket.id }]);
    const changes = await call("listEvents", { types: ["ticket.updated"] });
    expect(changes.data).toMatchObject([{ type: "ticket.updated" }]);
  });

  test("Which articles help?", async () => {
    expect((await call("listArticles", { q: "factura" })).data).toEqual([]);
  });

  test("Forget bea, first without knowing the id.", async () => {
    const bea = await createPerson("bea");
    const wrong = await textOf("deleteContact", { id: "bea@example.com" });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toMatch(/^404 not_found: /);

    const found = await call("listContacts", { q: "bea" });
    await call("deleteContact", { id: found.data[0].id });

    await expect(api.contacts.get(bea.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("the instructions say what the key's tools are for, and nothing of others", async () => {
  const all = (await agentWith(["*"], "all")).agent.getInstructions();
  for (const text of [
    "The key belongs to one workspace",
    "use listContacts with `email`",
    "with up to 100 at once",
    "ask before you send it",
    "cannot be undone: ask before each call",
    "`next_cursor` as `cursor`",
    "The tools wait for the rate limit",
  ])
    expect(all).toContain(text);
  const { agent } = await agentWith(["tickets:read"], "few");
  expect(agent.getInstructions()).toContain("one workspace");
  expect(agent.getInstructions()).not.toMatch(/listContacts|deleteContact/);
});

test("a list is compact unless the agent asks for all", async () => {
  const { api, call, textOf } = await agentWith(["*"], "compact");
  const { contact } = await api.contacts.createOrGet({
    name: "Ana",
    email: "ana@example.com",
    custom_fields: { note: "x".repeat(400) },
  });
  const [row] = (await call("listContacts")).data;
  expect(row).toMatchObject({
    id: contact.id,
    custom_fields: { note: "x".repeat(400) },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
  });
  for (const name of ["object", "version", "updated_at", "phone", "tags"])
    expect(row).not.toHaveProperty(name);
  const [whole] = (await call("listContacts", { view: "full" })).data;
  expect(whole).toEqual(JSON.parse(JSON.stringify(contact)));
  const page = await call("listContacts", { limit: 1 });
  expect(page).toMatchObject({ next_cursor: contact.id, has_more: false });
  expect(await textOf("listContacts", { view: "tiny" })).toEqual({
    isError: true,
    text: "view of listContacts must be compact or full.",
  });
});

test("a long text in a list is cut after 120 characters", async () => {
  const { api, call } = await agentWith(["*"], "long texts");
  const { id: contact_id } = await api.contacts.create({
    name: "Ana",
    email: "ana@example.com",
  });
  const { id } = await api.conversations.create({
    contact_id,
    body: "x".repeat(400),
  });
  const [message] = (await call("listMessages", { id })).data;
  expect(message.body).toBe(`${"x".repeat(120)}…`);
});

test("25 contacts cost an agent about half of what the API sends", async () => {
  const { api, textOf } = await agentWith(["*"], "25 contacts");
  const contacts = Array.from({ length: 25 }, (_, n) => ({
    name: `Cliente ${n}`,
    email: `cliente-${n}@example.com`,
    tags: ["mayorista"],
  }));
  await api.contacts.batch({ contacts });
  const { length } = (await textOf("listContacts")).text;
  const full = (await textOf("listContacts", { view: "full" })).text.length;
  console.log(`25 contacts: ${length} characters, ${full} in full`);
  expect(length).toBeLessThan(0.55 * full);
});

test("the tools of a key with all scopes have typed fields, no patterns, and a size that is printed", async () => {
  const { agent } = await agentWith(["*"], "tools");
  const { tools } = await agent.listTools();
  const text = JSON.stringify(tools);
  // A model reads about 4.2 characters of this as a token.
  const tokens = Math.round(text.length / 4.2);
  console.log(`tools/list: ${text.length} characters, about ${tokens} tokens`);
  expect(text.length).toBeLessThan(42_000);
  expect(text).not.toMatch(/"(pattern|\$ref|examples?)":/);
  const batch = tools.find(({ name }) => name === "batchContacts");
  const { items } = (batch?.inputSchema as Json).properties.body.properties
    .contacts;
  expect(items.additionalProperties).toBe(false);
  expect(Object.keys(items.properties)).toEqual(
    expect.arrayContaining(["id", "email", "name", "tags", "custom_fields"]),
  );
  for (const { name, description } of tools)
    expect(description, name).toMatch(/^[A-Z][^]+\.$/);
});
