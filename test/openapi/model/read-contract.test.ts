import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolve } from "../../../openapi/model/contract.ts";
import { lintCore } from "../../../openapi/lint/core.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);
const file = join(folder, "openapi.yaml");
const read = (text: string) => {
  writeFileSync(file, `${text}openapi: 3.1.1\n`);
  return readContract(file);
};

test("reads the text of each file, and the contract", async () => {
  const text = "info: { title: &name Notes, version: *name }\n";
  const { files, contract } = await read(text);
  expect([...files]).toEqual([["openapi.yaml", `${text}openapi: 3.1.1\n`]]);
  expect(contract.info).toMatchObject({ title: "Notes", version: "Notes" });
});

const operation = (example: string) => `paths:
  /notes:
    get:
      responses:
        "200":
          description: Notes.
          content:
            application/json: { examples: { two: { $ref: ${example} } } }
`;

test("an example of another file becomes one of the components, under its own name", async () => {
  writeFileSync(
    join(folder, "notes.yaml"),
    "listNotes.200.two: { summary: Two notes, value: [1, 2] }\n",
  );
  const { files, contract } = await read(
    operation("./notes.yaml#/listNotes.200.two"),
  );
  expect([...files.keys()]).toEqual(["openapi.yaml", "notes.yaml"]);
  expect(contract.components.examples).toEqual({
    "listNotes.200.two": { summary: "Two notes", value: [1, 2] },
  });
  expect(contract.paths["/notes"]?.get?.responses["200"]).toMatchObject({
    content: {
      "application/json": {
        examples: {
          two: { $ref: "#/components/examples/listNotes.200.two" },
        },
      },
    },
  });
});

test("a `$ref` in the value of an example is no reference, in `value` and in `dataValue`", async () => {
  for (const field of ["value", "dataValue"]) {
    const value = { $ref: "./nowhere.yaml" };
    const example = JSON.stringify({ [field]: value });
    const { files, contract } = await read(
      `paths: {}\ncomponents: { examples: { one: ${example} } }\n`,
    );
    expect([...files.keys()]).toEqual(["openapi.yaml"]);
    expect(contract.components.examples["one"]).toEqual({ [field]: value });
  }
});

test("an example that is on the network stays there, also in a contract of several files", async () => {
  writeFileSync(
    join(folder, "notes.yaml"),
    "many: { externalValue: https://notes.invalid/many.json }\n",
  );
  const { files, contract } = await read(operation("./notes.yaml#/many"));
  expect([...files.keys()]).toEqual(["openapi.yaml", "notes.yaml"]);
  expect(contract.components.examples).toEqual({
    many: { externalValue: "https://notes.invalid/many.json" },
  });
});

test("a contract of OpenAPI 3.2 may name itself in its references, beside other files and a flow of devices", async () => {
  writeFileSync(join(folder, "schemas.yaml"), "Row: { type: integer }\n");
  const self = "https://notes.invalid/openapi.yaml";
  const flow = `deviceAuthorization: { deviceAuthorizationUrl: ${self}, tokenUrl: ${self}, scopes: { read: Reads } }`;
  writeFileSync(
    file,
    `openapi: 3.2.0
$self: ${self}
info: { title: Notes, version: 1.0.0 }
paths: {}
components:
  securitySchemes: { login: { type: oauth2, flows: { ${flow} } } }
  schemas:
    Note: { properties: { row: { $ref: "schemas.yaml#/Row" } } }
    Notes: { type: array, items: { $ref: "${self}#/components/schemas/Note" } }
`,
  );
  const { schemas } = (await readContract(file)).contract.components;
  expect(schemas["Notes"]?.items).toEqual({
    $ref: "#/components/schemas/Note",
  });
  const problems = await lintCore(file);
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(["core/has-operations"]);
});

