import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import { at } from "../support/at.ts";
import { everyOperation, operationsAt } from "../support/operation.ts";
import type { TestResponse } from "../support/call.ts";
import { startServer } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";
import { hostileTexts } from "./arbitrary.ts";

/** The length of the longest name of a custom field. */
const longestFieldName: number = at(
  "/components/schemas/CustomFields/propertyNames/maxLength",
);

const server = await startServer();
const key = await server.key([
  "contacts:read",
  "contacts:write",
  "tickets:read",
]);

const json = { "Content-Type": "application/json" };
const post = (body: string | Buffer, headers: Record<string, string> = json) =>
  server.call("/v1/contacts", { key, method: "POST", body, headers });
const valid = { name: "Ana", email: "ana@example.com" };

/** Status and code of an error, and a line for each of its details. */
const summary = ({
  status,
  body: { error },
}: Pick<TestResponse, "status" | "body">) => [
  `${status} ${error.code}`,
  ...(error.details ?? []).map(
    ({ path, message, reason }) => `${path.join(".")}: ${message} (${reason})`,
  ),
];
const invalid = "422 validation_error";
const missing = "400 missing_parameter";
const noObject = ": debe ser un objeto (type)";
const required = (name: string) => `${name}: es obligatorio (required)`;

describe("a key without the scope", () => {
  test.each(["", "{}", '{"name":"Ana"', "5"])(
    "is refused before the body %j is looked at",
    async (body) => {
      const response = await server.call("/v1/conversations", {
        key,
        method: "POST",
        body,
        headers: json,
      });
      expect(summary(response)).toEqual(["403 forbidden"]);
    },
  );
});

describe("a body", () => {
  test.each<{
    is: string;
    body: string | Buffer;
    code: string;
    details?: string[];
  }>([
    { is: "cut off", body: '{"name":"Ana"', code: "400 invalid_json" },
    {
      is: "in invalid UTF-8",
      body: Buffer.from('{"name":"\xff\xfe"}', "latin1"),
      code: "400 invalid_json",
    },
    { is: "a number", body: "5", code: invalid, details: [noObject] },
    { is: "null", body: "null", code: invalid, details: [noObject] },
    { is: "a list", body: "[]", code: invalid, details: [noObject] },
    {
      is: "absent",
      body: "",
      code: missing,
      details: [required("email"), required("name")],
    },
    {
      is: "an empty object",
      body: "{}",
      code: missing,
      details: [required("email"), required("name")],
    },
    {
      is: "without a field and wrong",
      body: '{"email":null,"phone":5,"vip":true}',
      code: missing,
      details: [
        "email: debe ser texto (type)",
        required("name"),
        "phone: debe ser texto o null (type)",
        "vip: no es un campo conocido (unknown_field)",
      ],
    },
  ])(
    "that is $is gets a refusal with all that is wrong with it",
    async ({ body, code, details = [] }) => {
      const [first, ...others] = summary(await post(body));
      expect(first).toBe(code);
      expect(others.sort()).toEqual(details);
    },
  );

  test("that is absent where no field is required is 400 all the same", async () => {
    const all = await server.key(["*"]);
    const response = await server.call("/v1/webhooks/wh_x", {
      key: all,
      method: "PATCH",
    });
    expect(summary(response)).toEqual([missing, required("")]);
  });

  test.each<[string, object]>([
    ["email: debe ser un email válido (format)", { email: "nobody" }],
    ["email: debe ser un email válido (format)", { email: " ana@example.com" }],
    ["email: debe ser un email válido (format)", { email: "ana@münchen.de" }],
    [
      "name: está en blanco o contiene caracteres no permitidos (pattern)",
      { name: "  " },
    ],
    [
      "name: no puede tener más de 255 caracteres (too_long)",
      { name: "ñ".repeat(256) },
    ],
    ["phone: contiene caracteres no permitidos (pattern)", { phone: "a\0b" }],
    ["country: debe tener al menos 1 carácter (too_short)", { country: "" }],
    ["tags: debe ser una lista o null (type)", { tags: "vip" }],
    ["tags.1: debe ser texto (type)", { tags: ["a", 1] }],
    [
      "tags: no puede tener más de 50 elementos (too_many)",
      { tags: Array(limits.tags + 1).fill("a") },
    ],
    ["city: no es un campo conocido (unknown_field)", { city: "Salta" }],
    ["a/b: no es un campo conocido (unknown_field)", { "a/b": 1 }],
    [
      "custom_fields.a/b: debe ser texto o un número o null (type)",
      { custom_fields: { "a/b": [] } },
    ],
    [
      "custom_fields.n: debe ser menor o igual que 9007199254740991 (maximum)",
      { custom_fields: { n: 2 ** 53 } },
    ],
    [
      "custom_fields: el nombre de un campo no puede tener más de 40 caracteres (too_long)",
      { custom_fields: { ["k".repeat(longestFieldName + 1)]: 1 } },
    ],
    [
      "custom_fields: el nombre de un campo debe tener al menos 1 carácter (too_short)",
      { custom_fields: { "": 1 } },
    ],
  ])("with %s is 422 at its path", async (line, fault) => {
    const lines = summary(
      await server.call("/v1/contacts", { key, json: { ...valid, ...fault } }),
    );
    expect([lines[0], lines.includes(line)], lines.join("\n")).toEqual([
      invalid,
      true,
    ]);
  });

  test("with a number too large for JSON is 422, not Infinity, also in a batch", async () => {
    const contact =
      '{"name":"Ana","email":"ana@example.com","custom_fields":{"n":1e999}}';
    const details = [{ path: ["custom_fields", "n"], reason: "type" }];
    expect((await post(contact)).body.error.details).toMatchObject(details);
    const batch = {
      key,
      method: "POST",
      headers: json,
      body: `{"contacts":[${contact}]}`,
    };
    const { results } = (await server.call("/v1/contacts/batch", batch)).body
      .data as { results: object[] };
    expect(results).toMatchObject([{ error: { details } }]);
  });

  test("with a field whose name is empty is 422 at that name, also in a batch", async () => {
    const fault = { ...valid, "": 1 };
    const details = [{ path: [""], reason: "unknown_field" }];
    const alone = await server.call("/v1/contacts", { key, json: fault });
    expect(alone.body.error.details).toMatchObject(details);
    const batch = await server.call("/v1/contacts/batch", {
      key,
      json: { contacts: [fault] },
    });
    expect(batch.body.data.results).toMatchObject([{ error: { details } }]);
  });

  test("with thousands of unknown fields names the first", async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`m${i}-${"x".repeat(20)}`, 1]),
    );
    const body = { ...valid, ...fields, ["y".repeat(1e4)]: 1 };
    expect(
      summary(await server.call("/v1/contacts", { key, json: body })),
    ).toHaveLength(2);
  });

  test.each([
    "application/json; charset=UTF-8",
    'APPLICATION/JSON;v=1;charset="utf-8"',
  ])("sent as %s is read", async (type) => {
    const email = `type-${type.length}@example.com`;
    const { status } = await post(JSON.stringify({ ...valid, email }), {
      "Content-Type": type,
    });
    expect(status).toBe(201);
  });

  test("that is compressed is 415", async () => {
    expect(
      (
        await post(JSON.stringify(valid), {
          ...json,
          "Content-Encoding": "gzip",
        })
      ).status,
    ).toBe(415);
  });

  test("with a header of another form is 422, with the pattern", async () => {
    const lines = summary(
      await post(JSON.stringify(valid), {
        ...json,
        "Idempotency-Key": "two words",
      }),
    );
    expect(lines).toEqual([
      invalid,
      String.raw`Idempotency-Key: debe cumplir el patrón ^[\x21-\x7e]+$ (pattern)`,
    ]);
  });

  test("that is refused leaves nothing behind", async () => {
    const email = "late@example.com";
    await server.call("/v1/contacts", {
      key,
      json: { ...valid, email, tags: ["ok", 1] },
    });
    expect(
      (await server.call(`/v1/contacts?email=${email}`, { key })).body.data,
    ).toEqual([]);
  });
});

