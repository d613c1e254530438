import { expect, test } from "vitest";
import { runOn } from "./run-on.ts";

// Tests which responses of other APIs `npm run conformance` compares, and with what.

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

test("a header whose schema has no type is a number or a flag where one is allowed", async () => {
  const limited = { anyOf: [{ type: "integer" }, { type: "null" }] };
  const headers = {
    "X-Row": { schema: limited },
    "X-Side": { schema: { anyOf: [{ type: "boolean" }, { type: "integer" }] } },
    "X-Beds": { schema: { const: 5 } },
    "X-Name": { schema: { type: "string", enum: ["5"] } },
  };
  const responses = { "204": { description: "Done.", headers } };
  const problemsWith = async (sent: object) => {
    const { report } = await runOn({ responses }, { headers: sent });
    return report.findings.map(({ problem }) => problem.split(":")[0]);
  };
  const right = { "X-Row": "5", "X-Beds": "5", "X-Name": "5" };
  expect(await problemsWith({ ...right, "X-Side": "true" })).toEqual([]);
  expect(await problemsWith({ ...right, "X-Side": "7" })).toEqual([]);
  const wrong = { "X-Row": "a", "X-Side": "a", "X-Beds": "6", "X-Name": "6" };
  expect(await problemsWith(wrong)).toEqual(Object.keys(headers));
});

test("a field that no response has is not missing, also beside an allOf that requires it", async () => {
  const fields = {
    type: "object",
    properties: { key: { type: "string", writeOnly: true } },
  };
  const problemsWith = async (schema: object) => {
    const content = { "application/json": { schema } };
    const { report } = await runOn(
      { responses: { "200": { description: "Beds.", content } } },
      { headers: { "Content-Type": "application/json" } },
      { status: 200, body: "{}" },
    );
    return report.findings.map(({ problem }) => problem);
  };
  const required = ["key"];
  expect(await problemsWith({ ...fields, required })).toEqual([]);
  expect(await problemsWith({ allOf: [fields, { required }] })).toEqual([]);
  expect(await problemsWith({ allOf: [fields], required })).toEqual([]);
  expect(
    await problemsWith({ allOf: [fields, { required: ["key", "row"] }] }),
  ).toEqual(["The body of 200: it must have required property 'row'."]);
});

test("a null is refused although the schema has the `nullable` of OpenAPI 3.0", async () => {
  const note = { type: "string", nullable: true };
  const schema = { type: "object", properties: { note, text: note } };
  const content = { "application/json": { schema } };
  const { report } = await runOn(
    { responses: { "200": { description: "A bed.", content } } },
    { headers: { "Content-Type": "application/json" } },
    { status: 200, body: '{ "note": null, "text": "" }' },
  );
  expect(report.findings.map(({ problem }) => problem)).toEqual([
    "The body of 200: /note must be string.",
  ]);
});

test("a 204, a 205 and the response to a HEAD need no body", async () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const responses = { "204": { description: "Done.", content } };
  const reset = { "205": { description: "Done.", content } };
  const after = await runOn({ responses: reset }, {}, { status: 205 });
  expect(after.report).toMatchObject({ findings: [], notTried: [] });
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
  expect(await problemsWith({ "200": plain })).toEqual([
    "204 is not documented: 200 is.",
  ]);
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

test("a body is compared with the most specific media type that fits it", async () => {
  const problemsWith = async (
    mediaTypes: Record<string, string>,
    sent: string,
  ) => {
    const content = Object.entries(mediaTypes).map(([name, type]) => [
      name,
      { schema: { type } },
    ]);
    const body = { content: Object.fromEntries(content) as object };
    const { report } = await runOn(
      { responses: { "200": { description: "Beds.", ...body } } },
      { headers: { "Content-Type": sent } },
      { status: 200, body: "[]" },
    );
    return report.findings.map(({ problem }) => problem);
  };
  const wrong = ["The body of 200: it must be object."];
  const json = "application/json";
  for (const range of ["*/*", "application/*"]) {
    const types = { [range]: "object", [json]: "array" };
    expect(await problemsWith(types, json)).toEqual([]);
    expect(await problemsWith(types, "application/x+json")).toEqual(wrong);
  }
  const versions = {
    [`${json}; version=1`]: "object",
    [`${json};version=2`]: "array",
    [json]: "array",
  };
  const second = `Application/JSON; charset=utf-8; version="2"`;
  expect(await problemsWith(versions, second)).toEqual([]);
  expect(await problemsWith(versions, json)).toEqual([]);
  for (const name of [json, "Application/JSON"])
    expect(await problemsWith(versions, `${name};version=1`)).toEqual(wrong);
});

test("a sequence of JSON texts is no JSON text, and of it only the media type is compared", async () => {
  const name = "application/json-seq";
  const { report } = await runOn(
    { responses: { "200": { description: "", content: { [name]: {} } } } },
    { headers: { "Content-Type": name } },
    { status: 200, body: "\u001e{}\n\u001e{}\n" },
  );
  expect(report.findings).toEqual([]);
  expect(report.notTried).toMatchObject([
    {
      why: `Its success has a body of ${name}, of which only the media type is compared.`,
    },
  ]);
});

test.each(["*/*", "application/*"])(
  "JSON is compared where the contract says %s",
  async (name) => {
    const schema = { type: "integer" };
    const { report } = await runOn(
      {
        responses: {
          "200": { description: "", content: { [name]: { schema } } },
        },
      },
      { headers: { "Content-Type": "application/json" } },
      { status: 200, body: '"two"' },
    );
    expect(report.notTried).toEqual([]);
    expect(report.findings.map(({ problem }) => problem)).toEqual([
      "The body of 200: it must be integer.",
    ]);
  },
);

test("a header Content-Type of a response is ignored, as OpenAPI says", async () => {
  const content = { "application/json": {} };
  const headers = {
    "Content-type": { required: true, schema: { const: "application/json" } },
  };
  const { report } = await runOn(
    { responses: { "200": { description: "Beds.", headers, content } } },
    { headers: { "Content-Type": "application/json; charset=utf-8" } },
    { status: 200, body: "[]" },
  );
  expect(report.findings).toEqual([]);
});

test.each([
  { status: 401, why: "The key is refused with 401." },
  { status: 403, why: "The key is refused with 403." },
  { status: 404, problem: "A request that the contract allows gets 404." },
  { status: 422, problem: "A request that the contract allows gets 422." },
  {
    status: 500,
    problem: "The server fails with 500.",
    why: "A request that the contract allows gets 500.",
  },
  { status: 503, why: "A request that the contract allows gets 503." },
])(
  "a valid request that gets a $status is a finding only when the server refuses what it asks for, or fails",
  async ({ status, why, problem }) => {
    const responses = { default: { description: "Any." } };
    const { report } = await runOn({ responses }, {}, { status });
    expect(report.notTried.map((each) => each.why)).toEqual(why ? [why] : []);
    expect(report.findings.map((each) => each.problem)).toEqual(
      problem ? [problem] : [],
    );
  },
);

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
