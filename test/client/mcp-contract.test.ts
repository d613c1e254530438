import { describe, expect, test } from "vitest";
import { agentOf } from "./mcp-agent.ts";
import { startLocalServer } from "./local-server.ts";

// The tools of an MCP server are those of the contract that its server publishes.

/** Starts a server with a key of these scopes, which publishes a contract. */
const serverOf = (contract: string, scopes: string[] = ["*"], status = 200) =>
  startLocalServer(({ url }, response) => {
    if (url !== "/openapi.json")
      return response.end(JSON.stringify({ data: { scopes } }));
    return response.writeHead(status).end(contract);
  });

/** The agent of a contract with these paths. */
async function agentOfPaths(paths: object, scopes?: string[]) {
  const contract = {
    info: { title: "Orchard", summary: "Trees and their care." },
    security: [{ key: [] }],
    paths,
    components: {
      schemas: {
        Tree: {
          type: "object",
          description: "A tree.",
          properties: {
            name: { type: "string", pattern: "^.*$" },
            pattern: { type: "string", examples: ["x"] },
            properties: { type: "string", pattern: "^.*$" },
            next: { $ref: "#/components/schemas/Tree", description: "Next." },
          },
        },
      },
      responses: { Missing: { description: "There is no such tree." } },
    },
  };
  const baseUrl = await serverOf(JSON.stringify(contract), scopes);
  return agentOf({ apiKey: "x", baseUrl });
}

const done = { "200": { description: "Done." } };
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: `${operationId}.`,
  description: `${operationId} is done.\n\nThe API key needs the scope \`a\`.`,
  responses: done,
  ...more,
});
const query = (name: string, more: object = {}) => ({
  name,
  in: "query",
  description: name,
  schema: { type: "string" },
  ...more,
});
const list = {
  "200": {
    description: "A list.",
    content: {
      "application/json": {
        schema: { properties: { data: { type: "array" } } },
      },
    },
  },
};

test.each([
  { name: "another page", text: "<html>", status: 404 },
  { name: "null", text: "null", status: 200 },
  { name: "a list", text: "[]", status: 200 },
  { name: "an object without paths", text: '{"openapi":"3.1.0"}', status: 200 },
])("$name for the contract ends the start", async ({ text, status }) => {
  const baseUrl = await serverOf(text, ["*"], status);
  await expect(agentOf({ apiKey: "x", baseUrl })).rejects.toThrow(
    `/openapi.json of the server is not the contract; its status is ${status}.`,
  );
});

test("a tool has the parameters of its path and of its operation, and what the body needs", async () => {
  const tree = { $ref: "#/components/schemas/Tree" };
  const agent = await agentOfPaths({
    "/trees/{id}": {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
      ],
      put: operation("changeTree", {
        description:
          "changeTree is done.\n\nThe API key needs the scopes `a` and `b`.",
        deprecated: true,
        parameters: [
          { name: "If-Match", in: "header", schema: { type: "string" } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { ...tree, description: "The tree as it will be." },
            },
          },
        },
      }),
    },
  });
  const { tools } = await agent.listTools();
  expect(tools).toEqual([
    {
      name: "changeTree",
      title: "changeTree.",
      description: "Deprecated: changeTree is done.",
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string" },
          "If-Match": { type: "string" },
          body: {
            type: "object",
            description: "The tree as it will be.",
            properties: {
              name: { type: "string" },
              pattern: { type: "string" },
              properties: { type: "string" },
              next: { description: "Next." },
            },
          },
        },
        required: ["id", "body"],
      },
      annotations: {
        title: "changeTree.",
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
      },
    },
  ]);
});

test("a body that may be left out is not required", async () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const agent = await agentOfPaths({
    "/trees": { post: operation("plantTree", { requestBody: { content } }) },
  });
  const { tools } = await agent.listTools();
  expect(tools[0]?.inputSchema.properties).toHaveProperty("body");
  expect(tools[0]?.inputSchema.required).toEqual([]);
});

test("errors for an agent are in English, unless the program says otherwise", async () => {
  const languages: (string | undefined)[] = [];
  const baseUrl = await startLocalServer(({ url, headers }, response) => {
    languages.push(headers["accept-language"]);
    const contract = { info: {}, paths: {} };
    const body = url === "/openapi.json" ? contract : { data: { scopes: [] } };
    response.end(JSON.stringify(body));
  });
  await agentOf({ apiKey: "x", baseUrl });
  await agentOf({ apiKey: "x", baseUrl, language: "es" });
  expect(languages).toEqual(["en", "en", "es", "es"]);
});

test("the writes of an MCP server have its name, or that of its program", async () => {
  const names: unknown[] = [];
  const contract = {
    info: {},
    security: [{ key: [] }],
    paths: { "/water": { post: operation("waterTrees") } },
  };
  const baseUrl = await startLocalServer(({ url, headers }, response) => {
    const { "client-name": client, "user-agent": program = "" } = headers;
    if (url === "/water") names.push([client, program.split(" ")[0]]);
    const data = { scopes: ["*"] };
    response.end(JSON.stringify(url === "/openapi.json" ? contract : { data }));
  });
  const own = { clientName: "gardener", appName: "gardener/2" };
  for (const options of [{}, own]) {
    const agent = await agentOf({ apiKey: "x", baseUrl, ...options });
    await agent.callTool({ name: "waterTrees", arguments: {} });
  }
  expect(names).toEqual([
    ["contacts-mcp", "contacts-mcp"],
    ["gardener", "gardener/2"],
  ]);
});