describe("a query", () => {
  test.each([
    ["limit=0", "debe ser mayor o igual que 1 (minimum)"],
    ["limit=101", "debe ser menor o igual que 100 (maximum)"],
    ["limit=abc", "debe ser un número entero (type)"],
    ["limit=1&limit=1", "está repetido (repeated)"],
    ["limit[a]=1", "no es un parámetro conocido (unknown_field)"],
    ["page=2", "no es un parámetro conocido (unknown_field)"],
    ["q=", "debe tener al menos 1 carácter (too_short)"],
    [`q=${"a".repeat(201)}`, "no puede tener más de 200 caracteres (too_long)"],
    ["q=a&q=b", "está repetido (repeated)"],
    ["email=filter+ana@example.com", "debe ser un email válido (format)"],
    ["q=%zz", "tiene una secuencia de escape % no válida (format)"],
    ["q=%00", "contiene caracteres no permitidos (pattern)"],
    [
      "updated_since=2026-04-01T09:00:00+02:00",
      "debe ser una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B (format)",
    ],
  ])("%s is 422 at its name", async (query, line) => {
    const lines = summary(await server.call(`/v1/contacts?${query}`, { key }));
    expect(lines[0]).toBe(invalid);
    expect(lines).toContain(`${query.split("=")[0]}: ${line}`);
  });

  test("gets all its faults in one response", async () => {
    const { body } = await server.call(
      "/v1/contacts?limit=0&cursor=&page=1&q=%zz",
      { key },
    );
    const names = body.error.details.map(({ path }) => path[0]);
    expect(names.sort()).toEqual(["cursor", "limit", "page", "q"]);
  });

  test("of an operation that takes none is a 422 that names the parameter", async () => {
    const lines = summary(
      await server.call("/v1/contacts/ct_x?expand=all", { key }),
    );
    expect(lines).toEqual([
      invalid,
      "expand: no es un parámetro conocido (unknown_field)",
    ]);
  });
});

