import { expect, test } from "vitest";
import { parse } from "yaml";
import { complete } from "../../../openapi/model/complete.ts";
import type { Node } from "../../../openapi/model/node.ts";

const files: Record<string, string> = {
  "examples/notes.yaml": `
objects:
  note: { id: nt_1, text: Hello }
listNotes.200:
  page: { summary: One, value: { data: [{ $ref: "#/objects/note" }], next_cursor: nt_1 } }
noteWritten.request:
  event: { summary: One, value: { $ref: "#/objects/note", text: Bye } }
`,
};

/** A contract after rules have filled it in. */
function completed(text: string): Node {
  const contract = parse(text) as Node;
  complete(contract, (path) => files[path] ?? "");
  return contract;
}

test("a contract without marks stays as it is", () => {
  const text =
    "paths: { /notes: { get: { responses: { '200': { description: Notes. } } } } }\nwebhooks: { a: { post: {} } }";
  expect(completed(text)).toEqual(parse(text));
});

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

test("an operation gets the responses for what it has, and its own stand", () => {
  const contract = completed(`
x-defaults:
  responses:
    every: { "400": { description: Every }, default: { description: Other } }
    body: { "400": { description: Body }, "413": { description: Large } }
    path: { "404": { description: Nothing } }
    Key: { "409": { description: Twice } }
    token: { "403": { description: Token } }
  headers: { every: { X-Id: { $ref: "#/components/headers/Id" } }, "404": { X-Not: {} } }
paths:
  /notes/{id}:
    parameters: [{ in: path, name: id }]
    put:
      security: [{ token: [] }]
      parameters: [{ $ref: "#/components/parameters/Key" }]
      requestBody: {}
      responses: { "413": { description: Own } }
components: { parameters: { Key: { in: header } } }
`);
  const headers = { "X-Id": reference("headers", "Id") };
  expect(contract).toHaveProperty("paths./notes/{id}.put.responses", {
    "400": { description: "Body", headers },
    "403": { description: "Token", headers },
    "404": { description: "Nothing", headers: { ...headers, "X-Not": {} } },
    "409": { description: "Twice", headers },
    "413": { description: "Own", headers },
    default: { description: "Other", headers },
  });
});

test("a list gets its page, its cursor and its examples", () => {
  const contract = completed(`
x-example-files: [notes]
x-defaults:
  envelope: { type: object, required: [data] }
  page: { type: object, required: [data], properties: { data: { type: array }, next_cursor: { type: string } } }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ $ref: "#/components/parameters/Cursor" }]
      responses: { "200": { content: { json: { schema: { $ref: "#/components/schemas/NotePage" } } } } }
components:
  parameters: { Cursor: { name: cursor, in: query } }
  schemas: { NotePage: { description: Notes., properties: { data: { items: { type: object } } } } }
`);
  const { components, paths } = contract;
  expect(components).toEqual({
    parameters: { NoteCursor: { name: "cursor", in: "query", example: "nt_1" } },
    schemas: {
      NotePage: {
        type: "object",
        description: "Notes.",
        required: ["data"],
        properties: { data: { type: "array", items: { type: "object" } }, next_cursor: { type: "string" } },
      },
    },
    examples: {
      "listNotes.200.page": {
        summary: "One",
        value: { data: [{ id: "nt_1", text: "Hello" }], next_cursor: "nt_1" },
      },
      "noteWritten.request.event": { summary: "One", value: { id: "nt_1", text: "Bye" } },
    },
  });
  expect(paths).toHaveProperty("/notes.get.parameters", [reference("parameters", "NoteCursor")]);
  expect(paths).toHaveProperty("/notes.get.responses.200.content.json.examples", {
    page: reference("examples", "listNotes.200.page"),
  });
});

test("webhooks are the list of the types of events", () => {
  const contract = completed(`
x-defaults:
  event: { required: [type], properties: { type: { type: string } } }
  webhook: { tags: [Events], responses: { default: {} } }
webhooks:
  note.written: { post: { summary: A note was written, x-event: NoteEvent } }
  note.test: { post: { summary: A test, x-event: TestEvent, x-feed: false } }
components:
  schemas:
    Type: { description: "{events.meanings} More may be added.", enum: ["{events.types}", note.test] }
    Event: { description: "{events.data}.", oneOf: ["{events.schemas}"] }
    NoteEvent: { allOf: [{ properties: { data: { $ref: "#/components/schemas/Note" } } }] }
`);
  expect(contract).toHaveProperty(["webhooks", "note.written", "post"], {
    operationId: "noteWritten",
    tags: ["Events"],
    summary: "A note was written",
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference("schemas", "NoteEvent") } },
    },
    responses: { default: {} },
  });
  const types = ["note.written"];
  expect(contract).toHaveProperty("components.schemas", {
    Type: {
      description: "`note.written`: a note was written. More may be added.",
      enum: ["note.written", "note.test"],
    },
    Event: { description: "`Note` for `note.written`.", oneOf: [reference("schemas", "NoteEvent")] },
    NoteEvent: {
      allOf: [
        {
          required: ["type"],
          properties: {
            type: { type: "string", "x-extensible-enum": types, "x-exact": { enum: types } },
            data: reference("schemas", "Note"),
          },
        },
      ],
    },
  });
});

test("a reference of an example that leads nowhere is named", () => {
  const contract = { "x-example-files": ["lost"], components: {} };
  expect(() => complete(contract, () => 'a.200: { b: { value: { $ref: "#/objects/c" } } }')).toThrow(
    "examples/lost.yaml refers to #/objects/c, and there is no such object.",
  );
});
