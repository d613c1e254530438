import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { parseDocument } from "yaml";
import { duplicateName } from "../../../server/contract/unseen-errors.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import type { CallOptions } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";

const lines: string[] = [];
const log = createLog("error", { write: (line: string) => lines.push(line) });
const server = await startServer({ log });
const key = await server.key(["*"]);
const create = (email: string) =>
  server.call("/v1/contacts", { key, json: { name: "Ana", email } });

describe("a response that breaks the contract is not sent but logged", () => {
  test("when it is a success", async () => {
    const { id } = (await create("broken@example.com")).body.data;
    await server.store.database
      .updateTable("contacts")
      .set({ email: "no email" })
      .where("id", "=", id)
      .execute();
    const { status, headers, body } = await server.call(`/v1/contacts/${id}`, {
      key,
    });
    expect([status, body.error.code]).toEqual([500, "internal_error"]);
    const line =
      lines.find((line) =>
        line.includes(headers.get("x-request-id") ?? "none"),
      ) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      operation: "getContact",
      ids: { id },
      err: {
        errors: [{ path: ["data", "email"], keyword: "format" }],
      },
    });
    expect(line).not.toContain("no email");
    const change = (json: object) =>
      server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });
    for (const other of [{}, { phone: "1" }]) {
      const refused = await change(other);
      expect([refused.status, refused.body.error.details]).toMatchObject([
        422,
        [{ path: ["email"], reason: "format" }],
      ]);
    }
    expect(
      (await change({ email: "mended@example.com" })).body.data,
    ).toMatchObject({ id, phone: "" });
    await sql`update contacts set email = 'no email' where id = ${id}`.execute(
      server.store.database,
    );
    const erased = await server.call(`/v1/contacts/${id}`, {
      key,
      method: "DELETE",
    });
    expect(erased.status).toBe(200);
  });

  test("and a change of its status is a 422, while a message of its contact reopens it", async () => {
    const send = server.caller(() => key);
    const contact_id = (await create("closed@example.com")).body.data.id;
    const json = {
      contact_id,
      subject: "Hello",
      body: "Hello",
      author_type: "contact",
    };
    const path = `/v1/conversations/${(await send("/v1/conversations", json)).body.data.id}`;
    const change = (status: string) =>
      server.call(path, { key, method: "PATCH", json: { status } });
    await change("closed");
    await sql`update conversations set subject = repeat('x', 1000) where contact_id = ${contact_id}`.execute(
      server.store.database,
    );
    const refused = await change("open");
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      [{ path: ["subject"] }],
    ]);
    for (const author_type of ["team", "contact", "contact"])
      expect(
        (await send(`${path}/messages`, { body: "Again", author_type })).status,
      ).toBe(201);
    await sql`update conversations set subject = 'Hello' where contact_id = ${contact_id}`.execute(
      server.store.database,
    );
    expect((await send(path)).body.data).toMatchObject({
      status: "open",
      messages_count: 4,
    });
  });

  test("and a webhook with such a row is changed and rotated once it is mended", async () => {
    const send = server.caller(() => key);
    const webhook = {
      url: "https://crm.example.com/a",
      events: ["contact.created"],
      description: "CRM",
    };
    const path = `/v1/webhooks/${(await send("/v1/webhooks", webhook)).body.data.id}`;
    await sql`update webhooks set url = 'no url'`.execute(
      server.store.database,
    );
    const rotate = () =>
      server.call(`${path}/rotate_secret`, { key, method: "POST" });
    for (const refused of [
      await send(path, { description: "" }, "PATCH"),
      await rotate(),
    ])
      expect([refused.status, refused.body.error.details]).toMatchObject([
        422,
        [{ path: ["url"] }],
      ]);
    expect(
      (await send(path, { url: webhook.url }, "PATCH")).body.data,
    ).toMatchObject(webhook);
    expect((await rotate()).status).toBe(200);
  });

  test("when it is an element of a list or of a contact: the others are sent, and its readers go on behind it", async () => {
    const send = await server.as("lists");
    const contact_id = (
      await send("/v1/contacts", { name: "Ana", email: "a@example.com" })
    ).body.data.id;
    const ids: string[] = [];
    for (const subject of ["1", "2", "3"])
      ids.unshift(
        (await send("/v1/tickets", { contact_id, subject, description: "x" }))
          .body.data.id,
      );
    const broken = ids[1] ?? "";
    await sql`update tickets set number = -1 where id = ${broken}`.execute(
      server.store.database,
    );
    const read = async (query: string) =>
      (await send(`/v1/tickets?${query}`)).body;
    expect((await read("")).data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const contact = (await send(`/v1/contacts/${contact_id}`)).body.data;
    expect([
      contact.tickets_count,
      contact.tickets.map(({ id }) => id),
    ]).toEqual([3, [ids[0], ids[2]]]);
    const page = await read(`limit=1&cursor=${ids[0]}`);
    expect(page).toEqual({ data: [], next_cursor: broken, has_more: true });
    expect(
      (await read(`limit=1&cursor=${broken}`)).data.map(({ id }) => id),
    ).toEqual([ids[2]]);
    const logged = lines
      .filter((line) => line.includes("is not in its list"))
      .map((line) => JSON.parse(line));
    expect(logged).toMatchObject([
      {
        id: broken,
        err: { errors: [{ path: ["data", "1", "number"] }] },
      },
      {
        id: broken,
        err: { errors: [{ path: ["data", "tickets", "1", "number"] }] },
      },
      { id: broken },
    ]);
  });

  test("when it is an error", async () => {
    await create("conflict@example.com");
    await sql`update contacts set id = 'nonsense' where email = 'conflict@example.com'`.execute(
      server.store.database,
    );
    expect((await create("conflict@example.com")).status).toBe(500);
    expect(lines.at(-1)).toContain('["error","contact_id"]');
  });
});

