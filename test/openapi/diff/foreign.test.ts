import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { run } from "../../../openapi/diff/main.ts";
import { temporaryFolder } from "../../support/folder.ts";

// What `npm run diff -- A B` says of contracts that nobody here wrote.

const folder = temporaryFolder(afterAll);
let written = 0;

/** Writes a contract, given as its text or without its head. */
function write(contract: string | object): string {
  const file = join(folder, `${++written}.yaml`);
  const head = { openapi: "3.1.0", info: { title: "Fleet", version: "1.0.0" } };
  const text =
    typeof contract === "string"
      ? contract
      : stringify({ ...head, ...contract }, { aliasDuplicateObjects: false });
  writeFileSync(file, text);
  return file;
}

/** Compares two contracts by the command. */
function diff(
  before: string | object,
  after: string | object,
  ...more: string[]
) {
  const { code, stdout, stderr } = run([write(before), write(after), ...more]);
  return { code, text: stdout + stderr };
}

/** The number of breaks that a comparison counts. */
const counted = (text: string) => / (\d+) breaking/.exec(text)?.[1];

const ok = { description: "Done." };
const json = (schema: unknown) => ({ "application/json": { schema } });
/** A contract with one operation, which takes and returns a schema. */
const vehicle = (schema: unknown, more: object = {}) => ({
  paths: {
    "/vehicles": {
      post: {
        operationId: "addVehicle",
        requestBody: { content: json(schema) },
        responses: { "200": { ...ok, content: json(schema) } },
      },
    },
  },
  ...more,
});

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
    const { code, text } = diff(both, { paths: { ...broken, ...vin } });
    expect([code, counted(text)], text).toEqual([1, "2"]);
    expect(text).toContain("GET /vehicles/{plate}");
  });
  test("are both compared: one of them is removed", () => {
    const { code, text } = diff(both, { paths: vin });
    expect([code, text]).toEqual([
      1,
      expect.stringContaining("Path `/vehicles/{plate}` was removed"),
    ]);
  });
  test("may change places", () => {
    expect(diff(both, { paths: { ...vin, ...plate } })).toMatchObject({
      code: 0,
    });
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
  const same = diff(before, before);
  expect(same).toEqual({ code: 0, text: expect.anything() });
  const { code, text } = diff(before, ofPage({ type: "string" }));
  expect([code, text]).toEqual([
    1,
    expect.stringContaining("CANNOT TELL  `$dynamicRef` of `data` changed."),
  ]);
});

describe("numbers beyond 2^53", () => {
  const ofNumber = (keywords: string) =>
    `openapi: 3.0.3
info: { title: Meter, version: 1.0.0 }
paths:
  /readings:
    post:
      operationId: addReading
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Count" } } } }
      responses: { "200": { description: Done. } }
components:
  schemas:
    Count: { type: object, properties: { count: { type: integer, format: int64, ${keywords} } } }
`;
  test.each([
    {
      before: "maximum: 9223372036854775807",
      after: "maximum: 9223372036854775806",
      says: "`maximum` of `count` was 9223372036854775807 and is 9223372036854775806.",
    },
    {
      before: "enum: [9007199254740992, 9007199254740993]",
      after: "enum: [9007199254740992]",
      says: "`9007199254740993` of `count` is no longer possible.",
    },
    {
      before: "default: 9007199254740993",
      after: "default: 9007199254740992",
      says: "was `9007199254740993`",
    },
    {
      before: "maximum: 1e400",
      after: "maximum: 1e399",
      says: "`maximum` of `count`",
    },
  ])("$before → $after is seen", ({ before, after, says }) => {
    const { code, text } = diff(ofNumber(before), ofNumber(after));
    expect([code, text]).toEqual([1, expect.stringContaining(says)]);
  });
  test("are equal in any notation", () => {
    const [before, after] = ["1e20", "100000000000000000000"].map((value) =>
      ofNumber(`maximum: ${value}, multipleOf: 9007199254740993`),
    );
    expect(diff(before ?? "", after ?? "")).toMatchObject({
      code: 0,
      text: expect.stringContaining("0 breaking, 0 additions"),
    });
  });
});

