import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { agentOf, callTool } from "./mcp-agent.ts";
import { startLocalServer } from "./local-server.ts";

// The requests that an MCP server sends for a tool, and the text of each response for its agent.

const text = { type: "string" };
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: operationId,
  description: operationId,
  responses: {},
  ...more,
});
const contract = {
  info: { title: "Orchard" },
  security: [{ key: [] }],
  paths: {
    "/trees": {
      get: operation("listTrees", {
        parameters: [{ name: "kind", in: "query", schema: text }],
      }),
      post: operation("plantTree", {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: text }],
        requestBody: { content: { "application/json": { schema: {} } } },
      }),
    },
    "/trees/{id}": {
      delete: operation("fellTree", {
        parameters: [
          { name: "id", in: "path", required: true, schema: text },
          { name: "If-Match", in: "header", schema: text },
        ],
      }),
    },
    "/bushes": {
      post: operation("plantBush", {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: text }],
        requestBody: { content: { "application/json": { schema: {} } } },
      }),
    },
    "/beds": {
      get: operation("listBeds", {
        parameters: ["row", "view"].map((name) => ({
          name,
          in: "query",
          required: true,
          schema: {},
        })),
        responses: { default: { description: "The garden is closed." } },
      }),
    },
  },
  components: {},
};

