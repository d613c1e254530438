import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { agentOf, callTool } from "./mcp-agent.ts";

const server = await startServer();

test("a compact list has all custom fields and all previous values", async () => {
  const agent = await agentOf({
    apiKey: await server.key(["*"]),
    baseUrl: server.address,
  });
  const custom_fields = {
    version: "2.1",
    object: "house",
    balance: 0,
    note: "x".repeat(200),
  };
  const body = { name: "Ana", email: "ana@example.com", custom_fields };
  const created = await callTool(agent, "createContact", { body });
  const { id } = JSON.parse(created.text).data;
  const change = { phone: "1", custom_fields: { balance: 5 } };
  await callTool(agent, "updateContact", { id, body: change });

  const contacts = await callTool(agent, "listContacts", {});
  const events = await callTool(agent, "listEvents", {
    types: ["contact.updated"],
  });

  const [contact] = JSON.parse(contacts.text).data;
  expect(contact).not.toHaveProperty("version");
  expect(contact.custom_fields).toEqual({ ...custom_fields, balance: 5 });
  const [event] = JSON.parse(events.text).data;
  expect(event.previous).toMatchObject({
    phone: "",
    custom_fields,
  });
});

test("a compact list cuts no character into halves", async () => {
  const agent = await agentOf({
    apiKey: await server.key(["*"], "halves"),
    baseUrl: server.address,
  });
  for (const name of [`${"x".repeat(119)}😀`, `${"x".repeat(118)}😀`, "😀"]) {
    const body = { name, email: `${name.length}@example.com` };
    await callTool(agent, "createContact", { body });
  }

  const { text } = await callTool(agent, "listContacts", {});

  const names = JSON.parse(text).data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["😀", `${"x".repeat(118)}😀`, `${"x".repeat(119)}…`]);
});

test("a compact list writes times to the minute, and leaves texts that have a time in them", async () => {
  const agent = await agentOf({
    apiKey: await server.key(["*"], "times"),
    baseUrl: server.address,
  });
  const time = "2026-11-30T10:00:00.000Z";
  for (const name of [`${time} is the time`, `Call at ${time}`]) {
    const body = { name, email: `${name.length}@example.com` };
    await callTool(agent, "createContact", { body });
  }

  const { text } = await callTool(agent, "listContacts", {});

  const { data, ...page } = JSON.parse(text);
  expect(page).toEqual({ next_cursor: data[1].id, has_more: false });
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    `Call at ${time}`,
    `${time} is the time`,
  ]);
  expect(data[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/);
});
