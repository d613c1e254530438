import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../support/server.ts";

const server = await startServer();
let key: string;
beforeAll(async () => {
  key = await server.key(["contacts:read", "contacts:write", "tickets:read"]);
});

const json = { "Content-Type": "application/json" };
const post = (body: string | Buffer, headers: Record<string, string> = json) =>
  server.call("/v1/contacts", { key, method: "POST", body, headers });
const count = async () => (await server.call("/v1/contacts?limit=100", { key })).body.data.length as number;
const valid = { name: "Ana", email: "ana@example.com" };

describe("a body", () => {
  test.each([
    ["that is cut off", '{"name":"Ana"'],
    ["that is no JSON", "name=Ana"],
    ["in invalid UTF-8", Buffer.from('{"name":"\xff\xfe","email":"ana@example.com"}', "latin1")],
  ])("%s is 400 invalid_json", async (_, body) => {
    const response = await post(body);
    expect([response.status, response.body.error.code]).toEqual([400, "invalid_json"]);
  });

  test.each(["5", "null", '"text"', "[]", "true"])(
    "that is %s is 422, for it is JSON but no object",
    async (body) => {
      const response = await post(body);
      expect([response.status, response.body.error.code]).toEqual([422, "validation_error"]);
      expect(response.body.error.details).toEqual([
        { path: [], message: "debe ser un objeto", reason: "type" },
      ]);
    },
  );

  test.each([
    ["absent", ""],
    ["an empty object", "{}"],
  ])("that is %s is 400 and names each missing field", async (_, body) => {
    const response = await post(body);
    expect([response.status, response.body.error.code]).toEqual([400, "missing_parameter"]);
    expect(response.body.error.details).toEqual([
      { path: ["name"], message: "es obligatorio", reason: "required" },
      { path: ["email"], message: "es obligatorio", reason: "required" },
    ]);
  });

  test("that is absent where no field is required is 400 all the same", async () => {
    const all = await server.key(["*"]);
    const { status, body } = await server.call("/v1/webhooks/wh_x", { key: all, method: "PATCH" });
    expect([status, body.error.code]).toEqual([400, "missing_parameter"]);
    expect(body.error.details).toEqual([{ path: [], message: "es obligatorio", reason: "required" }]);
  });

  test("with a missing field and other faults is 400 and lists them all", async () => {
    const { status, body } = await post('{"email":null,"phone":5,"vip":true}');
    expect(status).toBe(400);
    expect(body.error.code).toBe("missing_parameter");
    expect(body.error.details).toEqual(
      expect.arrayContaining([
        { path: ["name"], message: "es obligatorio", reason: "required" },
        { path: ["email"], message: "debe ser texto", reason: "type" },
        { path: ["phone"], message: "debe ser texto", reason: "type" },
        { path: ["vip"], message: "no es un campo conocido", reason: "unknown_field" },
      ]),
    );
  });

  test.each<[string, object, string[], string, string]>([
    ["an email that is none", { email: "nobody" }, ["email"], "debe ser un email válido", "format"],
    [
      "spaces around an email",
      { email: " ana@example.com" },
      ["email"],
      "debe ser un email válido",
      "format",
    ],
    [
      "an email of other letters",
      { email: "ana@münchen.de" },
      ["email"],
      "debe ser un email válido",
      "format",
    ],
    [
      "a blank name",
      { name: "  " },
      ["name"],
      "está en blanco o contiene caracteres no permitidos",
      "pattern",
    ],
    ["a long name", { name: "ñ".repeat(256) }, ["name"], "no puede tener más de 255 caracteres", "too_long"],
    ["NUL", { phone: "a\0b" }, ["phone"], "contiene caracteres no permitidos", "pattern"],
    ["an empty country", { country: "" }, ["country"], "debe tener al menos 1 carácter", "too_short"],
    ["tags that are no list", { tags: "vip" }, ["tags"], "debe ser una lista", "type"],
    ["a tag that is no text", { tags: ["a", 1] }, ["tags", "1"], "debe ser texto", "type"],
    ["51 tags", { tags: Array(51).fill("a") }, ["tags"], "no puede tener más de 50 elementos", "too_many"],
    ["city, which is no input", { city: "Salta" }, ["city"], "no es un campo conocido", "unknown_field"],
    ["a name with a slash", { "a/b": 1 }, ["a/b"], "no es un campo conocido", "unknown_field"],
    [
      "a field that is a list",
      { custom_fields: { "a/b": [] } },
      ["custom_fields", "a/b"],
      "debe ser texto o un número",
      "type",
    ],
    [
      "a number that loses digits",
      { custom_fields: { n: 2 ** 53 } },
      ["custom_fields", "n"],
      "debe ser menor o igual que 9007199254740991",
      "maximum",
    ],
    [
      "a long field name",
      { custom_fields: { ["k".repeat(41)]: 1 } },
      ["custom_fields"],
      "el nombre de un campo no puede tener más de 40 caracteres",
      "too_long",
    ],
    [
      "an empty field name",
      { custom_fields: { "": 1 } },
      ["custom_fields"],
      "el nombre de un campo debe tener al menos 1 carácter",
      "too_short",
    ],
  ])("with %s is 422 at its path", async (_, fault, path, message, reason) => {
    const { status, body } = await server.call("/v1/contacts", { key, json: { ...valid, ...fault } });
    expect([status, body.error.code]).toEqual([422, "validation_error"]);
    expect(body.error.details).toContainEqual({ path, message, reason });
  });

  test("with a number too large for JSON is 422, not Infinity", async () => {
    const { status, body } = await post(
      '{"name":"Ana","email":"ana@example.com","custom_fields":{"n":1e999}}',
    );
    expect([status, body.error.details[0]?.path]).toEqual([422, ["custom_fields", "n"]]);
  });

  test("with thousands of unknown fields is told of the first", async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`m${i}-${"x".repeat(20)}`, 1]));
    const { status, body } = await server.call("/v1/contacts", {
      key,
      json: { ...valid, ...fields, ["y".repeat(1e4)]: 1 },
    });
    expect(status).toBe(422);
    expect(body.error.details).toHaveLength(1);
  });

  test.each(["application/json; charset=UTF-8", 'APPLICATION/JSON;v=1;charset="utf-8"'])(
    "sent as %s is read",
    async (type) => {
      const email = `type-${type.length}@example.com`;
      const { status } = await post(JSON.stringify({ ...valid, email }), { "Content-Type": type });
      expect(status).toBe(201);
    },
  );

  test("that is compressed is 415", async () => {
    expect((await post(JSON.stringify(valid), { ...json, "Content-Encoding": "gzip" })).status).toBe(415);
  });

  test("that is refused leaves nothing behind", async () => {
    const before = await count();
    await server.call("/v1/contacts", {
      key,
      json: { ...valid, email: "late@example.com", tags: ["ok", 1] },
    });
    expect(await count()).toBe(before);
  });
});

