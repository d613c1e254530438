import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { counted, diffIn, json, ok, vehicle } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

describe("two paths that differ in the names of parameters alone", () => {
  const byName = (name: string, more: object[] = [], fields: object = {}) => ({
    get: {
      operationId: `vehicleBy${name}`,
      parameters: [
        { name, in: "path", required: true, schema: { type: "string" } },
        ...more,
      ],
      responses: {
        "200": {
          ...ok,
          content: json({ type: "object", properties: fields }),
        },
      },
    },
  });
  const fields = { wheels: { type: "integer" } };
  const plate = { "/vehicles/{plate}": byName("plate", [], fields) };
  const vin = { "/vehicles/{vin}": byName("vin", [], fields) };
  const both = { paths: { ...plate, ...vin } };

  test("are both compared: the first is broken", () => {
    const depot = { name: "depot", in: "query", required: true, schema: {} };
    const broken = { "/vehicles/{plate}": byName("plate", [depot]) };
    const { code, text } = diffIn(folder, both, {
      paths: { ...broken, ...vin },
    });
    expect([code, counted(text)], text).toEqual([1, "2"]);
    expect(text).toContain("GET /vehicles/{plate}");
  });
  test("are both compared: one of them is removed", () => {
    const { code, text } = diffIn(folder, both, { paths: vin });
    expect([code, text]).toEqual([
      1,
      expect.stringContaining("Path `/vehicles/{plate}` was removed"),
    ]);
  });
  test("may change places", () => {
    expect(diffIn(folder, both, { paths: { ...vin, ...plate } })).toMatchObject(
      {
        code: 0,
      },
    );
  });
});

test("a change behind a dynamic reference that leads to several schemas cannot be decided", () => {
  const ofPage = (item: object) =>
    vehicle(
      { $ref: "#/components/schemas/Page" },
      {
        components: {
          schemas: {
            List: {
              $defs: { item: { $dynamicAnchor: "item" } },
              properties: { data: { items: { $dynamicRef: "#item" } } },
            },
            Page: {
              $ref: "#/components/schemas/List",
              $defs: { item: { $dynamicAnchor: "item", ...item } },
            },
          },
        },
      },
    );
  const before = ofPage({ type: "object", properties: { id: {} } });
  const same = diffIn(folder, before, before);
  expect(same).toEqual({ code: 0, text: expect.anything() });
  const { code, text } = diffIn(folder, before, ofPage({ type: "string" }));
  expect([code, text]).toEqual([
    1,
    expect.stringContaining("CANNOT TELL  `$dynamicRef` of `data` changed."),
  ]);
});

describe("a contract without operations is not compared", () => {
  const says = "has no operation";
  test.each<[string, object]>([
    ["as its paths are empty", { paths: {} }],
    ["as it has components alone", { components: { schemas: { A: {} } } }],
    ["as the key of its paths is mistyped", { path: {} }],
  ])("%s", (_, contract) => {
    const { code, text } = diffIn(folder, contract, contract);
    expect([code, text]).toEqual([2, expect.stringContaining(says)]);
    expect(text.trim().split("\n")).toHaveLength(1);
  });
  test("while the first operation is an addition", () => {
    expect(diffIn(folder, { paths: {} }, vehicle({}))).toMatchObject({
      code: 0,
    });
  });
});

test("null is no value of an `enum` that does not list it, as 3.0.4 says", () => {
  const in30 = (schema: unknown) => ({ openapi: "3.0.3", ...vehicle(schema) });
  const field = (schema: object) => ({
    type: "object",
    properties: { gear: schema },
  });
  const { code, text } = diffIn(
    folder,
    in30(field({ type: "string", nullable: true, enum: ["low", "high"] })),
    vehicle(field({ type: ["string", "null"], enum: ["low", "high"] })),
  );
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("0 breaking, 0 additions"),
  ]);
});

test("a link by `operationRef` leads where that by `operationId` led", () => {
  const linked = (link: object) => {
    const { paths } = vehicle({});
    const links = { again: link };
    const post = {
      ...paths["/vehicles"].post,
      responses: { "200": { ...ok, links } },
    };
    return {
      paths: {
        "/vehicles": { post },
        "/b": { get: { operationId: "b", responses: {} } },
      },
    };
  };
  const byId = linked({ operationId: "addVehicle" });
  const byRef = linked({ operationRef: "#/paths/~1vehicles/post" });
  const elsewhere = linked({ operationRef: "#/paths/~1b/get" });
  expect(diffIn(folder, byId, byRef)).toMatchObject({ code: 0 });
  expect(diffIn(folder, byRef, elsewhere)).toMatchObject({ code: 1 });
});