describe("a contract without operations is not compared", () => {
  const says = "has no operation";
  test.each<[string, object]>([
    ["as its paths are empty", { paths: {} }],
    ["as it has components alone", { components: { schemas: { A: {} } } }],
    ["as the key of its paths is mistyped", { path: {} }],
  ])("%s", (_, contract) => {
    const { code, text } = diff(contract, contract);
    expect([code, text]).toEqual([2, expect.stringContaining(says)]);
    expect(text.trim().split("\n")).toHaveLength(1);
  });
  test("while the first operation is an addition", () => {
    expect(diff({ paths: {} }, vehicle({}))).toMatchObject({ code: 0 });
  });
});

test("null is no value of an `enum` that does not list it, as 3.0.4 says", () => {
  const in30 = (schema: unknown) => ({ openapi: "3.0.3", ...vehicle(schema) });
  const field = (schema: object) => ({
    type: "object",
    properties: { gear: schema },
  });
  const { code, text } = diff(
    in30(field({ type: "string", nullable: true, enum: ["low", "high"] })),
    vehicle(field({ type: ["string", "null"], enum: ["low", "high"] })),
  );
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("0 breaking, 0 additions"),
  ]);
});

describe("a form", () => {
  const form = (
    fields: object,
    encoding: object,
    type = "multipart/form-data",
  ) => ({
    paths: {
      "/papers": {
        post: {
          operationId: "sendPapers",
          requestBody: {
            content: {
              [type]: {
                schema: { type: "object", properties: fields },
                encoding,
              },
            },
          },
          responses: { "200": ok },
        },
      },
    },
  });
  const scan = { type: "string" };
  const list = { type: "array", items: { type: "string" } };
  const base = form({ scan, list }, { scan: { contentType: "image/png" } });
  test.each<[string, object]>([
    [
      "a new field with its encoding",
      form(
        { scan, list, note: { type: "object" } },
        {
          scan: { contentType: "image/png" },
          note: { contentType: "application/json" },
        },
      ),
    ],
    [
      "one more accepted type",
      form({ scan, list }, { scan: { contentType: "image/png, image/webp" } }),
    ],
    [
      "a default written out",
      form(
        { scan, list },
        {
          scan: { contentType: "image/png" },
          list: { style: "form", explode: true },
        },
      ),
    ],
  ])("gains %s without a break", (_, after) => {
    expect(diff(base, after)).toMatchObject({ code: 0 });
  });
  const urlencoded = "application/x-www-form-urlencoded";
  const object = { type: "object", properties: { a: { type: "string" } } };
  const deep = { style: "deepObject", explode: true };
  test.each<{
    name: string;
    field: object;
    before: object;
    after: object;
    type: string;
  }>([
    {
      name: "a text in a style for objects",
      field: scan,
      before: {},
      after: deep,
      type: urlencoded,
    },
    {
      name: "a text no longer in it",
      field: scan,
      before: deep,
      after: {},
      type: urlencoded,
    },
    {
      name: "an object of it, exploded",
      field: object,
      before: { style: "deepObject" },
      after: deep,
      type: urlencoded,
    },
    {
      name: "an object in the default style",
      field: object,
      before: {},
      after: { style: "form" },
      type: urlencoded,
    },
    {
      name: "a style where media types have none",
      field: object,
      before: {},
      after: deep,
      type: "multipart/mixed",
    },
    {
      name: "reserved letters there",
      field: scan,
      before: { allowReserved: true },
      after: {},
      type: "multipart/mixed",
    },
  ])("has $name without a break", ({ field, before, after, type }) => {
    const [from, to] = [before, after].map((encoding) =>
      form({ field }, { field: encoding }, type),
    );
    const { code, text } = diff(from ?? {}, to ?? {});
    expect([code, counted(text)], text).toEqual([0, "0"]);
  });
  test("breaks when an object is no longer in parts", () => {
    const [from, to] = [deep, {}].map((encoding) =>
      form({ object }, { object: encoding }, urlencoded),
    );
    expect(diff(from ?? {}, to ?? {})).toMatchObject({ code: 1 });
  });
  test.each<[string, object]>([
    [
      "another type",
      form({ scan, list }, { scan: { contentType: "image/gif" } }),
    ],
    [
      "a list in another style",
      form(
        { scan, list },
        {
          scan: { contentType: "image/png" },
          list: { style: "spaceDelimited" },
        },
      ),
    ],
  ])("breaks by %s", (_, after) => {
    expect(diff(base, after)).toMatchObject({ code: 1 });
  });
});

