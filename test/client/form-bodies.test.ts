import { describe, expect, test } from "vitest";
import { encodeBody } from "../../client/encode-body.ts";

// The bodies of clients that are generated for other contracts: JSON and forms.

const urlencoded =
  "POST /trees body type:application/x-www-form-urlencoded styles:size=deepObject*,a%2Cb=deepObject*,tags=form,seats=pipeDelimited,words=spaceDelimited,place=form,row=form* 400";
const multipart = "POST /trees body type:Multipart/Form-Data 400";
const encode = (operation: string, body: unknown) =>
  encodeBody(operation, { method: "trees.plant", path: {}, body });

test.each([
  { operation: "POST /trees body", mediaType: "application/json" },
  {
    operation: "POST /trees body type:application/vnd.api+JSON",
    mediaType: "application/vnd.api+JSON",
  },
])("a body of $operation is JSON", ({ operation, mediaType }) => {
  expect(encode(operation, { height: 3 })).toEqual({
    text: '{"height":3}',
    headers: { "Content-Type": mediaType },
  });
});

test("a body of any value is JSON, wherever the word is", () => {
  const types = ["value", "value type:application/vnd.api+json 400"];
  for (const type of types)
    expect(encode(`POST /trees body ${type}`, ["a"]).text).toBe('["a"]');
});

test("without a body there is no header of it", () => {
  expect(encode(urlencoded, undefined)).toEqual({ text: undefined });
});

describe("a form in the address", () => {
  const written = (body: object) => encode(urlencoded, body).text;

  test("has its media type", () => {
    expect(encode(urlencoded, {}).headers).toEqual({
      "Content-Type": "application/x-www-form-urlencoded",
    });
  });

  test.each([
    { name: "texts as they are", body: { a: '"b" c' }, text: "a=%22b%22+c" },
    {
      name: "numbers and flags",
      body: { a: 1.5, b: false },
      text: "a=1.5&b=false",
    },
    {
      name: "a list as a field for each element",
      body: { a: [1, "b"] },
      text: "a=1&a=b",
    },
    { name: "an empty text as an empty field", body: { a: "" }, text: "a=" },
    { name: "no field for an empty list", body: { a: [] }, text: "" },
    {
      name: "an object as JSON",
      body: { a: { b: 1 } },
      text: "a=%7B%22b%22%3A1%7D",
    },
    {
      name: "a date as a text",
      body: { a: new Date(0) },
      text: "a=1970-01-01T00%3A00%3A00.000Z",
    },
    {
      name: "no field that is undefined",
      body: { a: undefined, b: 1 },
      text: "b=1",
    },
    {
      name: "a deep object as a field for each of its fields",
      body: { size: { x: 1, y: { z: 2 } } },
      text: "size%5Bx%5D=1&size%5By%5D%5Bz%5D=2",
    },
    {
      name: "a deep list as a field for each of its places",
      body: { size: ["x", "y"] },
      text: "size%5B0%5D=x&size%5B1%5D=y",
    },
    { name: "a deep text as it is", body: { size: "x" }, text: "size=x" },
    {
      name: "a deep object by a name with a comma",
      body: { "a,b": { c: 1 } },
      text: "a%2Cb%5Bc%5D=1",
    },
    {
      name: "a list that is not exploded as one field, whose commas are no delimiters",
      body: { tags: ["a", "b,c"], seats: [1, 2], words: ["x", "y z"] },
      text: "tags=a,b%2Cc&seats=1%7C2&words=x%20y%20z",
    },
    {
      name: "an object that is not exploded as one field",
      body: { place: { row: 1, seat: "a b", aisle: undefined } },
      text: "place=row,1,seat,a%20b",
    },
    {
      name: "an exploded object as fields of their own names",
      body: { row: { x: 1, y: "a" } },
      text: "x=1&y=a",
    },
    { name: "no field for an empty styled list", body: { tags: [] }, text: "" },
  ])("has $name", ({ body, text }) => {
    expect(written(body)).toBe(text);
  });

  test.each([
    {
      name: "null",
      body: { a: null },
      says: "a of trees.plant is null, which no form can hold.",
    },
    {
      name: "null in a list",
      body: { a: ["x", null] },
      says: "a of trees.plant is null, which no form can hold.",
    },
    {
      name: "a file among texts in one field",
      body: { tags: ["x", new Blob(["y"])] },
      says: "tags of trees.plant has a file among its texts.",
    },
    {
      name: "a file",
      body: { a: new Blob(["x"]) },
      says: "a of trees.plant is a file, which this form cannot hold.",
    },
    {
      name: "a name with half a character",
      body: { "\ud800": 1 },
      says: "body of trees.plant has a name with a lone surrogate.",
    },
    {
      name: "what JSON cannot contain",
      body: { a: { b: 1n } },
      says: "a.b of trees.plant",
    },
    {
      name: "a list for a body",
      body: [1],
      says: "body of trees.plant must be an object.",
    },
  ])("refuses $name", ({ body, says }) => {
    expect(() => encode(urlencoded, body)).toThrow(TypeError);
    expect(() => encode(urlencoded, body)).toThrow(says);
  });
});

test("a form with files has them as they are, and leaves its header to fetch", async () => {
  const { form, ...rest } = encode(multipart, {
    rings: 3,
    photos: [new File(["one"], "oak.png"), new Blob(["two"])],
  });
  expect(rest).toEqual({});
  const sent = await new Response(form as unknown as FormData).formData();
  const photos = sent.getAll("photos") as File[];
  expect(sent.get("rings")).toBe("3");
  expect(photos[0]?.name).toBe("oak.png");
  expect(await Promise.all(photos.map((photo) => photo.text()))).toEqual([
    "one",
    "two",
  ]);
});
