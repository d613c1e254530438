import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, onTestFinished, test } from "vitest";
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
  onTestFinished(() => agent.close());
  /** The text that a tool returns. */
  const textOf = async (name: string, input: object = {}) => {
    const result = await agent.callTool({ name, arguments: { ...input } });
    const [content] = result.content as { text: string }[];
    return { text: content?.text ?? "", isError: result.isError ?? false };
  };
  /** The object that a tool returns. */
  const call = async (name: string, input: object = {}): Promise<Json> => {
    const { text, isError } = await textOf(name, input);
    expect([name, isError, text]).toEqual([name, false, text]);
    return JSON.parse(text);
  };
  return { agent, call, textOf, api: createClient(options) };
}

test("an agent does ten tasks of a support team with the tools alone", async () => {
  const { call, textOf, api } = await agentWith(["*"], "ten tasks");

  // 1. What may this key do?
  expect((await call("getMe")).data.scopes).toEqual(["*"]);

  // 2. Add the three people of this list.
  const people = ["ana", "eva", "isa"].map((name) => ({
    name,
    email: `${name}@example.com`,
    company: "Librería del Sur",
  }));
  const batch = await call("batchContacts", { body: { contacts: people } });
  const statuses = batch.data.results.map(({ status }: Json) => status);
  expect(statuses).toEqual(["created", "created", "created"]);

  // 3. Who is eva@example.com?
  const found = await call("listContacts", { email: "eva@example.com" });
  const { id } = found.data[0];
  expect(found.data[0]).toMatchObject({ name: "eva" });

  // 4. She is a wholesaler with another phone number: nobody else's change may be lost.
  const eva = (await call("getContact", { id })).data;
  await call("updateContact", {
    id,
    "If-Match": eva.version,
    body: { phone: "+54 11 5555-0134", add_tags: ["mayorista"] },
  });

  // 5. Write to her.
  const conversation = await call("createConversation", {
    body: { contact_id: id, subject: "Factura", body: "Hola, Eva." },
  });

  // 6. What was said? Respond, and close the conversation.
  const about = { id: conversation.data.id };
  const message = { body: "Quedó corregida." };
  await call("createMessage", { ...about, body: message });
  const said = await call("listMessages", about);
  expect(said.data.map(({ body }: Json) => body).toSorted()).toEqual([
    "Hola, Eva.",
    "Quedó corregida.",
  ]);
  await call("updateConversation", { ...about, body: { status: "closed" } });

  // 7. Open an urgent ticket for her, and solve it.
  const ticket = await call("createTicket", {
    body: {
      contact_id: id,
      subject: "Factura con el importe anterior",
      description: "Está mal.",
      priority: "urgent",
    },
  });
  await call("updateTicket", {
    id: ticket.data.id,
    body: { status: "solved" },
  });
  const solved = await call("listTickets", { status: "solved" });
  expect(solved.data).toMatchObject([{ id: ticket.data.id }]);

  // 8. Which articles help?
  expect((await call("listArticles", { q: "factura" })).data).toEqual([]);

  // 9. What has changed in the workspace?
  const changes = await call("listEvents", { types: ["ticket.updated"] });
  expect(changes.data).toMatchObject([{ type: "ticket.updated" }]);

  // 10. Forget isa: first without knowing the id.
  const wrong = await textOf("deleteContact", { id: "isa@example.com" });
  expect(wrong).toMatchObject({ isError: true });
  expect(wrong.text).toMatch(/^404 not_found: /);
  const isa = await call("listContacts", { q: "isa" });
  await call("deleteContact", { id: isa.data[0].id });
  const { data } = await api.contacts.list();
  expect(data.map(({ name }) => name).toSorted()).toEqual(["ana", "eva"]);
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
    custom_fields: { note: `${"x".repeat(120)}…` },
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
    expect([name, description]).toEqual([
      name,
      expect.stringMatching(/^[A-Z][^]+\.$/),
    ]);
});
