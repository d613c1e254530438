import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { counted, diffIn, ok } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

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
    [
      "an extension of somebody",
      form(
        { scan, list },
        { scan: { contentType: "image/png", "x-note": "front" } },
      ),
    ],
  ])("gains %s without a break", (_, after) => {
    expect(diffIn(folder, base, after)).toMatchObject({ code: 0 });
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
    const { code, text } = diffIn(folder, from ?? {}, to ?? {});
    expect([code, counted(text)], text).toEqual([0, "0"]);
  });
  test("names the keyword that changed, also one that only OpenAPI 3.2 has", () => {
    const [from, to] = ["text/plain", "text/html"].map((contentType) =>
      form({ scan }, { scan: { itemEncoding: { contentType } } }),
    );
    expect(diffIn(folder, from ?? {}, to ?? {})).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        "The field `scan` of `multipart/form-data` is written in another way (`itemEncoding`).",
      ),
    });
  });
  test("may let reserved letters through, and not the reverse", () => {
    const plain = form({ scan }, {}, urlencoded);
    const reserved = form(
      { scan },
      { scan: { allowReserved: true } },
      urlencoded,
    );
    expect(diffIn(folder, plain, reserved)).toMatchObject({ code: 0 });
    expect(diffIn(folder, reserved, plain)).toMatchObject({ code: 1 });
  });
  test("breaks when an object is no longer in parts", () => {
    const [from, to] = [deep, {}].map((encoding) =>
      form({ object }, { object: encoding }, urlencoded),
    );
    expect(diffIn(folder, from ?? {}, to ?? {})).toMatchObject({ code: 1 });
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
    [
      "a list that is no longer repeated",
      form(
        { scan, list },
        {
          scan: { contentType: "image/png" },
          list: { style: "form", explode: false },
        },
      ),
    ],
  ])("breaks by %s", (_, after) => {
    expect(diffIn(folder, base, after)).toMatchObject({ code: 1 });
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
  expect(diffIn(folder, by("form"), by("pipeDelimited"))).toMatchObject({
    code: 0,
  });
  expect(diffIn(folder, by("deepObject"), by("form"))).toMatchObject({
    code: 0,
  });
  expect(
    diffIn(folder, by("deepObject", "object"), by("form", "object")),
  ).toMatchObject({
    code: 1,
  });
});

test("the fields of a deep object are texts at each depth", () => {
  const deep = (row: object) => {
    const bed = { type: "object", properties: { row } };
    const schema = { type: "object", properties: { bed } };
    const where = { name: "where", in: "query", style: "deepObject", schema };
    return {
      paths: {
        "/trips": { get: { parameters: [where], responses: { "200": ok } } },
      },
    };
  };
  const number = deep({ type: "integer" });
  const text = deep({ type: "string" });
  expect(diffIn(folder, number, text)).toMatchObject({ code: 0 });
  expect(diffIn(folder, text, number)).toMatchObject({ code: 1 });
});
