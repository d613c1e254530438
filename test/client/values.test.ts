import { describe, expect, test } from "vitest";
import { batchesOf, createClient } from "../../client/index.ts";
import { createMessenger } from "../../client/messenger.ts";
import { mockFetch } from "../../client/testing.ts";
import { signTestWebhook } from "../../client/webhooks/index.ts";
import { clientOf, startLocalServer, thrown } from "./local-server.ts";

// JSON.stringify changes or drops what JSON lacks, without a word. The client refuses it, and sends
// nothing.

let bodies: string[] = [];
const baseUrl = await startLocalServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    bodies.push(Buffer.concat(chunks).toString());
    response.end('{"data":{"id":"ct_1"}}');
  });
});
const api = createClient({ apiKey: "contacts_live_x", baseUrl });

/**
 * Creates a contact whose field `score` has a value that no type allows, as plain JavaScript may
 * do.
 */
const createWith = (score: unknown) =>
  api.contacts.create({
    name: "Ana",
    email: "ana@example.com",
    custom_fields: { score: score as string },
  });

const circular: Record<string, unknown> = {};
circular["self"] = circular;
class Money {
  readonly #cents = 100;
  get cents() {
    return this.#cents;
  }
}
const throwing = {
  toJSON: () => {
    throw new Error("x");
  },
};

/** Values that JSON cannot hold, the place within each, and what the error says of that place. */
const refused: { name: string; value: unknown; at: string; problem: string }[] =
  [
    { name: "0 / 0", value: NaN, at: "", problem: "is NaN" },
    {
      name: "an infinite number",
      value: -Infinity,
      at: "",
      problem: "is -Infinity",
    },
    {
      name: "an invalid Date",
      value: new Date("never"),
      at: "",
      problem: "is an invalid Date",
    },
    { name: "a Map", value: new Map([["a", 1]]), at: "", problem: "is a Map" },
    { name: "a Set", value: new Set([1]), at: "", problem: "is a Set" },
    {
      name: "a WeakMap",
      value: new WeakMap(),
      at: "",
      problem: "is a WeakMap",
    },
    { name: "a BigInt", value: 10n, at: "", problem: "is a bigint" },
    { name: "a function", value: () => 5, at: "", problem: "is a function" },
    { name: "a symbol", value: Symbol("x"), at: "", problem: "is a symbol" },
    {
      name: "a Promise that nobody awaits",
      value: Promise.resolve(1),
      at: "",
      problem: "is a Promise",
    },
    { name: "an Error", value: new Error("x"), at: "", problem: "is an Error" },
    { name: "a RegExp", value: /x/, at: "", problem: "is a RegExp" },
    {
      name: "an ArrayBuffer",
      value: new ArrayBuffer(1),
      at: "",
      problem: "is an ArrayBuffer",
    },
    {
      name: "bytes",
      value: new Uint8Array(1),
      at: "",
      problem: "is a Uint8Array",
    },
    {
      name: "Headers",
      value: new Headers({ a: "b" }),
      at: "",
      problem: "is a Headers",
    },
    { name: "a form", value: new FormData(), at: "", problem: "is a FormData" },
    {
      name: "an object with private fields alone",
      value: new Money(),
      at: "",
      problem: "is a Money",
    },
    {
      name: "undefined in a list",
      value: ["a", undefined],
      at: "[1]",
      problem: "is undefined",
    },
    {
      name: "a hole in a list",
      value: Array(1),
      at: "[0]",
      problem: "is undefined",
    },
    {
      name: "an object that holds itself",
      value: circular,
      at: ".self",
      problem: "is circular",
    },
    {
      name: "a toJSON that throws",
      value: throwing,
      at: "",
      problem: 'has a toJSON that throws "Error: x"',
    },
    {
      name: "a toJSON of nothing",
      value: { toJSON: () => undefined },
      at: "",
      problem: "is undefined",
    },
    {
      name: "a toJSON of NaN",
      value: { toJSON: () => ({ a: NaN }) },
      at: ".a",
      problem: "is NaN",
    },
    { name: "a boxed NaN", value: Object(NaN), at: "", problem: "is NaN" },
    {
      name: "half of an emoji",
      value: "\ud83d",
      at: "",
      problem: "has a lone surrogate",
    },
    {
      name: "a name that is half of an emoji",
      value: { "\ud83d": 1 },
      at: "",
      problem: "has a name with a lone surrogate",
    },
    {
      name: "NaN far within",
      value: { a: [{ b: [0, NaN] }] },
      at: ".a[0].b[1]",
      problem: "is NaN",
    },
  ];

