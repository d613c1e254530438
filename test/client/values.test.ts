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

/** A value → the place within it, and what the error says of that. */
const refused: [name: string, value: unknown, at: string, problem: string][] = [
  ["0 / 0", NaN, "", "is NaN"],
  ["an infinite number", -Infinity, "", "is -Infinity"],
  ["an invalid Date", new Date("never"), "", "is an invalid Date"],
  ["a Map", new Map([["a", 1]]), "", "is a Map"],
  ["a Set", new Set([1]), "", "is a Set"],
  ["a WeakMap", new WeakMap(), "", "is a WeakMap"],
  ["a BigInt", 10n, "", "is a bigint"],
  ["a function", () => 5, "", "is a function"],
  ["a symbol", Symbol("x"), "", "is a symbol"],
  ["a Promise that nobody awaits", Promise.resolve(1), "", "is a Promise"],
  ["an Error", new Error("x"), "", "is an Error"],
  ["a RegExp", /x/, "", "is a RegExp"],
  ["an ArrayBuffer", new ArrayBuffer(1), "", "is an ArrayBuffer"],
  ["bytes", new Uint8Array(1), "", "is a Uint8Array"],
  ["Headers", new Headers({ a: "b" }), "", "is a Headers"],
  ["a form", new FormData(), "", "is a FormData"],
  ["an object with private fields alone", new Money(), "", "is a Money"],
  ["undefined in a list", ["a", undefined], "[1]", "is undefined"],
  ["a hole in a list", Array(1), "[0]", "is undefined"],
  ["an object that holds itself", circular, ".self", "is circular"],
  ["a toJSON that throws", throwing, "", 'has a toJSON that throws "Error: x"'],
  ["a toJSON of nothing", { toJSON: () => undefined }, "", "is undefined"],
  ["a toJSON of NaN", { toJSON: () => ({ a: NaN }) }, ".a", "is NaN"],
  ["a boxed NaN", Object(NaN), "", "is NaN"],
  ["half of an emoji", "\ud83d", "", "has a lone surrogate"],
  [
    "a name that is half of an emoji",
    { "\ud83d": 1 },
    "",
    "has a name with a lone surrogate",
  ],
  ["NaN far within", { a: [{ b: [0, NaN] }] }, ".a[0].b[1]", "is NaN"],
];

describe.each(refused)("%s", (_, value, at, problem) => {
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
    const attempts: [place: string, attempt: () => Promise<unknown>][] = [
      [
        `body.name${at}`,
        () =>
          api.raw.PATCH("/v1/contacts/{id}", {
            params: { path: { id: "x" } },
            body: { name: score },
          }),
      ],
      [
        `contacts[1].custom_fields.score${at} of contacts.batch`,
        () =>
          api.contacts.batch({
            contacts: [{ email: "b@example.com" }, contact],
          }),
      ],
      [
        `contacts[1].custom_fields.score${at}`,
        () => batchesOf([{ email: "b@example.com" }, contact]).next(),
      ],
      [
        `body.data.custom_fields.score${at} of the mock of GET /v1/contacts/{id}`,
        () => mocked.contacts.get("x"),
      ],
      [
        `event.data${at}`,
        () =>
          signTestWebhook(
            { id: "evt_1", type: "x", data: value },
            "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
          ),
      ],
    ];
    for (const [place, attempt] of attempts)
      expect(await thrown(attempt())).toEqual(
        new TypeError(`${place} ${rest}`),
      );
    expect(bodies).toEqual([]);
  });
});

test.each<[string, unknown, unknown]>([
  ["a Date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a URL", new URL("http://a.example/"), "http://a.example/"],
  ["a boxed text", Object("x"), "x"],
  ["minus zero", -0, 0],
  ["an emoji", "😀", "😀"],
  [
    "an object without a prototype",
    Object.assign(Object.create(null), { a: 1 }),
    { a: 1 },
  ],
  [
    "an object of a class with fields",
    new (class Plan {
      name = "oro";
    })(),
    { name: "oro" },
  ],
  ["the same object twice", [circular["none"] ?? 1, 1], [1, 1]],
  ["null", null, null],
  [
    "a field named __proto__",
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"__proto__":1}'),
  ],
])("%s is sent as JSON has it", async (_, value, written) => {
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
  test.each<[string, unknown, string]>([
    ["a hole in a list", { types: ["a", , "b"] }, "types must hold texts"], // oxlint-disable-line no-sparse-arrays
    ["a Map", { custom_fields: new Map([["a", "b"]]) }, "custom_fields must"],
    ["a circle", { custom_fields: nested }, "custom_fields[self] must hold"],
    [
      "half of an emoji in a name",
      { custom_fields: { "\ud83d": "x" } },
      "must hold texts",
    ],
    ["a BigInt", { limit: 5n }, "limit must hold texts or numbers"],
    ["an object whose filters are private", new Filter(), "query must hold"],
  ])("%s, and asks for nothing", async (_, query, message) => {
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
