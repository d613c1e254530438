import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { Fetch } from "../../client/index.ts";
import { createMcpServer } from "../../client/mcp/index.ts";
import { toolsOf } from "../../client/mcp/tools.ts";
import type { SampleCall } from "../../openapi/generate/samples/sample-call.ts";
import { startServer } from "../support/server.ts";
import { installClient, nodes } from "./client-package.ts";
import { sampleCalls, sampleWorld } from "./sample-world.ts";

const consumer = await installClient();
const modules = join(consumer.folder, "node_modules");
mkdirSync(join(modules, "@modelcontextprotocol"));
symlinkSync(
  resolve("node_modules/@modelcontextprotocol/sdk"),
  join(modules, "@modelcontextprotocol/sdk"),
);
const program = join(consumer.installed, "esm/client/mcp/main.js");
const server = await startServer();
const { here } = await sampleWorld(server, "test");

/** An agent with a key, whose MCP server runs from the package. */
async function agentWith(
  scopes: Parameters<typeof server.key>[0],
  node = process.execPath,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = {
    CONTACTS_BASE_URL: server.address,
    CONTACTS_API_KEY: await server.key(scopes),
  };
  await client.connect(
    new StdioClientTransport({ command: node, args: [program], env }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** An agent with a key, whose MCP server runs in this process and sends its requests by `fetch`. */
async function agentWithFetch(
  fetch: Fetch,
  scopes: Parameters<typeof server.key>[0],
  workspace?: string,
): Promise<Client> {
  const mcp = await createMcpServer({
    apiKey: await server.key(scopes, workspace),
    baseUrl: server.address,
    fetch,
  });
  const agent = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([mcp.connect(far), agent.connect(near)]);
  onTestFinished(() => agent.close());
  return agent;
}

const call = async (agent: Client, name: string, input: object) => {
  const { isError = false, content } = await agent.callTool({
    name,
    arguments: { ...input },
  });
  return {
    isError,
    text: (content as { text: string }[]).map(({ text }) => text).join("\n"),
  };
};

const calls = sampleCalls().filter(
  ({ credential }) => credential === "CONTACTS_API_KEY",
);

/** The examples of a call, about the rows that are here. */
const inputOf = ({ parameters: { path, query }, body }: SampleCall): object =>
  JSON.parse(
    here(JSON.stringify({ ...Object.fromEntries([...path, ...query]), body })),
  );

test("an agent calls each tool once, with the examples of the contract", async () => {
  const agent = await agentWith(["*"]);
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    calls.map(({ id }) => id).sort(),
  );
  for (const each of calls) {
    const { isError, text } = await call(agent, each.id, inputOf(each));
    expect(isError, each.id).toBe(false);
    expect(text.slice(0, 200), each.id).toMatch(/^\{"data":/);
  }
});

test.each(nodes)(
  "%s: a key has the tools that its scopes allow, and what destroys is marked",
  async (node) => {
    const agent = await agentWith(["contacts:read", "contacts:write"], node);
    const { tools } = await agent.listTools();
    const hints = tools.map(({ name, annotations }) => [
      name,
      Object.entries(annotations ?? {}).flatMap(([hint, is]) =>
        is === true ? [hint] : [],
      ),
    ]);
    expect(Object.fromEntries(hints)).toEqual({
      listContacts: ["readOnlyHint", "idempotentHint"],
      getContact: ["readOnlyHint", "idempotentHint"],
      getMe: ["readOnlyHint", "idempotentHint"],
      createContact: [],
      updateContact: ["destructiveHint", "idempotentHint"],
      batchContacts: ["destructiveHint"],
    });
    const create = tools.find(({ name }) => name === "createContact");
    expect(create?.inputSchema).toMatchObject({
      required: ["body"],
      properties: {
        body: {
          additionalProperties: false,
          properties: { email: { format: "email" } },
        },
      },
    });
    const list = tools.find(({ name }) => name === "listContacts");
    expect(list?.inputSchema.properties).toMatchObject({
      cursor: {
        description: expect.stringMatching(/^Id of the last element/),
        maxLength: 64,
      },
    });
    expect(JSON.stringify(tools)).not.toContain("$ref");
  },
);

test("the tools of another contract are those of its own scheme, and say what is deprecated", () => {
  const operation = {
    operationId: "read",
    summary: "Read",
    description: "Reads.",
    responses: {},
  };
  const parameters = [
    { name: "id", in: "path", required: true, deprecated: true },
  ];
  // A tree is made of trees.
  const schema = { $ref: "#/components/schemas/Tree" };
  const components = {
    schemas: { Tree: { properties: { trees: { items: schema } } } },
  };
  const requestBody = { content: { "application/json": { schema } } };
  const item = {
    get: { ...operation, requestBody, deprecated: true },
    put: { ...operation, security: [{ other: [] }] },
  };
  const paths = { "/x/{id}": { parameters, ...item } };
  const contract = {
    info: { title: "Another" },
    components,
    security: [{ token: [] }],
    paths,
  };
  const body = { properties: { trees: { items: {} } } };
  const inputSchema = {
    properties: { id: { deprecated: true }, body },
    required: ["id"],
  };
  expect(toolsOf(contract, ["*"])).toMatchObject([
    {
      name: "read",
      description: "Deprecated: Reads.",
      inputSchema,
      inPath: ["id"],
    },
  ]);
});

test("an error says what it means and what is wrong, so that an agent can act on it", async () => {
  const agent = await agentWith(["contacts:read", "contacts:write"]);
  const person = { body: { name: "Eva", email: "eva@example.com" } };
  const created = await call(agent, "createContact", person);
  const { id, version } = JSON.parse(created.text).data;
  // The version is enough, so a success has no ETag.
  expect(created.text).not.toContain("ETag");
  const change = { id, "If-Match": version };
  expect(
    (await call(agent, "updateContact", { ...change, body: { phone: "1" } }))
      .isError,
  ).toBe(false);
  const staleVersion = await call(agent, "updateContact", {
    ...change,
    body: { phone: "2" },
  });
  const usedEmail = await call(agent, "createContact", person);
  const malformedEmail = await call(agent, "createContact", {
    body: { ...person.body, email: "eva" },
  });
  const unknownParameter = await call(agent, "listContacts", { page: 2 });
  const missingId = await call(agent, "getContact", {});
  const impossibleId = await call(agent, "getContact", { id: ".." });
  const unknownId = await call(agent, "getContact", {
    id: `ct_${"0".repeat(26)}`,
  });
  const forbidden = await call(agent, "deleteContact", { id: "x" });

  expect(staleVersion).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^412 precondition_failed: [^]*"current_version":"[0-9a-z]+"[^]*\nETag: "[^"]+"\nX-Request-Id: req_/,
    ),
  });
  expect(usedEmail).toEqual({
    isError: true,
    text: expect.stringMatching(/^409 conflict: [^]*"contact_id":"ct_/),
  });
  expect(malformedEmail).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^422 validation_error: [^]*"path":\["email"\]/,
    ),
  });
  expect(unknownParameter).toEqual({
    isError: true,
    text: expect.stringMatching(/^422 validation_error: [^]*"path":\["page"\]/),
  });
  expect(missingId).toEqual({ isError: true, text: "getContact needs id." });
  expect(impossibleId).toEqual({
    isError: true,
    text: "id of getContact must be an id.",
  });
  expect(unknownId).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^404 not_found: .+\n\{.+\}\nX-Request-Id: req_[0-9a-z]{26}$/,
    ),
  });
  expect(forbidden).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^This key has no tool deleteContact\. It has: listContacts, /,
    ),
  });
});