interface Planned {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** An agent whose server responds so, one after the other, and the requests that came to it. */
async function agentWith(...planned: Planned[]) {
  const requests: { url: string; key: unknown; ifMatch: unknown }[] = [];
  const baseUrl = await startLocalServer(({ url = "", headers }, response) => {
    if (url === "/openapi.json") return response.end(JSON.stringify(contract));
    if (url === "/v1/me")
      return response.end(JSON.stringify({ data: { scopes: ["*"] } }));
    requests.push({
      url,
      key: headers["idempotency-key"],
      ifMatch: headers["if-match"],
    });
    const next: Planned = planned.shift() ?? { status: 500 };
    return response.writeHead(next.status, next.headers).end(next.body ?? "{}");
  });
  const agent = await agentOf({ apiKey: "x", baseUrl, retries: 0 });
  return {
    requests,
    plant: () => callTool(agent, "plantTree", { body: { kind: "oak" } }),
    call: (name: string, input: Record<string, unknown>) =>
      callTool(agent, name, input),
  };
}

const refusal = (status: number, code = "refused") => ({
  status,
  body: JSON.stringify({ error: { code, message: "m" } }),
});
const created = { status: 201, body: '{"data":{"id":"x"}}' };

test("the same creation has one key until it has succeeded", async () => {
  const { plant, requests } = await agentWith(
    refusal(503),
    refusal(404),
    created,
    created,
  );
  for (let n = 0; n < 4; n++) await plant();
  const keys = requests.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test("a creation that is still in progress keeps its key", async () => {
  const inProgress = refusal(409, "request_in_progress");
  const { plant, requests } = await agentWith(inProgress, created);
  await plant();
  await plant();
  expect(requests[1]?.key).toBe(requests[0]?.key);
});

test("two creations of different tools with the same arguments have keys of their own", async () => {
  const { call, requests } = await agentWith(refusal(503), created);
  const input = { body: { kind: "oak" } };
  await call("plantTree", input);
  await call("plantBush", input);
  expect(requests[1]?.key).not.toBe(requests[0]?.key);
});

test("after a 422 the same creation has a new key", async () => {
  const { plant, requests } = await agentWith(refusal(422), created);
  await plant();
  await plant();
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});

test.each([
  { name: "a 500", response: refusal(500), mayHaveHappened: true },
  {
    name: "a request in progress",
    response: refusal(409, "request_in_progress"),
    mayHaveHappened: true,
  },
  { name: "a 400", response: refusal(400), mayHaveHappened: false },
  { name: "a 409", response: refusal(409), mayHaveHappened: false },
  { name: "a 499", response: refusal(499), mayHaveHappened: false },
  {
    name: "a page of a proxy",
    response: { status: 200, body: "<html>" },
    mayHaveHappened: true,
  },
])(
  "after $name the agent reads whether it may have happened",
  async ({ response, mayHaveHappened }) => {
    const { plant } = await agentWith(response);
    const read = await plant();
    expect(read.isError).toBe(true);
    const sentence =
      "\nIt may have happened all the same. Call plantTree again with exactly the same arguments: then it happens only once.";
    expect(read.text.endsWith(sentence)).toBe(mayHaveHappened);
  },
);

test("a tool that creates nothing has no key, and its error nothing to repeat", async () => {
  const { call, requests } = await agentWith(refusal(500));
  const { text: read } = await call("listTrees", { kind: "oak" });
  expect(requests).toEqual([
    { url: "/trees?kind=oak", key: undefined, ifMatch: undefined },
  ]);
  expect(read).not.toContain("may have happened");
});

test("a tool names all arguments that are missing, and sends 0 and its own view", async () => {
  const { call, requests } = await agentWith({ status: 200, body: "[]" });
  expect((await call("listBeds", {})).text).toBe(
    "listBeds needs row and view.",
  );
  await call("listBeds", { row: 0, view: "tiny" });
  expect(requests.map(({ url }) => url)).toEqual(["/beds?row=0&view=tiny"]);
});

test("a status that an operation does not list has the meaning of its default", async () => {
  const { call } = await agentWith(refusal(410));
  const { text: read } = await call("listBeds", { row: 1, view: "full" });
  expect(read).toMatch(/^410 refused: The garden is closed\.\n/);
});

test.each(["null", '"x"', "{", ""])(
  "%j is no response of the API",
  async (body) => {
    const { call } = await agentWith({ status: 200, body });
    const { isError, text: read } = await call("listTrees", {});
    expect(isError).toBe(true);
    expect(read).toMatch(
      /^200 : This is not a response of the API\. A proxy may have sent it\./,
    );
  },
);

test("a list without an envelope is a response of the API", async () => {
  const { call } = await agentWith({ status: 200, body: "[]" });
  const { isError, text: read } = await call("listTrees", {});
  expect(isError).toBe(false);
  expect(read).toBe("[]");
});

test("the agent reads the ETag of an object without a version only", async () => {
  const headers = { ETag: '"7"' };
  const { call } = await agentWith(
    { status: 200, body: '{"data":{"version":"7"}}', headers },
    { status: 200, body: '{"data":{"kind":"oak"}}', headers },
    { status: 200, body: '{"data":[]}', headers },
  );
  expect((await call("listTrees", {})).text).not.toContain("ETag");
  expect((await call("listTrees", {})).text).toContain('\nETag: "7"');
  expect((await call("listTrees", {})).text).toContain('\nETag: "7"');
});

test("a version is sent in quotes as If-Match, and a deletion has its own body", async () => {
  const { call, requests } = await agentWith({
    status: 200,
    body: '{"data":{"id":"x","deleted":true}}',
  });
  const { text: read } = await call("fellTree", { id: "x", "If-Match": "7" });
  expect(requests).toEqual([
    { url: "/trees/x", key: undefined, ifMatch: '"7"' },
  ]);
  expect(read).toContain('"deleted":true');
});

test("an If-Match that is null is refused: without it the deletion would have no condition", async () => {
  const { call, requests } = await agentWith();
  expect(await call("fellTree", { id: "x", "If-Match": null })).toEqual({
    isError: true,
    text: "If-Match of fellTree must be a version. To change the object in any case, leave If-Match out.",
  });
  expect(requests).toEqual([]);
});

test("the keys of the last hundred creations that may have happened are kept", async () => {
  // Given a server that fails.
  const { call, requests } = await agentWith();
  const plant = (n: number) => call("plantTree", { body: { n } });
  for (let n = 0; n <= 100; n++) await plant(n);

  for (const n of [1, 100, 0]) await plant(n);

  const keys = requests.map(({ key }) => key);
  expect(keys.slice(101, 103)).toEqual([keys[1], keys[100]]);
  expect(keys[103]).not.toBe(keys[0]);
});

test("a creation that the agent cancels keeps its key", async () => {
  // Given a server that does not respond to the first creation.
  const keys: unknown[] = [];
  const arrived = new EventEmitter<{ creation: []; end: [] }>();
  const baseUrl = await startLocalServer(({ url = "", headers }, response) => {
    if (url === "/openapi.json") return response.end(JSON.stringify(contract));
    if (url === "/v1/me")
      return response.end(JSON.stringify({ data: { scopes: ["*"] } }));
    if (keys.push(headers["idempotency-key"]) > 1)
      return response.writeHead(201).end(created.body);
    response.once("close", () => arrived.emit("end"));
    return arrived.emit("creation");
  });
  const agent = await agentOf({ apiKey: "x", baseUrl });
  const input = { name: "plantTree", arguments: { body: { kind: "oak" } } };
  const leaving = new AbortController();
  const { signal } = leaving;
  const [canceled] = await Promise.all([
    agent.callTool(input, undefined, { signal }).catch(() => "canceled"),
    once(arrived, "creation").then(() => leaving.abort()),
    once(arrived, "end"),
  ]);

  await agent.callTool(input);

  expect(canceled).toBe("canceled");
  expect(keys).toEqual([keys[0], keys[0]]);
});