describe("a path", () => {
  /** Segments of our paths and of nobody's. Those that are dots make another path. */
  const segments = fc.array(
    fc.oneof(
      fc.constantFrom(
        ...new Set(everyOperation.flatMap(({ path }) => path.split("/"))),
      ),
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: "binary", minLength: 1 }),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const path = segments
    .filter((names) => !names.some((name) => /^\.+$/.test(name)))
    .map((names) => `/${["v1", ...names].map(encodeURIComponent).join("/")}`);
  const method = fc.constantFrom(
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
  );

  test.each([
    "/",
    "/V1/contacts",
    "/v1/contacts/",
    "/v1/contacts/%zz",
    "/v1/contacts/%ff",
  ])("%s is none of the API's", async (path) => {
    const { status, body } = await server.call(path, { key });
    expect([status, body.error.code]).toEqual([404, "path_not_found"]);
  });

  test("that is no operation is 404 or 405, with everything that is declared for it", async () => {
    const apiKey = await server.key(["*"]);
    const { token, session } = credentialsOf(server, "test");
    const caller = fc.constantFrom(
      apiKey,
      (await token()).token,
      await session(),
    );
    await fc.assert(
      fc.asyncProperty(caller, method, path, async (key, method, path) => {
        const methods = operationsAt(path).flatMap(({ method }) =>
          method === "GET" ? ["GET", "HEAD"] : [method],
        );
        fc.pre(!methods.includes(method));
        const { status, headers, body } = await server.call(path, {
          key,
          method,
        }); // holds the response against the contract
        expect(status).toBe(methods.length > 0 ? 405 : 404);
        if (status === 404 && method !== "HEAD")
          expect(body.error.code).toBe("path_not_found");
        if (status === 405)
          expect(headers.get("allow")?.split(", ").sort()).toEqual(
            methods.sort(),
          );
      }),
      {
        seed: Number(process.env["SEED"] ?? Date.now() % 2 ** 31),
        numRuns: 300,
      },
    );
  });

  test("gets the same response without a key", async () => {
    for (const path of ["/v1/nothing", "/v1/contacts"])
      expect((await server.call(path, { method: "PUT" })).status).toBe(401);
  });
});

describe("Accept-Language", () => {
  test.each([
    ["en-US,en;q=0.9,es;q=0.8", "is required"],
    ["fr,en;q=0.1", "is required"],
    ["es-AR,en;q=0.9", "es obligatorio"],
    ["fr", "es obligatorio"],
    ["*", "es obligatorio"],
    ['"', "es obligatorio"],
  ])("%s chooses the language", async (language, message) => {
    const { body } = await post("{}", { ...json, "Accept-Language": language });
    expect(body.error.details[0]?.message).toBe(message);
  });

  test("en says as well how a + is written", async () => {
    const path = "/v1/contacts?updated_since=2026-04-01T09:00:00+02:00";
    const lines = summary(
      await server.call(path, { key, headers: { "Accept-Language": "en" } }),
    );
    expect(lines[1]).toMatch(
      /^updated_since: must be a date and time .*; in a URL, \+ is written %2B \(format\)$/,
    );
  });

  const wrong = {
    name: "",
    email: "x",
    phone: "a\0b",
    tags: Array(limits.tags + 1).fill(1),
    vip: true,
    custom_fields: { ["k".repeat(longestFieldName + 1)]: [], n: 2 ** 53 },
  };
  test.each<{ name: string; path: string; json: object | undefined }>([
    { name: "body", path: "/v1/contacts", json: wrong },
    { name: "missing field", path: "/v1/contacts", json: {} },
    {
      name: "element of a batch",
      path: "/v1/contacts/batch",
      json: { contacts: [wrong, {}, { id: "ct_x" }] },
    },
    {
      name: "query",
      path: "/v1/contacts?limit=0&limit=1&page=1&q=%zz&email=x&cursor=",
      json: undefined,
    },
    { name: "choice", path: "/v1/tickets?status=lost", json: undefined },
    { name: "cursor", path: "/v1/contacts?cursor=ct_x", json: undefined },
    { name: "scope", path: "/v1/webhooks", json: undefined },
    { name: "object", path: "/v1/contacts/ct_x", json: undefined },
    { name: "path", path: "/v2/contacts", json: undefined },
  ])(
    "en changes the messages of a wrong $name, and nothing else",
    async ({ path, json }) => {
      const inLanguage = async (language: string) => {
        const headers = { "Accept-Language": language };
        const { status, body } = await server.call(path, {
          key,
          headers,
          ...(json && { json }),
        });
        const messages: unknown[] = [];
        const rest = JSON.stringify([status, body], (name, value: unknown) =>
          name === "message" ? void messages.push(value) : value,
        );
        return { messages, rest };
      };
      const spanish = await inLanguage("es");
      const english = await inLanguage("en");
      expect(english.rest).toBe(spanish.rest);
      expect(english.messages.length).toBeGreaterThan(0);
      expect(
        english.messages.filter((message) =>
          spanish.messages.includes(message),
        ),
      ).toEqual([]);
    },
  );
});
