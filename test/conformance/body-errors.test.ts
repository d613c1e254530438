import { describe, expect, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import { at } from "../support/at.ts";
import { startServer } from "../support/server.ts";
import { errorLines, invalid, missing } from "./error-lines.ts";

// The errors of a body, in the words that a caller reads.

const server = await startServer();
const key = await server.key(["*"]);

const json = { "Content-Type": "application/json" };
const valid = { name: "Ana", email: "ana@example.com" };

/** Sends a body as it is. */
const post = (
  path: "/v1/contacts" | "/v1/contacts/batch",
  body: string | Buffer,
  headers: Record<string, string> = json,
) => server.call(path, { key, method: "POST", body, headers });

/** Creates a contact. */
const create = (fields: object) =>
  server.call("/v1/contacts", { key, json: fields });

describe("a key without the scope", () => {
  test.each(["", "{}", '{"name":"Ana"', "5"])(
    "is refused before the body %j is looked at",
    async (body) => {
      const reader = await server.key(["contacts:read"]);
      const response = await server.call("/v1/conversations", {
        key: reader,
        method: "POST",
        body,
        headers: json,
      });
      expect(errorLines(response)).toEqual(["403 forbidden"]);
    },
  );
});

describe("a body", () => {
  const noObject = ": debe ser un objeto (type)";
  const noEmail = "email: es obligatorio (required)";
  const noName = "name: es obligatorio (required)";

  test.each<{
    is: string;
    body: string | Buffer;
    code: string;
    details: string[];
  }>([
    {
      is: "cut off",
      body: '{"name":"Ana"',
      code: "400 invalid_json",
      details: [],
    },
    {
      is: "in invalid UTF-8",
      body: Buffer.from('{"name":"\xff\xfe"}', "latin1"),
      code: "400 invalid_json",
      details: [],
    },
    { is: "a number", body: "5", code: invalid, details: [noObject] },
    { is: "null", body: "null", code: invalid, details: [noObject] },
    { is: "a list", body: "[]", code: invalid, details: [noObject] },
    { is: "absent", body: "", code: missing, details: [noEmail, noName] },
    {
      is: "an empty object",
      body: "{}",
      code: missing,
      details: [noEmail, noName],
    },
    {
      is: "without a field and wrong",
      body: '{"email":null,"phone":5,"vip":true}',
      code: missing,
      details: [
        "email: debe ser texto (type)",
        noName,
        "phone: debe ser texto o null (type)",
        "vip: no es un campo conocido (unknown_field)",
      ],
    },
  ])(
    "that is $is gets a refusal with all that is wrong with it",
    async ({ body, code, details }) => {
      const response = await post("/v1/contacts", body);
      const [first, ...others] = errorLines(response);
      expect(first).toBe(code);
      expect(others.sort()).toEqual(details);
    },
  );

  test("that is absent where no field is required is 400 all the same", async () => {
    const response = await server.call("/v1/webhooks/wh_x", {
      key,
      method: "PATCH",
    });
    expect(errorLines(response)).toEqual([
      missing,
      ": es obligatorio (required)",
    ]);
  });

  test.each<{ line: string; fault: object }>([
    {
      line: "email: debe ser un email válido (format)",
      fault: { email: "nobody" },
    },
    {
      line: "email: debe ser un email válido (format)",
      fault: { email: " ana@example.com" },
    },
    {
      line: "email: debe ser un email válido (format)",
      fault: { email: "ana@münchen.de" },
    },
    {
      line: "name: está en blanco o contiene caracteres no permitidos (pattern)",
      fault: { name: "  " },
    },
    {
      line: "name: no puede tener más de 255 caracteres (too_long)",
      fault: { name: "ñ".repeat(256) },
    },
    {
      line: "phone: contiene caracteres no permitidos (pattern)",
      fault: { phone: "a\0b" },
    },
    {
      line: "country: debe tener al menos 1 carácter (too_short)",
      fault: { country: "" },
    },
    {
      line: "tags: debe ser una lista o null (type)",
      fault: { tags: "vip" },
    },
    { line: "tags.1: debe ser texto (type)", fault: { tags: ["a", 1] } },
    {
      line: "tags: no puede tener más de 50 elementos (too_many)",
      fault: { tags: Array(limits.tags + 1).fill("a") },
    },
    {
      line: "city: no es un campo conocido (unknown_field)",
      fault: { city: "Salta" },
    },
    {
      line: "a/b: no es un campo conocido (unknown_field)",
      fault: { "a/b": 1 },
    },
    {
      line: "custom_fields.a/b: debe ser texto o un número o null (type)",
      fault: { custom_fields: { "a/b": [] } },
    },
    {
      line: "custom_fields.n: debe ser menor o igual que 9007199254740991 (maximum)",
      fault: { custom_fields: { n: 2 ** 53 } },
    },
    {
      line: "custom_fields: el nombre de un campo no puede tener más de 40 caracteres (too_long)",
      fault: { custom_fields: { ["k".repeat(longestFieldName() + 1)]: 1 } },
    },
    {
      line: "custom_fields: el nombre de un campo debe tener al menos 1 carácter (too_short)",
      fault: { custom_fields: { "": 1 } },
    },
  ])("with $line is 422 at its path", async ({ line, fault }) => {
    const lines = errorLines(await create({ ...valid, ...fault }));
    expect(lines[0]).toBe(invalid);
    expect(lines).toContain(line);
  });

  test("with a number too large for JSON is 422, not Infinity, also in a batch", async () => {
    const contact =
      '{"name":"Ana","email":"ana@example.com","custom_fields":{"n":1e999}}';
    const alone = await post("/v1/contacts", contact);
    const batch = await post("/v1/contacts/batch", `{"contacts":[${contact}]}`);

    const details = [{ path: ["custom_fields", "n"], reason: "type" }];
    expect(alone.body).toMatchObject({ error: { details } });
    expect(batch.body).toMatchObject({
      data: { results: [{ error: { details } }] },
    });
  });

  test("with a field whose name is empty is 422 at that name, also in a batch", async () => {
    const contact = { ...valid, "": 1 };
    const alone = await create(contact);
    const batch = await server.call("/v1/contacts/batch", {
      key,
      json: { contacts: [contact] },
    });

    const details = [{ path: [""], reason: "unknown_field" }];
    expect(alone.body.error.details).toMatchObject(details);
    expect(batch.body.data.results).toMatchObject([{ error: { details } }]);
  });

  test("with more errors than a response may have is 422 with as many as it may have", async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: limits.errorDetails + 1 }, (_, n) => [`m${n}`, 1]),
    );
    const { status, body } = await create({ ...valid, ...unknown });
    expect(status).toBe(422);
    expect(body.error.details).toHaveLength(limits.errorDetails);
  });

  test("with a field whose name has ~ and / is 422 at that name", async () => {
    const name = "~1/~0";
    const { body } = await create({ ...valid, custom_fields: { [name]: [] } });
    expect(body.error.details[0]?.path).toEqual(["custom_fields", name]);
  });

  test("with more unknown fields than errors in a response is 400 first at the field that it lacks", async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: limits.errorDetails }, (_, n) => [`m${n}`, 1]),
    );
    const { status, body } = await create({ name: "Ana", ...unknown });
    expect(status).toBe(400);
    expect(body.error.details[0]).toMatchObject({
      path: ["email"],
      reason: "required",
    });
  });

  test("with thousands of unknown fields is 422 with one error for all of them", async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`m${n}`, 1]),
    );
    const response = await create({ ...valid, ...unknown });
    expect(errorLines(response)).toEqual([
      invalid,
      ": tiene demasiados valores (too_many)",
    ]);
  });

  test.each([
    { type: "application/json; charset=UTF-8", email: "charset@example.com" },
    {
      type: 'APPLICATION/JSON;v=1;charset="utf-8"',
      email: "capitals@example.com",
    },
  ])("sent as $type is read", async ({ type, email }) => {
    const body = JSON.stringify({ ...valid, email });
    const { status } = await post("/v1/contacts", body, {
      "Content-Type": type,
    });
    expect(status).toBe(201);
  });

  test("that is compressed is 415", async () => {
    const { status } = await post("/v1/contacts", JSON.stringify(valid), {
      ...json,
      "Content-Encoding": "gzip",
    });
    expect(status).toBe(415);
  });

  test("with a header of another form is 422, with the pattern", async () => {
    const response = await post("/v1/contacts", JSON.stringify(valid), {
      ...json,
      "Idempotency-Key": "two words",
    });
    expect(errorLines(response)).toEqual([
      invalid,
      String.raw`Idempotency-Key: debe cumplir el patrón ^[\x21-\x7e]+$ (pattern)`,
    ]);
  });

  test.each([
    { body: '{"unknown":1}', headers: json },
    { body: "{", headers: json },
    { body: "a=1", headers: { "Content-Type": "text/plain" } },
  ])(
    "$body of an operation that has none is ignored",
    async ({ body, headers }) => {
      const { id } = (await create(valid)).body.data;

      const { status } = await server.call(`/v1/contacts/${id}`, {
        key,
        method: "DELETE",
        body,
        headers,
      });

      expect(status).toBe(200);
    },
  );

  test("that is refused leaves nothing behind", async () => {
    const email = "late@example.com";

    const refused = await create({ ...valid, email, tags: ["ok", 1] });

    expect(refused.status).toBe(422);
    const found = await server.call(`/v1/contacts?email=${email}`, { key });
    expect(found.body.data).toEqual([]);
  });
});

/** The length of the longest name of a custom field. */
function longestFieldName(): number {
  return at("/components/schemas/CustomFields/propertyNames/maxLength");
}
