import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyOperation, operationsAt } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";
import { hostileTexts } from "./arbitrary.ts";
import { errorLines, invalid } from "./error-lines.ts";

// The errors of a query and of a path.

const server = await startServer();
const key = await server.key(["*"]);

describe("a query", () => {
  test.each([
    { query: "limit=0", line: "limit: debe ser mayor o igual que 1 (minimum)" },
    {
      query: "limit=101",
      line: "limit: debe ser menor o igual que 100 (maximum)",
    },
    { query: "limit=abc", line: "limit: debe ser un número entero (type)" },
    { query: "limit=01", line: "limit: debe ser un número entero (type)" },
    { query: "limit=1&limit=1", line: "limit: está repetido (repeated)" },
    {
      query: "limit[a]=1",
      line: "limit[a]: no es un parámetro conocido (unknown_field)",
    },
    {
      query: "page=2",
      line: "page: no es un parámetro conocido (unknown_field)",
    },
    { query: "q=", line: "q: debe tener al menos 1 carácter (too_short)" },
    {
      query: `q=${"a".repeat(201)}`,
      line: "q: no puede tener más de 200 caracteres (too_long)",
    },
    { query: "q=a&q=b", line: "q: está repetido (repeated)" },
    {
      query: "email=filter+ana@example.com",
      line: "email: debe ser un email válido (format)",
    },
    {
      query: "q=%zz",
      line: "q: tiene una secuencia de escape % no válida (format)",
    },
    { query: "q=%00", line: "q: contiene caracteres no permitidos (pattern)" },
    {
      query: "updated_since=2026-04-01T09:00:00+02:00",
      line: "updated_since: debe ser una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B (format)",
    },
    {
      query: "updated_since=1900-02-29T09:00:00Z",
      line: "updated_since: debe ser una fecha y hora con zona horaria, por ejemplo 2026-04-01T09:00:00Z; en una URL, el + se escribe %2B (format)",
    },
    {
      query: "custom_fields[plan]=oro&custom_fields[plan]=plata",
      line: "custom_fields[plan]: está repetido (repeated)",
    },
  ])("$query is 422 at its name", async ({ query, line }) => {
    const response = await server.call(`/v1/contacts?${query}`, { key });
    expect(errorLines(response)).toEqual([invalid, line]);
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
    const response = await server.call("/v1/contacts/ct_x?expand=all", { key });
    expect(errorLines(response)).toEqual([
      invalid,
      "expand: no es un parámetro conocido (unknown_field)",
    ]);
  });
});

test("a filter of a query may have a = in its value", async () => {
  const all = await server.key(["contacts:read", "contacts:write"]);
  const json = { name: "Ana", email: "a@example.com", external_id: "a=b" };
  const { data } = (await server.call("/v1/contacts", { key: all, json })).body;

  const { body } = await server.call("/v1/contacts?external_id=a=b", {
    key: all,
  });

  expect(body.data.map(({ id }) => id)).toEqual([data.id]);
});

test("a filter of a query may have a + for each of its spaces", async () => {
  const all = await server.key(["contacts:read", "contacts:write"]);
  const json = { name: "Ana", email: "s@example.com", external_id: "a b c" };
  const { data } = (await server.call("/v1/contacts", { key: all, json })).body;

  const { body } = await server.call("/v1/contacts?external_id=a+b+c", {
    key: all,
  });

  expect(body.data.map(({ id }) => id)).toEqual([data.id]);
});

test("a time with more digits than those of a millisecond is after that millisecond", async () => {
  const all = await server.key(["contacts:read", "contacts:write"]);
  const json = { name: "Ana", email: "late@example.com" };
  const { data } = (await server.call("/v1/contacts", { key: all, json })).body;
  const found = async (time: string) => {
    const path =
      `/v1/contacts?email=${json.email}&created_since=${time}` as const;
    return (await server.call(path, { key: all })).body.data.length;
  };
  expect(await found(data.created_at)).toBe(1);
  expect(await found(data.created_at.replace("Z", "0Z"))).toBe(1);
  expect(await found(data.created_at.replace("Z", "1Z"))).toBe(0);
});

describe("a path", () => {
  test.each([
    "/",
    "/V1/contacts",
    "/v1/contacts/",
    "/v1/contacts/%zz",
    "/v1/contacts/%ff",
  ])("%s is none of the API's", async (path) => {
    const response = await server.call(path, { key });
    expect(errorLines(response)).toEqual(["404 path_not_found"]);
  });

  test.each(["/v1/nothing", "/v1/contacts"])(
    "%s is 401 without a key, whether a PUT of it exists or not",
    async (path) => {
      const { status } = await server.call(path, { method: "PUT" });
      expect(status).toBe(401);
    },
  );

  /** Segments of our paths and of nobody's. */
  const segment = fc.oneof(
    fc.constantFrom(
      ...new Set(everyOperation.flatMap(({ path }) => path.split("/"))),
    ),
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: "binary", minLength: 1 }),
  );
  const anyPath = fc
    .array(
      // A segment of dots makes another path.
      segment.filter((name) => !/^\.+$/.test(name)),
      { minLength: 1, maxLength: 6 },
    )
    .map((names) => `/${["v1", ...names].map(encodeURIComponent).join("/")}`);
  const anyMethod = fc.constantFrom(
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
  );

  /** The methods that the contract has for a path. */
  const methodsOf = (path: string): string[] => {
    const methods = operationsAt(path).map(({ method }) => method);
    return methods.includes("GET") ? [...methods, "HEAD"] : methods;
  };

  test("with an id that is longer than any is 404 of the object", async () => {
    const response = await server.call(`/v1/contacts/${"x".repeat(2000)}`, {
      key,
    });
    expect(errorLines(response)).toEqual(["404 not_found"]);
  });

  test("that is no operation is 404 or 405, with everything that is declared for it", async () => {
    const { token, session } = credentialsOf(server, "test");
    const credentials = [key, (await token()).token, await session()];
    const refused = fc.asyncProperty(
      fc.constantFrom(...credentials),
      anyMethod,
      anyPath,
      async (credential, method, path) => {
        const methods = methodsOf(path);
        fc.pre(!methods.includes(method));
        // The call checks the response against the contract.
        const { status, headers, body } = await server.call(path, {
          key: credential,
          method,
        });
        if (methods.length > 0) {
          expect(status).toBe(405);
          const allowed = headers.get("Allow")?.split(", ") ?? [];
          expect(allowed.sort()).toEqual(methods.sort());
          return;
        }
        expect(status).toBe(404);
        if (method !== "HEAD") expect(body.error.code).toBe("path_not_found");
      },
    );
    const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
    await fc.assert(refused, { seed, numRuns: 300 });
  });
});
