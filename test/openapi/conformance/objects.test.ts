import type { RequestListener } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";
import { reportOn } from "./report-on.ts";
import { runOn as runOnBeds } from "./run-on.ts";

// Tests which objects of other APIs `npm run conformance` names in paths and bodies.

const folder = temporaryFolder(afterAll);

interface Sent {
  method: string;
  url: string;
  body: string;
}

/**
 * Runs the command on a server that returns an object for each of some paths, and a 404 for any
 * other one.
 * @param answers method and path → the body of a 200
 */
async function runOn(
  paths: object,
  answers: Record<string, unknown>,
  actions = false,
) {
  const file = join(folder, "contract.yaml");
  writeFileSync(
    file,
    stringify({
      openapi: "3.1.0",
      info: { title: "Harbour", version: "1.0.0" },
      paths,
    }),
  );
  const received: Sent[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "" } = request;
      received.push({ method, url, body });
      const answer = answers[`${method} ${url}`];
      response
        .writeHead(answer === undefined ? 404 : 200, {
          "Content-Type": "application/json",
        })
        .end(JSON.stringify(answer ?? {}));
    });
  };
  const report = await reportOn(file, listener, { actions });
  const urls = received.map(({ method, url }) => `${method} ${url}`);
  return { report, received, urls };
}

const content = { "application/json": { schema: {} } };
const responses = {
  200: { description: "Done.", content },
  404: { description: "There is no such thing.", content },
};

const inPath = (name: string, schema: object) => ({
  name,
  in: "path",
  required: true,
  schema,
});
const id = inPath("id", { type: "integer" });
const code = inPath("id", { type: "string" });
const shipSymbol = inPath("shipSymbol", { type: "string" });
const period = inPath("period", { enum: ["day", "week"] });

test("an object is named by the field with the last words of the parameter's name", async () => {
  const { report, urls } = await runOn(
    {
      "/ships": { get: { responses } },
      "/ships/{shipSymbol}": { get: { parameters: [shipSymbol], responses } },
    },
    {
      "GET /ships": { ships: [{ id: 1, symbol: "North Star/é" }] },
      "GET /ships/North%20Star%2F%C3%A9": {},
    },
  );
  expect(urls).toContain("GET /ships/North%20Star%2F%C3%A9");
  // The half that changes is that of the id, not that of its encoding.
  expect(urls).toContain("GET /ships/North%200000%2F%C3%A9");
  expect(report).toMatchObject({ findings: [], notTried: [] });
});

test("the id of an unknown object has the form of a known one, also if it begins with a digit", async () => {
  const known = "7f1d6a52-2c9b-4f0e-9c55-3f6a0f1b2c3d";
  const { urls } = await runOn(
    {
      "/ships": { get: { responses } },
      "/ships/{id}": { get: { parameters: [code], responses } },
    },
    { "GET /ships": [{ id: known }] },
  );
  expect(urls.filter((url) => url !== "GET /ships")).toEqual([
    "GET /ships/7f1d6a52-2c9b-4f0e-0000-000000000000",
    `GET /ships/${known}`,
  ]);
});

test("an id that its path does not allow is not sent, with the reason", async () => {
  const { report, urls } = await runOn(
    {
      "/ships": { get: { responses } },
      "/crews": { get: { responses } },
      "/ships/{id}": {
        get: {
          parameters: [inPath("id", { type: "integer", maximum: 9 })],
          responses,
        },
      },
      "/crews/{id}": {
        get: {
          parameters: [inPath("id", { type: "string", format: "uuid" })],
          responses,
        },
      },
    },
    {
      "GET /ships": [{ id: 7 }],
      "GET /ships/7": {},
      "GET /crews": [{ id: "string" }],
    },
  );
  // No unknown id of /ships either: 2147483647 is beyond the bound.
  expect(urls).toEqual(["GET /ships", "GET /crews", "GET /ships/7"]);
  expect(report).toMatchObject({
    findings: [],
    notTried: [
      {
        operation: "GET /crews/{id}",
        why: "The server gave the id `string`, which the contract does not allow for `id` of the path.",
      },
    ],
  });
});

test("the id of a new object is the last name in the path of its Location", async () => {
  const done = { "204": { description: "Done." } };
  const { received } = await runOnBeds(
    {},
    {
      headers: { Location: "/beds/b7?view=full#top" },
      others: { post: { responses: done } },
      paths: {
        "/beds/{id}": { get: { parameters: [code], responses: done } },
      },
    },
  );
  expect(received.map(({ url }) => url)).toContain("/beds/b7");
});