test("the events of what an agent writes name the MCP server", async () => {
  const agent = await agentWith(["contacts:write"]);
  const body = { name: "Ana", email: "ana.mcp@example.com" };
  await call(agent, "createContact", { body });
  const reader = await server.as();
  const events = (await reader("/v1/events?limit=100")).body.data;
  const [created] = events.filter(
    ({ data }) => "email" in data && data.email === body.email,
  );
  expect(created?.request?.client_name).toBe("contacts-mcp");
});

test("a creation whose response is lost on the way is sent again, and makes one contact", async () => {
  let isLost = false;
  const loseFirstResponse: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (init.method !== "POST" || isLost) return response;
    isLost = true;
    throw new TypeError("fetch failed");
  };
  const agent = await agentWithFetch(
    loseFirstResponse,
    ["contacts:read", "contacts:write"],
    "lost",
  );

  const body = { name: "Ana", email: "ana.lost@example.com" };
  const created = await call(agent, "createContact", { body });
  const list = await call(agent, "listContacts", { view: "full" });

  expect(isLost).toBe(true);
  expect(created.isError).toBe(false);
  expect(JSON.parse(list.text).data).toEqual([JSON.parse(created.text).data]);
});

test("a login page in place of a response is an error that says so", async () => {
  const showLoginPage: Fetch = async (url, init) =>
    url.endsWith("/v1/contacts")
      ? new Response("<html>Log in</html>")
      : fetch(url, init);
  const agent = await agentWithFetch(showLoginPage, ["contacts:read"]);
  const text =
    "200 : This is not a response of the API. A proxy may have sent it.";
  expect(await call(agent, "listContacts", {})).toEqual({
    isError: true,
    text,
  });
});

test.each([
  {
    name: "without a key",
    environment: {},
    line: /^contacts-mcp: apiKey is missing\. Pass it, or set CONTACTS_API_KEY in the environment\.\n$/,
  },
  {
    name: "with a wrong key",
    environment: { CONTACTS_API_KEY: "contacts_live_wrong" },
    line: /^contacts-mcp: GET \S+\/v1\/me[^\n]* 401[^\n]*\n$/,
  },
])(
  "$name in the environment it prints in one line what is wrong",
  async ({ environment, line }) => {
    const env = { CONTACTS_BASE_URL: server.address, ...environment };
    const { stderr } = await promisify(execFile)(process.execPath, [program], {
      env,
    }).catch((failed: { stderr: string }) => failed);
    expect(stderr).toMatch(line);
  },
);

test("without its SDK it says in one line what to install", async () => {
  const { installed } = await installClient();
  const main = join(installed, "esm/client/mcp/main.js");
  const env = { CONTACTS_BASE_URL: server.address, CONTACTS_API_KEY: "x" };
  const failed = await promisify(execFile)(process.execPath, [main], {
    env,
  }).catch((error: { stderr: string; code: number }) => error);
  expect(failed).toMatchObject({
    stderr:
      "contacts-mcp: @modelcontextprotocol/sdk is missing, or too old. Run: npm install @modelcontextprotocol/sdk\n",
    code: 1,
  });
});