test("only a list has views, unless it has a parameter of this name", async () => {
  const agent = await agentOfPaths({
    "/trees": { get: operation("listTrees", { responses: list }) },
    "/roots": {
      get: operation("listRoots", {
        responses: list,
        parameters: [query("view", { required: true })],
      }),
    },
    "/leaf": { get: operation("getLeaf", { parameters: [query("size")] }) },
  });
  const { tools } = await agent.listTools();
  const inputs = tools.map(({ name, inputSchema }) => [
    name,
    inputSchema.properties,
    inputSchema.required,
  ]);
  expect(inputs).toEqual([
    [
      "listTrees",
      { view: expect.objectContaining({ default: "compact" }) },
      [],
    ],
    ["listRoots", { view: { type: "string", description: "view" } }, ["view"]],
    ["getLeaf", { size: { type: "string", description: "size" } }, []],
  ]);
});

test("a creation only adds; another write may change or remove", async () => {
  const agent = await agentOfPaths({
    "/trees": {
      get: operation("listTrees"),
      post: operation("plantTree", { responses: { "201": {} } }),
      delete: operation("fellTrees"),
    },
    "/water": { post: operation("waterTrees") },
  });
  const { tools } = await agent.listTools();
  const hints = tools.map(({ name, annotations }) => [
    name,
    annotations?.readOnlyHint,
    annotations?.destructiveHint,
    annotations?.idempotentHint,
  ]);
  expect(hints).toEqual([
    ["listTrees", true, false, true],
    ["plantTree", false, false, false],
    ["fellTrees", false, true, true],
    ["waterTrees", false, true, false],
  ]);
});

describe("the tools of a key are those of", () => {
  const paths = {
    "/both": { get: operation("both", { security: [{ key: ["a", "b"] }] }) },
    "/one": { get: operation("one", { security: [{ key: ["a"] }] }) },
    "/free": { get: operation("free") },
    "/open": { get: operation("open", { security: [] }) },
    "/other": { get: operation("other", { security: [{ session: [] }] }) },
    "/two": { get: operation("two", { security: [{ key: [], session: [] }] }) },
  };
  test.each([
    { scopes: ["a", "b"], names: ["both", "one", "free", "open"] },
    { scopes: ["a"], names: ["one", "free", "open"] },
    { scopes: ["*"], names: ["both", "one", "free", "open"] },
    { scopes: [], names: ["free", "open"] },
  ])("its scopes: $scopes", async ({ scopes, names }) => {
    const agent = await agentOfPaths(paths, scopes);
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
  });
});

test("an agent reads what an error means, and which tools there are", async () => {
  const missing = { "404": { $ref: "#/components/responses/Missing" } };
  const contract = {
    info: { title: "Orchard" },
    security: [{ key: [] }],
    paths: {
      "/trees/{id}": {
        get: operation("getTree", {
          parameters: [{ name: "id", in: "path", required: true }],
          responses: { ...done, ...missing },
        }),
      },
    },
    components: {
      responses: { Missing: { description: "There is no such tree." } },
    },
  };
  const baseUrl = await startLocalServer(({ url }, response) => {
    if (url === "/openapi.json") return response.end(JSON.stringify(contract));
    if (url === "/v1/me")
      return response.end(JSON.stringify({ data: { scopes: ["*"] } }));
    const error = { code: "not_found", message: "No tree." };
    return response.writeHead(404).end(JSON.stringify({ error }));
  });
  const agent = await agentOf({ apiKey: "x", baseUrl });
  const call = async (name: string, input: Record<string, unknown>) =>
    (await agent.callTool({ name, arguments: input })).content;

  expect(await call("getTree", { id: "x" })).toEqual([
    {
      type: "text",
      text: expect.stringMatching(
        /^404 not_found: There is no such tree\.\n\{"code":"not_found"/,
      ),
    },
  ]);
  expect(await call("getTree", {})).toEqual([
    { type: "text", text: "getTree needs id." },
  ]);
  expect(await call("fellTree", {})).toEqual([
    { type: "text", text: "This key has no tool fellTree. It has: getTree." },
  ]);
});

test("the instructions are the summary of the API and sentences about the tools, without those that it lacks", async () => {
  const agent = await agentOfPaths({
    "/contacts": { get: operation("listContacts") },
    "/me": { get: operation("getMe") },
  });
  const [summary, first, second, third, ...more] =
    agent.getInstructions()?.split("\n") ?? [];
  expect(summary).toBe("Trees and their care.");
  expect(first).toMatch(/^The key belongs to one workspace/);
  expect(second).toMatch(/^To find a person, use listContacts /);
  expect(third).toMatch(/^A list returns one page/);
  expect(more).toHaveLength(1);
});
