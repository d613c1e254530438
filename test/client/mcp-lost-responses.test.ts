import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { flakyFetch, type Fault } from "./local-server.ts";
import { agentOf, callTool } from "./mcp-agent.ts";

const server = await startServer();

/** Returns an agent whose writes meet these faults, one after the other. */
async function agentWithFaults(faults: Fault[], workspace: string) {
  return agentOf({
    apiKey: await server.key(["*"], workspace),
    baseUrl: server.address,
    retries: 1,
    fetch: flakyFetch((_, { method }) =>
      method === "GET" ? undefined : faults.shift(),
    ),
  });
}

const body = { name: "Ana", email: "ana@example.com" };

test.each<{ name: string; last: Fault }>([
  { name: "a lost response", last: "cut after" },
  { name: "a failure of a proxy", last: 502 },
])(
  "after $name the agent repeats a creation, which happens once",
  async ({ name, last }) => {
    const agent = await agentWithFaults(["cut after", last], name);

    const lost = await callTool(agent, "createContact", { body });
    const created = await callTool(agent, "createContact", { body });

    expect(lost.isError).toBe(true);
    expect(lost.text).toMatch(
      /\nIt may have happened all the same\. Call createContact again with exactly the same arguments: then it happens only once\.$/,
    );
    expect(created).toMatchObject({ isError: false });
    const list = await callTool(agent, "listContacts", { view: "full" });
    expect(JSON.parse(list.text).data).toEqual([JSON.parse(created.text).data]);
  },
);

test("a refusal of a proxy in between does not make a second object", async () => {
  const agent = await agentWithFaults(["cut after", "cut after", 404], "proxy");
  const calls = [];
  for (let n = 0; n < 3; n++)
    calls.push(await callTool(agent, "createContact", { body }));
  expect(calls.map(({ isError }) => isError)).toEqual([true, true, false]);
});

test("after a success the same arguments create another object", async () => {
  const agent = await agentWithFaults(["cut after", "cut after"], "again");
  const contact = await callTool(agent, "createContact", { body });
  expect(contact.isError).toBe(true);
  await callTool(agent, "createContact", { body });
  const again = await callTool(agent, "createContact", { body });
  expect(again.text).toMatch(/^409 conflict/);
});

test("a change and a deletion are repeated after a failure, as the client's methods do it", async () => {
  const faults: Fault[] = [];
  const agent = await agentWithFaults(faults, "changes");
  const created = await callTool(agent, "createContact", { body });
  const { id } = JSON.parse(created.text).data;

  faults.push(503);
  const change = { id, body: { phone: "1" } };
  const changed = await callTool(agent, "updateContact", change);
  faults.push("cut after");
  const deleted = await callTool(agent, "deleteContact", { id });

  expect(changed).toMatchObject({ isError: false });
  expect(deleted).toEqual({
    isError: false,
    text: JSON.stringify({ data: { id, deleted: true } }),
  });
});
