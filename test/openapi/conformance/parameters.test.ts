import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { runConformance } from "../../../openapi/conformance/run.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

// Tests the parameters and credentials that `npm run conformance` sends to other APIs.

const folder = temporaryFolder(afterAll);

/** Runs the command on `GET /beds`, and returns the report and what the server received. */
async function runOn(
  operation: object,
  {
    keys = {},
    securitySchemes = {},
    others = {},
    headers: sentHeaders = {},
    paths = {},
  }: Record<string, object> = {},
  { status = 204, body }: { status?: number; body?: string } = {},
) {
  const file = join(folder, "contract.yaml");
  const responses = { "204": { description: "Done." } };
  const contract = {
    openapi: "3.2.0",
    info: { title: "Garden", version: "1.0.0" },
    paths: {
      "/beds": { get: { responses, ...operation }, ...others },
      ...paths,
    },
    components: { securitySchemes },
  };
  writeFileSync(file, stringify(contract));
  const received: Pick<IncomingMessage, "url" | "headers" | "method">[] = [];
  const server = createServer(({ url, headers, method = "" }, response) => {
    received.push({ url: url ?? "", headers, method });
    response.writeHead(status, { ...sentHeaders }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const report = await runConformance((await readContract(file)).contract, {
    url: `http://127.0.0.1:${port}`,
    keys: new Map(Object.entries(keys) as [string, string][]),
    rate: 1000,
    requests: 50,
    actions: false,
  });
  return { report, received, last: received.at(-1) };
}

test("required parameters are sent in their styles, cookies too", async () => {
  const required = (name: string, more: object) => ({
    name,
    in: "query",
    required: true,
    schema: {},
    ...more,
  });
  const object = { example: { x: 1, y: 2 } };
  const { last } = await runOn({
    parameters: [
      required("fields", object),
      required("deep", { ...object, style: "deepObject" }),
      required("many", { example: ["a", "b"] }),
      required("pipe", {
        example: ["a", "b"],
        style: "pipeDelimited",
        explode: false,
      }),
      required("where", {
        content: { "application/json": { schema: {}, ...object } },
      }),
      required("X-Rows", { in: "header", example: [1, 2] }),
      required("session", { in: "cookie", example: "s1" }),
    ],
  });
  expect(last?.url).toBe(
    "/beds?x=1&y=2&deep%5Bx%5D=1&deep%5By%5D=2&many=a&many=b&pipe=a|b&where=%7B%22x%22%3A1%2C%22y%22%3A2%7D",
  );
  expect(last?.headers).toMatchObject({
    "x-rows": "1,2",
    cookie: "session=s1",
  });
});

test.each([
  [
    "application/x-www-form-urlencoded",
    { at: "north & east" },
    "?at=north+%26+east",
  ],
  ["application/x-www-form-urlencoded", "at=north&row=1", "?at=north&row=1"],
  ["application/json", { row: 1 }, "?%7B%22row%22%3A1%7D"],
  ["text/plain", "north east", "?north%20east"],
])("a parameter that is the complete query is sent as %s", async (...given) => {
  const [media, example, query] = given;
  const { last } = await runOn({
    parameters: [
      {
        ...{ name: "all", in: "querystring", required: true },
        content: { [media]: { schema: {}, example } },
      },
    ],
  });
  expect(last?.url).toBe(`/beds${query}`);
});

const list = { type: "array", items: { type: "integer" } };
const place = {
  type: "object",
  properties: { row: { type: "integer" }, side: { type: "string" } },
};
const flag = { "application/json": { schema: { type: "boolean" } } };
const documented = {
  "X-Rows": { schema: list },
  "X-Place": { schema: place },
  "X-Corner": { explode: true, schema: place },
  "X-Full": { content: flag },
};
const answered = { "204": { description: "Done.", headers: documented } };

test("a header that is a list, an object or JSON is compared as such", async () => {
  const right = {
    "X-Rows": "1, 2",
    "X-Place": "row,1,side,left",
    "X-Corner": "row=1,side=a=b",
    "X-Full": "true",
  };
  const { report } = await runOn({ responses: answered }, { headers: right });
  expect(report.findings).toEqual([]);
  const wrong = {
    "X-Rows": "1, two",
    "X-Place": "row,one",
    "X-Corner": "row=one",
    "X-Full": "yes",
  };
  const { report: second } = await runOn(
    { responses: answered },
    { headers: wrong },
  );
  expect(second.findings.map(({ problem }) => problem)).toEqual([
    "X-Rows: 1, two /1 must be integer.",
    "X-Place: row,one /row must be integer.",
    "X-Corner: row=one /row must be integer.",
    "X-Full: yes it must be boolean.",
  ]);
});

test("the valid body is sent once, also when it has an edge value", async () => {
  const responses = { "204": { description: "Done." } };
  const schema = {
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: ["rose", "oak"] } },
  };
  const requestBody = { content: { "application/json": { schema } } };
  const { received } = await runOn(
    {},
    {
      others: { post: { requestBody, responses } },
      paths: { "/beds/{id}": { get: { responses } } },
    },
  );
  // Without `kind`, with another type, with the other kind, with an unknown kind, and the valid one.
  expect(received.filter(({ method }) => method === "POST")).toHaveLength(5);
});

test("a TRACE is not tried, as no program can send one", async () => {
  const responses = { "204": { description: "Done." } };
  const { report } = await runOn({}, { others: { trace: { responses } } });
  expect(report.findings).toEqual([]);
  expect(report.notTried).toEqual([
    {
      operation: "TRACE /beds",
      why: "No program can send a TRACE by `fetch`.",
    },
  ]);
});

test("an operation is not tried with a parameter that the contract refuses", async () => {
  const parameter = { name: "code", in: "query", required: true };
  const { report, received } = await runOn({
    parameters: [
      { ...parameter, schema: { type: "string", pattern: "^(?!x)[a-z]{3}$" } },
    ],
  });
  expect(received).toEqual([]);
  expect(report.notTried).toEqual([
    {
      operation: "GET /beds",
      why: "The contract has no example of code that it allows.",
    },
  ]);
});

test("a 204 and the response to a HEAD need no body", async () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const responses = { "204": { description: "Done.", content } };
  const { report } = await runOn(
    { responses },
    { others: { head: { responses } } },
  );
  expect(report).toMatchObject({ findings: [], notTried: [] });
  const headers = { "X-Rows": { required: true, schema: {} } };
  const { report: second } = await runOn(
    {},
    { others: { head: { responses: { "204": { headers } } } } },
  );
  // With -X HEAD curl would wait for a body.
  expect(second.findings).toMatchObject([
    { request: expect.stringMatching(/^curl -i --head "/) as string },
  ]);
});

test("a response is compared with its status first, then with its range, then with the default", async () => {
  const plain = { description: "Done." };
  const rows = { headers: { "X-Rows": { required: true, schema: {} } } };
  const problemsWith = async (responses: object) => {
    const { report } = await runOn({ responses });
    return report.findings.map(({ problem }) => problem);
  };
  const lacks = ["204 has no X-Rows."];
  expect(await problemsWith({ default: plain, "2XX": rows })).toEqual(lacks);
  expect(await problemsWith({ default: rows, "2xx": plain })).toEqual([]);
  expect(await problemsWith({ "2XX": plain, "204": rows })).toEqual(lacks);
});

test("a body is compared with the media type that it has, and not with the first", async () => {
  const content = {
    "text/plain": { schema: { type: "string" } },
    "application/json": { schema: { type: "object" } },
  };
  const { report } = await runOn(
    { responses: { "200": { description: "Beds.", content } } },
    { headers: { "Content-Type": "application/json" } },
    { status: 200, body: "[]" },
  );
  expect(report.findings).toMatchObject([
    { kind: "body", problem: "The body of 200: it must be object." },
  ]);
});

test.each([
  { status: 401, why: "The key is refused with 401." },
  { status: 403, why: "The key is refused with 403." },
  { status: 404, problem: "A request that the contract allows gets 404." },
  { status: 422, problem: "A request that the contract allows gets 422." },
  { status: 500, why: "A request that the contract allows gets 500." },
])(
  "a valid request that gets a $status is a finding only when the server refuses what it asks for",
  async ({ status, why, problem }) => {
    const responses = { default: { description: "Any." } };
    const { report } = await runOn({ responses }, {}, { status });
    expect(report.notTried.map((each) => each.why)).toEqual(why ? [why] : []);
    expect(report.findings.map((each) => each.problem)).toEqual(
      problem ? [problem] : [],
    );
  },
);

test("a value on an exclusive bound is not allowed, and the next one is", async () => {
  const schema = { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 5 };
  const { report, received } = await runOn({
    parameters: [{ name: "depth", in: "query", schema }],
  });
  const problems = report.findings.map(({ problem }) => problem);
  for (const depth of [1, 5])
    expect(problems).toContain(
      `depth=${depth}, which the contract does not allow, gets 204.`,
    );
  const urls = received.map(({ url }) => url);
  for (const depth of [2, 4]) expect(urls).toContain(`/beds?depth=${depth}`);
});

test("an OPTIONS is sent as a read", async () => {
  const responses = { "204": { description: "Done." } };
  const { received } = await runOn({}, { others: { options: { responses } } });
  expect(received.map(({ method }) => method)).toContain("OPTIONS");
});

test("a QUERY is sent as a read, and an additional method is reported", async () => {
  const responses = { "204": { description: "Done." } };
  const content = { "application/json": { schema: { type: "object" } } };
  const { report, received } = await runOn(
    {},
    {
      others: {
        query: { requestBody: { content }, responses },
        additionalOperations: { PURGE: { responses } },
      },
    },
  );
  expect(received.map(({ method }) => method)).toContain("QUERY");
  expect(report.notTried).toEqual([
    {
      operation: "PURGE /beds",
      why: "It is in `additionalOperations`, which this tool does not read.",
    },
  ]);
});

const securitySchemes = {
  site: { type: "apiKey", in: "header", name: "X-Site" },
  person: { type: "apiKey", in: "query", name: "person" },
  seat: { type: "apiKey", in: "cookie", name: "seat" },
};

test("all keys that an operation needs together are sent, and a command repeats them", async () => {
  const { report, received, last } = await runOn(
    {
      security: [{ site: [], person: [], seat: [] }],
      parameters: [
        {
          name: "crumb",
          in: "cookie",
          required: true,
          example: "c1",
          schema: { type: "string" },
        },
        {
          name: "row",
          in: "query",
          required: true,
          example: 1,
          schema: { type: "integer", maximum: 3 },
        },
      ],
    },
    { keys: { site: "a", person: "b c", seat: "d" }, securitySchemes },
  );
  expect(received[0]?.headers).not.toHaveProperty("x-site");
  expect(last?.url).toBe("/beds?row=1&person=b%20c");
  expect(last?.headers).toMatchObject({
    "x-site": "a",
    cookie: "crumb=c1; seat=d",
  });
  const requests = report.findings.map(({ request }) => request);
  expect(requests.join("\n")).not.toContain("b c");
  expect(requests).toContainEqual(
    expect.stringMatching(
      /\?row=4&person=\$KEY2" -H "X-Site: \$KEY" -b "seat=\$KEY3"/,
    ),
  );
});

test("an operation of which a key is missing is not tried, unless another way is open", async () => {
  const keys = { person: "b" };
  const both = await runOn(
    { security: [{ site: [], person: [] }] },
    { keys, securitySchemes },
  );
  expect(both.report.notTried).toEqual([
    {
      operation: "GET /beds",
      why: "It needs a key of site: --key site=KEY.",
    },
  ]);
  const either = await runOn(
    { security: [{ site: [] }, { person: [] }] },
    { keys, securitySchemes },
  );
  expect(either.last?.url).toBe("/beds?person=b");
});

test("numbers with more digits than a number of JavaScript keeps are sent whole", async () => {
  const long = 9223372036854775800n;
  const schema = { type: "integer", minimum: long };
  const where = {
    schema: { type: "object" },
    example: { count: long + 2n },
  };
  const { received } = await runOn({
    parameters: [
      { name: "from", in: "query", required: true, schema },
      {
        ...{ name: "where", in: "query", required: true },
        content: { "application/json": where },
      },
    ],
  });
  const json = encodeURIComponent(`{"count":${long + 2n}}`);
  expect(received.map(({ url }) => url)).toContain(
    `/beds?from=${long}&where=${json}`,
  );
});

test("a text is no number, in a query and in a header", async () => {
  const schema = { type: "number" };
  const { report } = await runOn(
    {
      parameters: [{ name: "depth", in: "query", schema }],
      responses: {
        "204": { description: "Done.", headers: { "X-Depth": { schema } } },
      },
    },
    { headers: { "X-Depth": "deep" } },
  );
  expect(report.findings.map(({ problem }) => problem)).toEqual([
    "X-Depth: deep it must be number.",
    "depth=text, which the contract does not allow, gets 204.",
  ]);
});

test("headers that OpenAPI ignores are not sent, and a key is sent once", async () => {
  const required = (name: string, location: string, example: string) => ({
    ...{ name, in: location, required: true, example },
    schema: { type: "string" },
  });
  const { last } = await runOn(
    {
      security: [{ person: [] }],
      parameters: [
        required("person", "query", "p1"),
        required("Accept", "header", "text/csv"),
        required("authorization", "header", "Bearer example"),
      ],
    },
    { keys: { person: "b" }, securitySchemes },
  );
  expect(last?.url).toBe("/beds?person=b");
  expect(last?.headers).toMatchObject({ accept: "*/*" });
  expect(last?.headers).not.toHaveProperty("authorization");
});

test("a query of a list or null, as FastAPI writes it, is not tried with one text", async () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
  const { report, received } = await runOn({
    parameters: [
      { name: "rows", in: "query", schema: orNull(list) },
      { name: "side", in: "query", schema: orNull({ enum: ["left"] }) },
    ],
  });
  const urls = received.map(({ url }) => url);
  expect(urls).toEqual([
    "/beds?side=text",
    "/beds?side=left",
    "/beds?side=leftx",
    "/beds",
  ]);
  expect(report.findings).toHaveLength(2);
});

test("patterns and keywords that JavaScript cannot read stop no run", async () => {
  const query = (name: string, schema: object) => ({
    name,
    in: "query",
    schema,
  });
  const { report, received } = await runOn(
    {
      parameters: [
        query("code", { type: "string", pattern: String.raw`^\d\-\d$` }),
        query("name", { type: "string", pattern: "(?i)oak" }),
        query("place", { nullable: true, oneOf: [{ type: "integer" }] }),
      ],
    },
    {
      others: {
        options: {
          parameters: [query("rows", { maximum: "ten", minimum: 1 })],
          responses: answered,
        },
      },
    },
  );
  expect(received.map(({ url }) => url)).toContain("/beds");
  expect(report.findings.map(({ problem }) => problem)).toEqual([
    "code=12, which the contract does not allow, gets 204.",
    "place=text, which the contract does not allow, gets 204.",
  ]);
  expect(report.notTried).toMatchObject([{ operation: "OPTIONS /beds" }]);
});

test("the body of a GET is not sent, and a response that is not listed is not compared", async () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const { report } = await runOn(
    { requestBody: { content } },
    { others: { options: { responses: {} } } },
  );
  expect(report).toMatchObject({
    findings: [],
    notTried: [
      {
        operation: "GET /beds",
        why: "No program can send the body of a GET by `fetch`.",
      },
      {
        operation: "OPTIONS /beds",
        why: "The contract lists no response to compare.",
      },
    ],
  });
});

test("a list is not asked for one element without the key that it needs", async () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const { received, report } = await runOn(
    { security: [{ person: [] }], parameters: [limit] },
    { securitySchemes },
  );
  expect(received).toEqual([]);
  expect(report.notTried).toHaveLength(1);
});

test("no text is sent that is longer than a server takes", async () => {
  const schema = { type: "string", minLength: 1_000_000_000 };
  const { received } = await runOn({
    parameters: [{ name: "name", in: "query", schema }],
  });
  const longest = Math.max(...received.map(({ url }) => url?.length ?? 0));
  expect(received.map(({ url }) => url)).toContain("/beds");
  expect(longest).toBeLessThan(100);
});