test("a query parameter without parts may have any style", () => {
  const by = (style: string, type = "string") => ({
    paths: {
      "/trips": {
        get: {
          operationId: "listTrips",
          parameters: [{ name: "to", in: "query", style, schema: { type } }],
          responses: { "200": ok },
        },
      },
    },
  });
  expect(diff(by("form"), by("pipeDelimited"))).toMatchObject({ code: 0 });
  expect(diff(by("deepObject"), by("form"))).toMatchObject({ code: 0 });
  expect(diff(by("deepObject", "object"), by("form", "object"))).toMatchObject({
    code: 1,
  });
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
  expect(diff(byId, byRef)).toMatchObject({ code: 0 });
  expect(diff(byRef, elsewhere)).toMatchObject({ code: 1 });
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
  expect(diff(from ?? "", to ?? "")).toMatchObject({ code: 0 });
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
  const { code, text } = diff(answer([]), answer(["a"]));
  expect([code, text]).toEqual([0, expect.stringContaining("always there")]);
});

test("a renamed schema is a note about source", () => {
  const named = (name: string) =>
    vehicle(
      { $ref: `#/components/schemas/${name}` },
      { components: { schemas: { [name]: { type: "object" } } } },
    );
  const { code, text } = diff(
    named("Car"),
    named("Vehicle"),
    "--format",
    "json",
  );
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    additions: [
      {
        rule: "diff/schema-renamed",
        category: "source",
        change: "The schema `Car` is called `Vehicle`.",
      },
    ],
  });
});

test("a renamed parameter of a path is a note about source", () => {
  const byName = (name: string) => ({
    paths: {
      [`/v/{${name}}`]: {
        get: {
          parameters: [
            { name, in: "path", required: true, schema: { type: "string" } },
          ],
          responses: { "200": ok },
        },
      },
    },
  });
  const { code, text } = diff(byName("id"), byName("vin"), "--format", "json");
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    additions: [
      {
        rule: "diff/parameter-renamed",
        category: "source",
        change: "The `id` path parameter is called `vin`.",
      },
    ],
  });
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
  const { code, text } = diff(secured({}), secured({ deprecated: true }));
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("Security scheme `key` is deprecated."),
  ]);
});

test.each(["NotFound", "default", "links"])(
  "a response `%s` of another file, which is a map of responses, is read as one of 3.0",
  (name) => {
    const contractWith = (schema: object) => {
      const file = `responses-${++written}.json`;
      const response = { ...ok, content: json(schema) };
      writeFileSync(join(folder, file), JSON.stringify({ [name]: response }));
      const $ref = `./${file}#/${name}`;
      const paths = { "/v": { get: { responses: { "404": { $ref } } } } };
      return { openapi: "3.0.3", paths };
    };
    const text = contractWith({ type: "string" });
    const textOrNull = contractWith({ type: "string", nullable: true });
    expect(diff(text, textOrNull)).toMatchObject({ code: 1 });
  },
);

