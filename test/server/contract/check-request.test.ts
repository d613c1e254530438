import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { duplicateName } from "../../../server/contract/json-text.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);

test.each([
  ['{"name":"Ana","email":"a@example.com","name":"Eva"}', "name"],
  ['{"name":"Ana","email":"a@example.com","n\\u0061me":"Eva"}', "name"],
  ['{"name":"Ana","email":"a@example.com","custom_fields":{"a":1,"b":2,"a":3}}', "a"],
  ['{"name":"Ana","email":"a@example.com","custom_fields":{"__proto__":1,"__proto__":1}}', "__proto__"],
])("%s is 422, which names %s", async (body, name) => {
  const headers = { "Content-Type": "application/json" };
  const response = await server.call("/v1/contacts", { key, body, headers });
  expect([response.status, response.body.error.code]).toEqual([422, "validation_error"]);
  const message = `el campo "${name}" está repetido`;
  expect(response.body.error.details).toEqual([{ path: [], message, reason: "repeated" }]);
});

const half = "\\ud800";

test.each([
  ["of a field that is there twice", `{"${half}":1,"${half}":2}`],
  ["of a field that is not known", `{"name":"Ana","email":"a@example.com","${half}":1}`],
  ["that is cut in the middle of a character", `{"${"a".repeat(199)}😀":1,"${"a".repeat(199)}😀":2}`],
])("an error says no half of a character, as in a name %s", async (_, body) => {
  const headers = { "Content-Type": "application/json" };
  const { error } = (await server.call("/v1/contacts", { key, body, headers })).body;
  const texts = error.details?.flatMap(({ path, message }: { path: string[]; message: string }) => [
    ...path,
    message,
  ]);
  expect(texts.join()).toContain("\ufffd");
  expect(texts.every((text: string) => text.isWellFormed())).toBe(true);
});

test.each([
  ['{"name":"{\\"name\\":","email":"b@example.com","custom_fields":{"name":"name","email":1}}'],
  ['{"name":"Ana","email":"c@example.com","custom_fields":{"__proto__":"x","constructor":"y"}}'],
])("%s is 201", async (body) => {
  const headers = { "Content-Type": "application/json" };
  expect((await server.call("/v1/contacts", { key, body, headers })).status).toBe(201);
});

test("what is kept of __proto__ is a field like any other", async () => {
  const { body } = await server.call("/v1/contacts?q=c@example.com", { key });
  expect(JSON.stringify(body.data[0]?.custom_fields)).toContain('"__proto__":"x"');
});

/** JSON texts whose objects have few names, so that some are there twice. */
const text = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.json({ maxDepth: 0 }),
    tie("object"),
    tie("object").map((o) => `[${o},${o}]`),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom('"a"', '"\\u0061"', '"b" ', '"{"', '"\\""', '"\\\\"'), tie("value")), {
      maxLength: 4,
    })
    .map((fields) => `{${fields.map(([name, value]) => `${name}:${value}`).join()}}`),
})).object;

test("a reader of YAML, of which JSON is a part, finds the same", () => {
  let twice = 0;
  fc.assert(
    fc.property(text, (json) => {
      JSON.parse(json);
      const { errors } = parseDocument(json, { uniqueKeys: true });
      const expected = errors.some(({ code }) => code === "DUPLICATE_KEY");
      twice += Number(expected);
      return (duplicateName(json) !== undefined) === expected;
    }),
    { numRuns: 1000 },
  );
  expect(twice).toBeGreaterThan(100);
});

describe("a body of 260 kB is refused with the first of its faults", () => {
  const base = { name: "Ana", email: "ana@example.com" };
  const wrong = Array<number>(129_000).fill(1);
  test.each<[string, object, object[]]>([
    [
      "tags",
      { ...base, tags: wrong },
      [{ path: ["tags"], message: "no puede tener más de 50 elementos", reason: "too_many" }],
    ],
    [
      "custom fields",
      { ...base, custom_fields: Object.fromEntries(wrong.slice(0, 20_000).map((_, i) => [`${i}`, []])) },
      [{ path: ["custom_fields"], message: "no puede tener más de 50 campos", reason: "too_many" }],
    ],
  ])("%s", async (_, json, details) => {
    const { status, body } = await server.call("/v1/contacts", { key, json });
    expect([status, body.error.details]).toEqual([422, details]);
  });
});

test.each([
  ["q=x?&unknown=1", "unknown"],
  ["q=a?&limit=0x10", "limit"],
  ["q=a???&limit=1?&limit=2", "limit"],
])(
  "what follows a second ? is part of the query, and each fault of it is told once: ?%s",
  async (query, name) => {
    const { status, body } = await server.call(`/v1/contacts?${query}`, { key });
    expect(status).toBe(422);
    const { details } = body.error;
    expect(details.map(({ path }) => path)).toContainEqual([name]);
    expect(new Set(details.map(({ path, reason }) => `${path.join(" ")}: ${reason}`)).size).toBe(
      details.length,
    );
  },
);