describe("a query", () => {
  test.each([
    ["limit=0", "debe ser mayor o igual que 1", "minimum"],
    ["limit=101", "debe ser menor o igual que 100", "maximum"],
    ["limit=abc", "debe ser un número entero", "type"],
    ["limit=1&limit=1", "está repetido", "repeated"],
    ["limit[a]=1", "no es un parámetro conocido", "unknown_field"],
    ["page=2", "no es un parámetro conocido", "unknown_field"],
    ["q=", "debe tener al menos 1 carácter", "too_short"],
    [`q=${"a".repeat(201)}`, "no puede tener más de 200 caracteres", "too_long"],
    ["q=a&q=b", "debe ser texto", "type"],
    ["email=filter+ana@example.com", "debe ser un email válido", "format"],
    ["q=%zz", "tiene una secuencia de escape % no válida", "format"],
    ["q=%00", "contiene caracteres no permitidos", "pattern"],
    [
      "updated_since=2026-04-01T09:00:00+02:00",
      "debe ser una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B",
      "format",
    ],
  ])("%s is 422 at its name", async (query, message, reason) => {
    const { status, body } = await server.call(`/v1/contacts?${query}`, { key });
    expect([status, body.error.code]).toEqual([422, "validation_error"]);
    expect(body.error.details).toContainEqual({ path: [query.split("=")[0]], message, reason });
  });

  test("gets all its faults in one response", async () => {
    const { body } = await server.call("/v1/contacts?limit=0&cursor=&page=1&q=%zz", { key });
    expect(body.error.details.map((detail: { path: string[] }) => detail.path[0]).sort()).toEqual([
      "cursor",
      "limit",
      "page",
      "q",
    ]);
  });

  test("of an operation that takes none is a 422 that names the parameter", async () => {
    const { status, body } = await server.call("/v1/contacts/ct_x?expand=all", { key });
    expect([status, body.error.code]).toEqual([422, "validation_error"]);
    expect(body.error.details).toEqual([
      { path: ["expand"], message: "no es un parámetro conocido", reason: "unknown_field" },
    ]);
  });
});

describe("a path", () => {
  test.each(["/", "/V1/contacts", "/v1/contacts/", "/v1/contacts/%zz", "/v1/contacts/%ff"])(
    "%s is none of the API's",
    async (path) => {
      const { status, body } = await server.call(path, { key });
      expect([status, body.error.code]).toEqual([404, "path_not_found"]);
    },
  );

  test("is not told apart without a key", async () => {
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

  const wrong = {
    name: "",
    email: "x",
    phone: "a\0b",
    tags: Array(51).fill(1),
    custom_fields: { ["k".repeat(41)]: [], n: 2 ** 53 },
    vip: true,
  };
  test.each<[string, string, object | undefined]>([
    ["body", "/v1/contacts", wrong],
    ["missing field", "/v1/contacts", {}],
    ["element of a batch", "/v1/contacts/batch", { contacts: [wrong, {}, { id: "ct_x" }] }],
    ["query", "/v1/contacts?limit=0&limit=1&page=1&q=%zz&email=x&cursor=", undefined],
    ["choice", "/v1/tickets?status=lost", undefined],
    ["cursor", "/v1/contacts?cursor=ct_x", undefined],
    ["scope", "/v1/webhooks", undefined],
    ["object", "/v1/contacts/ct_x", undefined],
    ["path", "/v2/contacts", undefined],
  ])("en changes the messages of a wrong %s, and nothing else", async (_, path, json) => {
    const inLanguage = async (language: string) => {
      const headers = { "Accept-Language": language };
      const { status, body } = await server.call(path, { key, headers, ...(json && { json }) });
      const messages: unknown[] = [];
      const rest = JSON.stringify([status, body], (name, value: unknown) =>
        name === "message" ? void messages.push(value) : value,
      );
      return { messages, rest };
    };
    const [spanish, english] = [await inLanguage("es"), await inLanguage("en")];
    expect(english.rest).toBe(spanish.rest);
    expect(english.messages.length).toBeGreaterThan(0);
    expect(english.messages.filter((message) => spanish.messages.includes(message))).toEqual([]);
  });
});