describe("x-stability-level", () => {
  const levelled = (level: string | undefined, required: string[]) => {
    const { paths } = vehicle({ type: "object", required });
    const { post } = paths["/vehicles"];
    const operation = { ...post, "x-stability-level": level };
    return { paths: { "/vehicles": { post: operation } } };
  };
  test.each([
    ["draft", 0],
    ["alpha", 0],
    ["beta", 1],
    ["stable", 1],
    [undefined, 1],
    ["a word of another tool", 1],
  ])("a break of an operation that is %s ends with %i", (level, code) => {
    const ended = diff(levelled(level, []), levelled(level, ["wheels"]));
    expect(ended.code).toBe(code);
    expect(ended.text).toContain("wheels");
  });
  test("a draft may be removed", () => {
    const other = { "/a": { get: { responses: { "200": ok } } } };
    const before = { paths: { ...levelled("draft", []).paths, ...other } };
    expect(diff(before, { paths: other }).code).toBe(0);
  });
  test("what was stable becomes no draft, and a draft may become stable", () => {
    const draft = levelled("draft", []);
    const stable = levelled(undefined, []);
    const { code, text } = diff(stable, draft);
    expect([code, text]).toEqual([1, expect.stringContaining("is draft")]);
    expect(diff(draft, stable).code).toBe(0);
  });
});

describe("levels", () => {
  const tagged = (tag: string) => {
    const { paths } = vehicle({});
    const post = { ...paths["/vehicles"].post, tags: [tag] };
    return { paths: { "/vehicles": { post } } };
  };
  const config = (text: string) => {
    const file = join(folder, `${++written}.config.yaml`);
    writeFileSync(file, text);
    return ["--config", file];
  };
  const renamed = [tagged("Cars"), tagged("Vans")] as const;
  const kept = (eventDays: number) => ({
    ...vehicle({}),
    "x-limits": { eventDays },
  });

  test("a renamed tag is a note, unless the configuration says more", () => {
    expect(diff(...renamed)).toEqual({
      code: 0,
      text: expect.stringContaining("The tag was `Cars` and is `Vans`."),
    });
    for (const text of [
      "rules: { diff/tag-changed: breaking }",
      "categories: { source: breaking }",
    ])
      expect(diff(...renamed, ...config(text))).toMatchObject({ code: 1 });
  });
  test("a limit that falls is a warning, and one that rises an addition", () => {
    expect(diff(kept(30), kept(7))).toEqual({
      code: 1,
      text: expect.stringContaining(
        "WARNING   The limit of event days (`x-limits.eventDays`) was 30 and is 7.",
      ),
    });
    expect(diff(kept(7), kept(30))).toMatchObject({ code: 0 });
    const calm = config("categories: { behaviour: addition }");
    expect(diff(kept(30), kept(7), ...calm)).toMatchObject({ code: 0 });
  });
  test.each([
    ["rules: { diff/no-such: breaking }", "`rules.diff/no-such` means nothing"],
    ["rules: { diff/tag-changed: fatal }", "breaking, warning, addition"],
    ["rules: { diff/cannot-tell: addition }", "breaking, warning"],
  ])("%s is refused in one line", (text, says) => {
    const ended = diff(...renamed, ...config(text));
    expect(ended).toEqual({ code: 2, text: expect.stringContaining(says) });
    expect(ended.text.trim().split("\n")).toHaveLength(1);
  });
  test("what cannot be decided has an exit code of its own on request", () => {
    const [from, to] = ["^a", "^b"].map((pattern) =>
      vehicle({ type: "string", pattern }),
    );
    expect(diff(from ?? "", to ?? "", "--undecided")).toMatchObject({
      code: 4,
    });
  });
  test("SARIF has each finding with its place", () => {
    const { text } = diff(kept(30), kept(7), "--format", "sarif");
    expect(JSON.parse(text)).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          results: [
            {
              ruleId: "diff/limit-lowered",
              level: "warning",
              locations: [
                {
                  physicalLocation: {
                    region: { startLine: expect.any(Number) },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
