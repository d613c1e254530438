import { expect, test } from "vitest";
import { runOn } from "./run-on.ts";

// Tests the parameters and bodies that `npm run conformance` sends to other APIs.

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

test("a required list has an element, as an empty one would be an empty text", async () => {
  const schema = { type: "array", items: { enum: ["rose", "oak"] } };
  const { last } = await runOn({
    parameters: [{ name: "kinds", in: "query", required: true, schema }],
  });
  expect(last?.url).toBe("/beds?kinds=rose");
});

test.each([
  { style: "deepObject", url: "/beds?place%5Brow%5D=1" },
  { style: "form", url: "/beds?row=1" },
])(
  "a required object of optional fields has one in the style $style",
  async ({ style, url }) => {
    const schema = { type: "object", properties: { row: { type: "integer" } } };
    const place = { name: "place", in: "query", required: true, style, schema };
    const { last } = await runOn({ parameters: [place] });
    expect(last?.url).toBe(url);
  },
);

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

test("a number in JSON in a query is sent as a number", async () => {
  const schema = { type: "integer", minimum: 1 };
  const content = { "application/json": { schema } };
  const { report, received } = await runOn(
    { parameters: [{ name: "row", in: "query", content }] },
    {},
    { status: 204 },
  );
  expect(received.map(({ url }) => url)).toEqual([
    "/beds?row=%22text%22",
    "/beds?row=1",
    "/beds?row=0",
    "/beds",
  ]);
  expect(report.findings.map(({ problem }) => problem)).toEqual([
    "row=text, which the contract does not allow, gets 204.",
    "row=0, which the contract does not allow, gets 204.",
  ]);
});

test("a text that a parameter has as its content is sent without quotes", async () => {
  const content = (example: string) => ({
    "text/plain": { schema: { type: "string" }, example },
  });
  const { received } = await runOn({
    parameters: [
      { name: "row", in: "query", required: true, content: content("a b") },
      { name: "bed", in: "cookie", required: true, content: content("c") },
    ],
  });
  expect(received.map(({ url }) => url)).toContain("/beds?row=a%20b");
  expect(received[0]?.headers.cookie).toBe("bed=c");
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

test("a query of a list or null, as FastAPI writes it, is not tried with one text", async () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
  const { report, received } = await runOn({
    parameters: [
      { name: "rows", in: "query", schema: orNull({ type: "array" }) },
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
          responses: { "204": { description: "Done." } },
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

test("no text is sent that is longer than a server takes", async () => {
  const schema = { type: "string", minLength: 1_000_000_000 };
  const { received } = await runOn({
    parameters: [{ name: "name", in: "query", schema }],
  });
  const longest = Math.max(...received.map(({ url }) => url?.length ?? 0));
  expect(received.map(({ url }) => url)).toContain("/beds");
  expect(longest).toBeLessThan(100);
});

test("a page is asked for as few elements as the contract allows, and for one at least", async () => {
  const askedFor = async (minimum: number) => {
    const schema = { type: "integer", minimum };
    const { report, last } = await runOn(
      { parameters: [{ name: "limit", in: "query", schema }] },
      { headers: { "Content-Type": "application/json" } },
      { status: 200, body: "[1, 2, 3]" },
    );
    const kinds = report.findings.map(({ kind }) => kind);
    return [last?.url, kinds.includes("limit")];
  };
  expect(await askedFor(5)).toEqual(["/beds?limit=5", false]);
  expect(await askedFor(0)).toEqual(["/beds?limit=1", true]);
});