test.each([
  {
    does: "gains a format that no standard has",
    before: {},
    after: { format: "url" },
  },
  {
    does: "has one spelled as the standard has it",
    before: { format: "url" },
    after: { format: "uri" },
  },
])("a text $does without a break", ({ before, after }) => {
  const [from, to] = [before, after].map((more) =>
    vehicle({ type: "string", ...more }),
  );
  expect(diffIn(folder, from ?? "", to ?? "")).toMatchObject({ code: 0 });
});

describe("two closed parts of an `allOf`, as NSwag writes a subtype,", () => {
  const order = (shop: object, required: string[]) =>
    vehicle({
      allOf: [
        {
          type: "object",
          required,
          additionalProperties: false,
          properties: { kind: { type: "string" } },
        },
        {
          type: "object",
          additionalProperties: false,
          properties: { shop },
        },
      ],
    });
  test.each([{ required: ["kind"] }, { required: [] }])(
    "are compared as if each allowed what the other lists: $required is required",
    ({ required }) => {
      const before = order({ type: "integer" }, required);
      const after = order({ type: "string" }, required);
      expect(diffIn(folder, before, after)).toEqual({
        code: 1,
        text: expect.stringContaining(
          "The type of `shop` was `integer` and is `string`.",
        ),
      });
      const noted = order({ type: "integer", title: "Shop" }, required);
      expect(diffIn(folder, before, noted)).toMatchObject({ code: 0 });
    },
  );
});

test("a change of a schema that no value fits cannot be decided", () => {
  const without = (more: object) =>
    vehicle({ type: "string", enum: [1], ...more });
  const before = without({ pattern: "^a" });
  expect(diffIn(folder, before, without({ pattern: "^b" }))).toEqual({
    code: 1,
    text: expect.stringContaining("A schema that no value fits changed."),
  });
  const noted = without({ pattern: "^a", title: "Code" });
  expect(diffIn(folder, before, noted)).toMatchObject({ code: 0 });
});

test("a default in the only branch that has one is the default of the field", () => {
  const sent = (branches: object[], more: object = {}) =>
    vehicle({
      type: "object",
      properties: { wheels: { anyOf: branches, ...more } },
    });
  const none = { type: "null" };
  const of = (standard: number) => ({ type: "integer", default: standard });
  const before = sent([of(4), none]);
  expect(diffIn(folder, before, sent([of(3), none]))).toEqual({
    code: 1,
    text: expect.stringContaining(
      "The default of `wheels` was `4` and is `3`.",
    ),
  });
  const beside = sent([{ type: "integer" }, none], { default: 4 });
  expect(diffIn(folder, before, beside)).toMatchObject({ code: 0 });
});

test("a new required field of a response is an addition", () => {
  const answer = (required: string[]) => ({
    paths: {
      "/v": {
        get: {
          operationId: "v",
          responses: {
            "200": {
              ...ok,
              content: json({
                type: "object",
                required,
                properties: { a: {} },
              }),
            },
          },
        },
      },
    },
  });
  const { code, text } = diffIn(folder, answer([]), answer(["a"]));
  expect([code, text]).toEqual([0, expect.stringContaining("always there")]);
});

test("a deprecated security scheme of 3.2 is a note", () => {
  const secured = (more: object) => ({
    ...vehicle({}),
    openapi: "3.2.0",
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", ...more } },
    },
  });
  const { code, text } = diffIn(
    folder,
    secured({}),
    secured({ deprecated: true }),
  );
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("Security scheme `key` is deprecated."),
  ]);
});

test("another cookie of a key that callers may leave out is for somebody to decide", () => {
  const secured = (name: string) => ({
    ...vehicle({}),
    security: [{ key: [] }, {}],
    components: {
      securitySchemes: { key: { type: "apiKey", in: "cookie", name } },
    },
  });
  const { code, text } = diffIn(folder, secured("sid"), secured("session"));
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(
      "CANNOT TELL  A call with key in cookie sid as `key` is taken for one with no authorisation.",
    ),
  ]);
});

test.each(["NotFound", "default", "links"])(
  "a response `%s` of another file, which is a map of responses, is read as one of 3.0",
  (name) => {
    const contractWith = (schema: object, file: string) => {
      const response = { ...ok, content: json(schema) };
      writeFileSync(join(folder, file), JSON.stringify({ [name]: response }));
      const $ref = `./${file}#/${name}`;
      const paths = { "/v": { get: { responses: { "404": { $ref } } } } };
      return { openapi: "3.0.3", paths };
    };
    const text = contractWith({ type: "string" }, "text.json");
    const textOrNull = contractWith(
      { type: "string", nullable: true },
      "null.json",
    );
    expect(diffIn(folder, text, textOrNull)).toMatchObject({ code: 1 });
  },
);