test("a reference to an $id leads to no file, and the message says so", async () => {
  const schemas = `components: { schemas: { A: { $id: https://notes.invalid/a }, B: { $ref: a } } }\n`;
  await expect(read(schemas)).rejects.toThrow(
    `there is no file ${join(folder, "a")}, and an \`$id\` is not looked up`,
  );
});

test("a space in the name of a file is written as in a URI, or as it is", async () => {
  for (const name of ["my notes.yaml", "100%20.yaml"])
    writeFileSync(join(folder, name), "two: { value: [1, 2] }\n");
  for (const name of ["my%20notes.yaml", "my notes.yaml", "100%20.yaml"]) {
    const { contract } = await read(operation(`"./${name}#/two"`));
    expect(contract.components.examples).toEqual({ two: { value: [1, 2] } });
  }
});

test.each(["./notes.yaml#/listNotes.200.three", "./lost.yaml#/one"])(
  "a reference that leads nowhere is named: %s",
  async (reference) => {
    writeFileSync(join(folder, "notes.yaml"), "listNotes.200.two: {}\n");
    await expect(read(operation(reference))).rejects.toThrow(
      /openapi\.yaml:\d+: Can't resolve \$ref/,
    );
  },
);

test.each([
  {
    name: "a list that does not end",
    text: "info:\n  tags: [a, b\npaths: {}\n",
    message:
      "missed comma between flow collection entries, and what follows a space and `#` is a comment, where it has no quotes at line 3, column 1",
  },
  {
    name: "a text with a colon",
    text: "info:\n  title: Notes: all\n",
    message:
      "Nested mappings are not allowed in compact mappings, so the indentation is wrong, or a text that has `: ` lacks quotes at line 2, column 10",
  },
  {
    name: "a name without its colon, in front of another",
    text: "info:\n  title Notes\n  version: 1.0.0\npaths: {}\n",
    message:
      "Implicit keys need to be on a single line, and `: ` follows a name at line 2, column 3",
  },
  {
    name: "a text that does not end",
    text: 'info:\n  title: "Notes\n  version: 1.0.0\nservers: [{ url: "/" }]\n',
    message: 'Missing closing "quote at line 2, column 16',
  },
  {
    name: "a name that is there twice",
    text: "info: 1\npaths: 2\ninfo: 3\n",
    message: "duplicated mapping key at line 3, column 1",
  },
  {
    name: "a tag that YAML lacks",
    text: "info:\n  title: !name Notes\n",
    message: "unknown tag !<!name> at line 2, column 21",
  },
  {
    name: "an alias without its anchor",
    text: "info:\n  title: *name\n  version: &name 1\n",
    message:
      'unidentified alias "name": its anchor has to come before it at line 2, column 15',
  },
])("says where the YAML is broken: $name", async ({ text, message }) => {
  await expect(read(text)).rejects.toThrow(
    `${file} is not valid YAML: ${message}`,
  );
});

test("puts what a merge key names in its place", async () => {
  const { contract } = await read(
    "a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\n",
  );
  expect(contract).toHaveProperty("b", { x: 1, y: 3 });
});

test("a reference that leads to itself is named", async () => {
  const $ref = "#/components/schemas/A";
  const { contract } = await read("paths: {}\n");
  contract.components.schemas["A"] = { $ref };
  expect(() => resolve(contract, { $ref })).toThrow(`${$ref} leads to itself.`);
});

test("lets an anchor be used as often as a long contract needs", async () => {
  const uses = Array.from({ length: 500 }, (_, i) => `use${i}: *text\n`).join(
    "",
  );
  const { contract } = await read(`text: &text { a: 1 }\n${uses}`);
  expect(contract).toHaveProperty("use499", { a: 1 });
});

test("a field may be called as JavaScript calls something of every object", async () => {
  const { contract } = await read(
    "components: { schemas: { Made: { required: [constructor, toString] } } }\n",
  );
  expect(contract.components.schemas["Made"]?.required).toEqual([
    "constructor",
    "toString",
  ]);
});
