import { createServer, type IncomingMessage } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";
import { makeOut } from "./compiled.ts";

// Generated clients and samples of other contracts send credentials where the contract says.

const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  response.writeHead(204).end();
});
const address = `http://${await listenLocally(server, afterAll)}`;

const get = (operationId: string, more: object = {}) => ({
  get: {
    operationId,
    tags: ["parcels"],
    responses: { "204": { description: "Done." } },
    ...more,
  },
});
const contract = (securitySchemes: object, security: object[]) => ({
  security,
  paths: { "/parcels": get("listParcels") },
  components: { securitySchemes },
});

/** Calls the operation with the generated client. Returns the request that arrives. */
async function callOf(
  made: Awaited<ReturnType<typeof makeOut>>,
  apiKey = "secret",
) {
  writeFileSync(
    join(made.out, "program.ts"),
    `import { createClient } from "./client/index.ts";
await createClient({ apiKey: "${apiKey}", baseUrl: "${address}" }).parcels.list();
`,
  );
  writeFileSync(join(made.out, "package.json"), '{ "type": "module" }');
  const ended = await run(join(made.out, "program.ts"), []);
  expect(ended.stderr).toBe("");
  return requests.at(-1);
}

test("the key of a header of its own is sent in this header alone", async () => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const request = await callOf(await makeOut(contract({ key }, [{ key: [] }])));
  expect(request?.headers).toMatchObject({ "x-key": "secret" });
  expect(request?.headers).not.toHaveProperty("authorization");
});

test.each([
  ["a scheme that refers to another", "alias"],
  ["the URI of a scheme in OpenAPI 3.2", "#/components/securitySchemes/key"],
])("the key of %s is sent", async (_, name) => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const alias = { $ref: "#/components/securitySchemes/key" };
  const made = await makeOut({
    openapi: "3.2.0",
    ...contract({ key, alias }, [{ [name]: [] }]),
  });
  const request = await callOf(made);
  expect(request?.headers).toMatchObject({ "x-key": "secret" });
});

test("the key of a query parameter is sent in the query", async () => {
  const key = { type: "apiKey", in: "query", name: "api key" };
  const request = await callOf(await makeOut(contract({ key }, [{ key: [] }])));
  expect(request?.url).toBe("/parcels?api%20key=secret");
});

test.each([
  ["a name and a password", { type: "http", scheme: "basic" }],
  ["a key of the query", { type: "apiKey", in: "query", name: "key" }],
])("%s may have characters beyond ASCII", async (_, key) => {
  const made = await makeOut(contract({ key }, [{ key: [] }]));
  const { url, headers } = (await callOf(made, "zoë:pass€")) ?? {};
  const [, base64 = ""] =
    /^Basic (.*)$/.exec(headers?.authorization ?? "") ?? [];
  const sent = Buffer.from(base64, "base64").toString() || url;
  expect([
    "zoë:pass€",
    `/parcels?key=${encodeURIComponent("zoë:pass€")}`,
  ]).toContain(sent);
});

test("of several keys the client sends the one that most operations need", async () => {
  const made = await makeOut({
    paths: {
      "/depots": get("listDepots", { security: [{ app: [] }] }),
      "/parcels": get("listParcels", { security: [{ key: [] }] }),
      "/routes": get("listRoutes", { security: [{ key: [] }] }),
    },
    components: {
      securitySchemes: {
        app: { type: "apiKey", in: "query", name: "app" },
        key: { type: "apiKey", in: "header", name: "X-Key" },
      },
    },
  });
  const request = await callOf(made);
  expect(request?.url).toBe("/parcels");
  expect(request?.headers).toMatchObject({ "x-key": "secret" });
});

test("the key of a cookie is sent as this cookie", async () => {
  const key = { type: "apiKey", in: "cookie", name: "sid" };
  const request = await callOf(await makeOut(contract({ key }, [{ key: [] }])));
  expect(request?.headers.cookie).toBe("sid=secret");
});

/** Returns the function that finds the sample of a language. */
function samplesIn(files: Map<string, string>) {
  const { paths } = JSON.parse(files.get("openapi.json") ?? "") as {
    paths: Record<
      string,
      { get: { "x-codeSamples": { label: string; source: string }[] } }
    >;
  };
  const samples = paths["/parcels"]?.get["x-codeSamples"] ?? [];
  return (name: string) => samples.find(({ label }) => label === name)?.source;
}

test("samples send each credential of a requirement, and a note names those that the client does not send", async () => {
  const { files, notes } = await makeOut(
    contract(
      {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        app: { type: "apiKey", in: "query", name: "app" },
        session: { type: "apiKey", in: "cookie", name: "sid" },
      },
      [{}, { key: [], app: [], session: [] }],
    ),
  );
  const sample = samplesIn(files);
  expect(sample("curl")).toBe(
    `curl "$DEPOT_BASE_URL/parcels?app=$APP" \\
  -H "X-Key: $KEY" \\
  -b "sid=$SESSION"`,
  );
  for (const line of [
    'request.Header.Set("X-Key", os.Getenv("KEY"))',
    'query.Set("app", os.Getenv("APP"))',
    'request.AddCookie(&http.Cookie{Name: "sid", Value: os.Getenv("SESSION")})',
  ])
    expect(sample("Go")).toContain(line);
  expect(sample("Python")).toContain(
    'token=os.environ["KEY"], prefix="", auth_header_name="X-Key", cookies={"sid": os.environ["SESSION"]}, httpx_args={"params": {"app": os.environ["APP"]}})',
  );
  expect(notes).toContain(
    "The client does not send the query parameter `app` of `app`, the cookie `sid` of `session`.",
  );
});

test("samples send the key of the query after its parameters", async () => {
  const page = { name: "page", in: "query", required: true, example: 2 };
  const app = { type: "apiKey", in: "query", name: "app" };
  const { files } = await makeOut({
    ...contract({ app }, [{ app: [] }]),
    paths: {
      "/parcels": get("listParcels", {
        parameters: [{ ...page, schema: { type: "integer" } }],
      }),
    },
  });
  expect(samplesIn(files)("curl")).toBe(
    'curl "$DEPOT_BASE_URL/parcels?page=2&app=$APP"',
  );
});

test("samples send no credential for mutual TLS, which no request carries", async () => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const certificate = { type: "mutualTLS" };
  const { files } = await makeOut(
    contract({ key, certificate }, [{ certificate: [], key: [] }]),
  );
  expect(samplesIn(files)("curl")).toBe(
    `curl "$DEPOT_BASE_URL/parcels" \\
  -H "X-Key: $KEY"`,
  );
});