describe.each(refused)("$name", ({ value, at, problem }) => {
  const rest = `${problem}, which JSON cannot hold.`;

  test("is a TypeError of a method, with the place, before any request", async () => {
    bodies = [];
    expect(await thrown(createWith(value))).toEqual(
      new TypeError(`custom_fields.score${at} of contacts.create ${rest}`),
    );
    expect(bodies).toEqual([]);
  });

  test("is a TypeError of raw, of a batch, of a mock and of a test's webhook", async () => {
    bodies = [];
    const score = value as string;
    const contact = { email: "a@example.com", custom_fields: { score } };
    const mocked = createClient({
      apiKey: "x",
      baseUrl: "http://contacts.test",
      fetch: mockFetch({
        "GET /v1/contacts/{id}": () => ({
          status: 200,
          body: { data: { custom_fields: { score } } } as never,
        }),
      }),
    });
    const attempts: { place: string; attempt: () => Promise<unknown> }[] = [
      {
        place: `body.name${at}`,
        attempt: () =>
          api.raw.PATCH("/v1/contacts/{id}", {
            params: { path: { id: "x" } },
            body: { name: score },
          }),
      },
      {
        place: `contacts[1].custom_fields.score${at} of contacts.batch`,
        attempt: () =>
          api.contacts.batch({
            contacts: [{ email: "b@example.com" }, contact],
          }),
      },
      {
        place: `contacts[1].custom_fields.score${at}`,
        attempt: () => batchesOf([{ email: "b@example.com" }, contact]).next(),
      },
      {
        place: `body.data.custom_fields.score${at} of the mock of GET /v1/contacts/{id}`,
        attempt: () => mocked.contacts.get("x"),
      },
      {
        place: `event.data${at}`,
        attempt: () =>
          signTestWebhook(
            { id: "evt_1", type: "x", data: value },
            "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
          ),
      },
    ];
    for (const { place, attempt } of attempts)
      expect(await thrown(attempt())).toEqual(
        new TypeError(`${place} ${rest}`),
      );
    expect(bodies).toEqual([]);
  });
});

test.each<{ name: string; value: unknown; written: unknown }>([
  { name: "a Date", value: new Date(0), written: "1970-01-01T00:00:00.000Z" },
  {
    name: "a URL",
    value: new URL("http://a.example/"),
    written: "http://a.example/",
  },
  { name: "a boxed text", value: Object("x"), written: "x" },
  { name: "a boxed false", value: Object(false), written: false },
  { name: "minus zero", value: -0, written: 0 },
  { name: "an emoji", value: "😀", written: "😀" },
  {
    name: "an object without a prototype",
    value: Object.assign(Object.create(null), { a: 1 }),
    written: { a: 1 },
  },
  {
    name: "an object of a class with fields",
    value: new (class Plan {
      name = "oro";
    })(),
    written: { name: "oro" },
  },
  {
    name: "the same object twice",
    value: [circular["none"] ?? 1, 1],
    written: [1, 1],
  },
  { name: "null", value: null, written: null },
  {
    name: "a field named __proto__",
    value: JSON.parse('{"__proto__":1}'),
    written: JSON.parse('{"__proto__":1}'),
  },
])("$name is sent as JSON has it", async ({ value, written }) => {
  bodies = [];
  await createWith(value);
  const sent = JSON.parse(bodies[0] ?? "") as { custom_fields: object };
  expect(sent.custom_fields).toEqual({ score: written });
  expect(bodies[0]).toContain(JSON.stringify(written));
});

test("a field that is undefined is left out, as JSON.stringify does it", async () => {
  bodies = [];
  await api.contacts.update("ct_1", { name: "Ana", phone: undefined });
  expect(bodies).toEqual(['{"name":"Ana"}']);
});

describe("a query refuses", () => {
  const requests: (string | undefined)[] = [];
  const nested: Record<string, unknown> = {};
  nested["self"] = nested;
  class Filter {
    readonly #q = "ana";
    get q() {
      return this.#q;
    }
  }
  test.each<{ name: string; query: unknown; message: string }>([
    {
      name: "a hole in a list",
      query: { types: ["a", , "b"] },
      message: "types must hold texts",
    }, // oxlint-disable-line no-sparse-arrays
    {
      name: "a Map",
      query: { custom_fields: new Map([["a", "b"]]) },
      message: "custom_fields must",
    },
    {
      name: "a circle",
      query: { custom_fields: nested },
      message: "custom_fields[self] must hold",
    },
    {
      name: "half of an emoji in a name",
      query: { custom_fields: { "\ud83d": "x" } },
      message: "must hold texts",
    },
    {
      name: "a BigInt",
      query: { limit: 5n },
      message: "limit must hold texts or numbers",
    },
    {
      name: "an object whose filters are private",
      query: new Filter(),
      message: "query must hold",
    },
  ])("$name, and asks for nothing", async ({ query, message }) => {
    const { contacts } = await clientOf(({ url }, response) => {
      requests.push(url);
      response.end("{}");
    });
    const error = await thrown(contacts.list(query as { q: string }));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(requests).toEqual([]);
  });
});

test("the messenger refuses it too", async () => {
  const session = createMessenger({
    token: "contacts_public_x",
    baseUrl,
  }).resume("contacts_visitor_x");
  bodies = [];
  const error = await thrown(
    session.conversations.create({ body: NaN as unknown as string }),
  );
  expect(String(error)).toBe(
    "TypeError: body of conversations.create is NaN, which JSON cannot hold.",
  );
  expect(bodies).toEqual([]);
});