test("a parameter of a path takes the values that the contract lists, and no id", async () => {
  const { report, urls } = await runOn(
    {
      "/reports": { get: { responses } },
      "/reports/{period}": { get: { parameters: [period], responses } },
      "/reports/{period}/send": { post: { parameters: [period], responses } },
    },
    { "GET /reports": [{ id: 1 }], "GET /reports/day": {} },
  );
  expect(urls).toEqual(["GET /reports", "GET /reports/day"]);
  expect(report).toMatchObject({
    findings: [],
    notTried: [
      {
        operation: "POST /reports/{period}/send",
        why: "It may change something that this run has not made: --actions sends it.",
      },
    ],
  });
});

test.each([
  { style: "label", prefix: "." },
  { style: "matrix", prefix: ";id=" },
])("an id in a path has the style $style", async ({ style, prefix }) => {
  const parameters = [{ ...id, style }];
  const { report, urls } = await runOn(
    {
      "/ships": { post: { responses } },
      "/ships/{id}": {
        get: { parameters, responses },
        delete: { parameters, responses },
      },
      "/ships/{id}/crew/{period}": {
        get: {
          parameters: [...parameters, { ...period, style }],
          responses,
        },
      },
    },
    {
      "POST /ships": { id: 7 },
      [`GET /ships/${prefix}7`]: {},
      [`DELETE /ships/${prefix}7`]: {},
      [`GET /ships/${prefix}7/crew/${prefix.replace("id", "period")}day`]: {},
    },
  );
  expect(urls).toContain(`GET /ships/${prefix}2147483647`);
  expect(urls.at(-1)).toBe(`DELETE /ships/${prefix}7`);
  expect(report).toMatchObject({ findings: [], notTried: [], left: [] });
});

test("a segment of a path with two ids, or without a parameter, is not tried, with the reason", async () => {
  const parameters = ["base", "head"].map((name) => inPath(name, {}));
  const { report, urls } = await runOn(
    {
      "/ships": { get: { responses } },
      "/ships/{base}...{head}": { get: { parameters, responses } },
      "/ships/{id=decks/*}": { get: { responses } },
    },
    { "GET /ships": [{ id: 7 }] },
  );
  expect(urls).toEqual(["GET /ships"]);
  expect(report.notTried).toEqual([
    {
      operation: "GET /ships/{base}...{head}",
      why: "The run finds one id at a time, and `{base}...{head}` of its path needs several.",
    },
    {
      operation: "GET /ships/{id=decks/*}",
      why: "The contract has no parameter `id=decks/*` of its path.",
    },
  ]);
});

test("an id in a body has the type of its field", async () => {
  const schema = {
    type: "object",
    required: ["shipId", "crewIds"],
    properties: {
      shipId: { type: "integer" },
      crewIds: { type: "array", minItems: 1, items: { type: "string" } },
    },
  };
  const { received } = await runOn(
    {
      "/ships": { post: { responses } },
      "/crews": { post: { responses } },
      "/ships/{id}": { get: { parameters: [id], responses } },
      "/crews/{id}": { get: { parameters: [id], responses } },
      "/voyages": {
        post: {
          requestBody: { content: { "application/json": { schema } } },
          responses,
        },
      },
    },
    { "POST /ships": { id: 7 }, "POST /crews": { id: 8 } },
    true,
  );
  const bodies = received.map(({ body }) => body);
  expect(bodies).toContain('{"shipId":7,"crewIds":["8"]}');
});

test("a form without a required field is sent with an optional one", async () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "integer", readOnly: true },
      code: { type: "string" },
    },
  };
  const media = { "application/x-www-form-urlencoded": { schema } };
  const { received } = await runOn(
    {
      "/token": {
        post: { requestBody: { required: true, content: media }, responses },
      },
    },
    {},
    true,
  );
  expect(received.map(({ body }) => body)).toEqual(["code=conformance"]);
});

test("a PUT may create the object that a read has not found", async () => {
  const { report, urls } = await runOn(
    {
      "/ships": { post: { responses } },
      "/ships/{id}": {
        parameters: [id],
        get: { responses },
        put: { responses },
      },
    },
    {
      "POST /ships": { id: 7 },
      "GET /ships/7": {},
      "PUT /ships/7": {},
      "PUT /ships/2147483647": {},
    },
  );
  expect(urls).toContain("PUT /ships/2147483647");
  expect(report.findings).toEqual([]);
});
