import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { duplicateName } from "../../../server/contract/unseen-errors.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);

/** Creates a contact from this text. */
const send = (body: string) =>
  server.call("/v1/contacts", {
    key,
    body,
    headers: { "Content-Type": "application/json" },
  });

test.each([
  { body: '{"name":"Ana","email":"a@example.com","name":"Eva"}', name: "name" },
  {
    body: '{"name":"Ana","email":"a@example.com","n\\u0061me":"Eva"}',
    name: "name",
  },
  {
    body: '{"name":"Ana","email":"a@example.com","custom_fields":{"a":1,"b":2,"a":3}}',
    name: "a",
  },
  {
    body: '{"name":"Ana","email":"a@example.com","custom_fields":{"__proto__":1,"__proto__":1}}',
    name: "__proto__",
  },
])("$body is 422, which names $name", async ({ body, name }) => {
  const response = await send(body);
  expect(response.status).toBe(422);
  expect(response.body.error.code).toBe("validation_error");
  const message = `el campo "${name}" está repetido`;
  expect(response.body.error.details).toEqual([
    { path: [], message, reason: "repeated" },
  ]);
});

test.each([
  {
    body: '{"name":"{\\"name\\":","email":"b@example.com","custom_fields":{"name":"name","email":1}}',
  },
  {
    body: '{"name":"Ana","email":"c@example.com","custom_fields":{"__proto__":"x","constructor":"y"}}',
  },
])("$body is 201", async ({ body }) => {
  expect((await send(body)).status).toBe(201);
});

test("what is kept of __proto__ is a field like any other", async () => {
  const { body } = await server.call("/v1/contacts?q=c@example.com", { key });
  expect(JSON.stringify(body.data[0]?.custom_fields)).toContain(
    '"__proto__":"x"',
  );
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
    .array(
      fc.tuple(
        fc.constantFrom('"a"', '"\\u0061"', '"b" ', '"{"', '"\\""', '"\\\\"'),
        tie("value"),
      ),
      {
        maxLength: 4,
      },
    )
    .map(
      (fields) =>
        `{${fields.map(([name, value]) => `${name}:${value}`).join()}}`,
    ),
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
