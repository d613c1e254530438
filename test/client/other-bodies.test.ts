import { expect, test } from "vitest";
import { encodeAnyBody } from "../../client/raw-body.ts";

// The bodies of clients that are generated for other contracts: texts and files.

const encode = (mediaType: string, body: unknown) =>
  encodeAnyBody(`PUT /trees body type:${mediaType}`, {
    method: "trees.photograph",
    path: {},
    body,
  });
const photo = new Blob(["x"], { type: "image/png" });
const unknown = new Blob(["x"]);

test.each([
  { name: "a text", type: "text/plain", body: "Old", sent: "text/plain" },
  { name: "an empty text", type: "text/plain", body: "", sent: "text/plain" },
  {
    name: "a text of lines of JSON",
    type: "application/jsonl",
    body: "{}\n[]",
    sent: "application/jsonl",
  },
  { name: "a file", type: "image/gif", body: photo, sent: "image/gif" },
  {
    name: "a file of a range",
    type: "image/*",
    body: photo,
    sent: "image/png",
  },
  {
    name: "a file of any type that says none",
    type: "*/*",
    body: unknown,
    sent: "application/octet-stream",
  },
  {
    name: "a text of any type",
    type: "*/*",
    body: "Old",
    sent: "application/octet-stream",
  },
])("$name is sent as it is, as $sent", ({ type, body, sent }) => {
  expect(encode(type, body)).toEqual({
    ...(typeof body === "string" ? { text: body } : { form: body }),
    headers: { "Content-Type": sent },
  });
});

test.each([
  { type: "application/json", text: '{"a":[1]}' },
  { type: "application/vnd.api+json", text: '{"a":[1]}' },
  { type: "application/x-www-form-urlencoded", text: "a=1" },
  { type: "Application/X-WWW-Form-Urlencoded", text: "a=1" },
])("$type is written by its fields", ({ type, text }) => {
  expect(encode(type, { a: [1] })).toEqual({
    text,
    headers: { "Content-Type": type },
  });
});

test("a form with files is a form", () => {
  expect(encode("multipart/form-data", { a: photo }).form).toBeInstanceOf(
    FormData,
  );
});

test("without a body there is no header of it", () => {
  expect(encode("text/plain", undefined)).toEqual({ text: undefined });
});

test("what is neither a text nor a file is refused", () => {
  expect(() => encode("text/plain", { a: 1 })).toThrow(
    new TypeError("body of trees.photograph must be a text or a Blob."),
  );
});

test("an operation without a media type has a body of JSON", () => {
  const input = { method: "trees.plant", path: {}, body: { a: 1 } };
  expect(encodeAnyBody("POST /trees body", input).text).toBe('{"a":1}');
});