test("a thousand different media types leave no validators behind, whatever the response is", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const keys = [
    await server.key(["*"], "types"),
    await server.key(["*"], "types"),
  ];
  const statuses = new Set<number>();
  const send = async (options: CallOptions, type: string) => {
    const headers = { "Content-Type": type };
    statuses.add(
      (await server.call("/v1/contacts?limit=1", { ...options, headers }))
        .status,
    );
  };
  const body = { method: "POST", body: "{}" };
  const before = heap();
  // Those without a key use up the window of their address, on a machine that is fast enough.
  for (let i = 0; i < 350; i++) {
    await send({ key: keys[0]! }, `x/get${i}`);
    await send({ key: keys[1]!, ...body }, `application/json; v=${i}`);
    await send({ key: keys[0]!, ...body }, `x/post${i}`);
    await send({ ...body }, `x/post${i}`);
    await send({}, `x/get${i}`);
  }
  expect(new Set([...statuses, 429])).toEqual(
    new Set([200, 400, 401, 415, 429]),
  );
  expect(heap() - before).toBeLessThan(50);
});

test.each([
  { kind: "many", more: { tags: Array(129_000).fill(1) }, field: "tags" },
  {
    kind: "deep",
    more: JSON.parse(
      `{"${"x".repeat(9999)}":${'{"a":'.repeat(999)}1${"}".repeat(1000)}`,
    ),
    field: "x".repeat(limits.errorPathName),
  },
])(
  "a body of $kind values is refused at their field, before they are looked at",
  async ({ more, field }) => {
    const json = { name: "Ana", email: "ana@example.com", ...more };
    const { status, body } = await server.call("/v1/contacts", {
      key: await server.key(["*"]),
      json,
    });
    const details = [
      {
        path: [field],
        message: "tiene demasiados valores",
        reason: "too_many",
      },
    ];
    expect([status, body.error.details]).toEqual([422, details]);
  },
);

test.each([
  ["q=x?&unknown=1", "unknown"],
  ["q=a?&limit=0x10", "limit"],
  ["q=a???&limit=1?&limit=2", "limit"],
])(
  "what follows a second ? is part of the query, and each fault of it is reported once: ?%s",
  async (query, name) => {
    const { status, body } = await server.call(`/v1/contacts?${query}`, {
      key: await server.key(["*"]),
    });
    expect(status).toBe(422);
    const { details } = body.error;
    expect(details.map(({ path }) => path)).toContainEqual([name]);
    expect(
      new Set(details.map(({ path, reason }) => `${path.join(" ")}: ${reason}`))
        .size,
    ).toBe(details.length);
  },
);

/** Creates a contact from this text. */
const send = (body: string) =>
  server.call("/v1/contacts", {
    key,
    body,
    headers: { "Content-Type": "application/json" },
  });

test.each([
  ['{"name":"Ana","email":"a@example.com","name":"Eva"}', "name"],
  ['{"name":"Ana","email":"a@example.com","n\\u0061me":"Eva"}', "name"],
  [
    '{"name":"Ana","email":"a@example.com","custom_fields":{"a":1,"b":2,"a":3}}',
    "a",
  ],
  [
    '{"name":"Ana","email":"a@example.com","custom_fields":{"__proto__":1,"__proto__":1}}',
    "__proto__",
  ],
])("%s is 422, which names %s", async (body, name) => {
  const response = await send(body);
  expect([response.status, response.body.error.code]).toEqual([
    422,
    "validation_error",
  ]);
  const message = `el campo "${name}" está repetido`;
  expect(response.body.error.details).toEqual([
    { path: [], message, reason: "repeated" },
  ]);
});

const half = "\\ud800";

test.each([
  ["of a field that is there twice", `{"${half}":1,"${half}":2}`],
  [
    "of a field that is not known",
    `{"name":"Ana","email":"a@example.com","${half}":1}`,
  ],
  [
    "that is cut in the middle of a character",
    `{"${"a".repeat(199)}😀":1,"${"a".repeat(199)}😀":2}`,
  ],
])("an error says no half of a character, as in a name %s", async (_, body) => {
  const { error } = (await send(body)).body;
  const texts = error.details?.flatMap(
    ({ path, message }: { path: string[]; message: string }) => [
      ...path,
      message,
    ],
  );
  expect(texts.join()).toContain("\ufffd");
  expect(texts.every((text: string) => text.isWellFormed())).toBe(true);
});

test.each([
  [
    '{"name":"{\\"name\\":","email":"b@example.com","custom_fields":{"name":"name","email":1}}',
  ],
  [
    '{"name":"Ana","email":"c@example.com","custom_fields":{"__proto__":"x","constructor":"y"}}',
  ],
])("%s is 201", async (body) => {
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
