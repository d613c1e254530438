import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { complete } from "../../../openapi/model/complete.ts";
import { resolve } from "../../../openapi/model/contract.ts";
import { fillText, fillTexts } from "../../../openapi/model/fill-texts.ts";
import type { Node } from "../../../openapi/model/node.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

const file = join(temporaryFolder(afterAll), "openapi.yaml");
const read = (text: string) => {
  writeFileSync(file, `${text}openapi: 3.1.1\n`);
  return readContract(file);
};

test("gives the text and what it says", () => {
  const text = "info: { title: &name Notes, version: *name }\n";
  expect(read(text)).toMatchObject({
    text: `${text}openapi: 3.1.1\n`,
    contract: { info: { title: "Notes", version: "Notes" } },
  });
});

test.each([
  [
    "a list that does not end",
    "info:\n  tags: [a, b\npaths: {}\n",
    "missed comma between flow collection entries, and what follows a space and `#` is a comment, where it has no quotes at line 3, column 1",
  ],
  [
    "a text with a colon",
    "info:\n  title: Notes: all\n",
    "Nested mappings are not allowed in compact mappings, and a text that has `: ` needs quotes at line 2, column 10",
  ],
  [
    "a name without its colon, in front of another",
    "info:\n  title Notes\n  version: 1.0.0\npaths: {}\n",
    "Implicit keys need to be on a single line, and `: ` stands behind a name at line 2, column 3",
  ],
  [
    "a text that does not end",
    'info:\n  title: "Notes\n  version: 1.0.0\nservers: [{ url: "/" }]\n',
    'Missing closing "quote at line 2, column 16',
  ],
  [
    "a name that stands twice",
    "info: 1\npaths: 2\ninfo: 3\n",
    "duplicated mapping key at line 3, column 1",
  ],
  [
    "a tag that YAML lacks",
    "info:\n  title: !name Notes\n",
    "unknown tag !<!name> at line 2, column 21",
  ],
  [
    "an alias without its anchor",
    "info:\n  title: *name\n  version: &name 1\n",
    'unidentified alias "name": its anchor has to stand before it at line 2, column 15',
  ],
])("says where the YAML is broken: %s", (_, text, message) => {
  expect(() => read(text)).toThrow(`${file} is not valid YAML: ${message}`);
});

test("puts what a merge key names in its place", () => {
  const { contract } = read("a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\n");
  expect(contract).toHaveProperty("b", { x: 1, y: 3 });
});

test("a reference that leads to itself is named", () => {
  const $ref = "#/components/schemas/A";
  const { contract } = read(
    `components: { schemas: { A: { $ref: "${$ref}" } } }\n`,
  );
  expect(() => resolve(contract, { $ref })).toThrow(`${$ref} leads to itself.`);
});

test("lets an anchor be used as often as a long contract needs", () => {
  const uses = Array.from({ length: 500 }, (_, i) => `use${i}: *text\n`).join(
    "",
  );
  expect(read(`text: &text { a: 1 }\n${uses}`).contract).toHaveProperty(
    "use499",
    { a: 1 },
  );
});

test("a field may be called as JavaScript calls something of every object", () => {
  const { contract } =
    read(`webhooks: { made: { post: { summary: Made, x-event: Made } } }
components: { schemas: { Made: { required: [constructor, toString] } } }\n`);
  expect(contract.components.schemas["Made"]?.required).toEqual([
    "constructor",
    "toString",
  ]);
});

test("a contract without marks stays as it is", () => {
  const text =
    "paths: { /notes: { get: { responses: { '200': { description: Notes. } } } } }\nwebhooks: { a: { post: {} } }";
  const contract = parse(text) as Node;
  complete(contract, () => "");
  expect(contract).toEqual(parse(text));
});

const facts = {
  "x-limits": {
    notes: 20,
    noteDays: 30,
    dayHours: 24,
    pauseSeconds: 300,
    oneSeconds: 1,
    oddSeconds: 90,
    bodyBytes: 262144,
  },
  "x-delivery": { retriesSeconds: [5, 7200, 86400], jitterPercent: 10 },
  components: {
    schemas: {
      Note: { maxLength: 20000, enum: ["new", "old"], default: "new" },
    },
  },
};

describe("a placeholder becomes the number of the contract, with the unit that its name ends with", () => {
  test.each([
    ["{limits.notes} notes", "20 notes"],
    ["{limits.noteDays}", "30 days"],
    ["{limits.dayHours}", "24 hours"],
    ["{limits.pauseSeconds}", "5 minutes"],
    ["{limits.oneSeconds}", "1 second"],
    ["{limits.oddSeconds}", "90 seconds"],
    ["{limits.bodyBytes}", "256 KiB"],
    ["{delivery.retriesSeconds}", "5 seconds, 2 hours and 24 hours"],
    ["{delivery.jitterPercent}", "10 %"],
    ["{schemas.Note.maxLength}", "20,000"],
    ["{schemas.Note.enum}", "`new` and `old`"],
    ["`{schemas.Note.default}`", "`new`"],
    ["`/notes/{id}` of {base_url}", "`/notes/{id}` of {base_url}"],
  ])("%s", (text, want) => {
    expect(fillText(text, facts)).toBe(want);
  });
});

test("a placeholder of what the contract does not have stops the generator", () => {
  expect(() => fillText("for {limits.noteYears}", facts)).toThrow(
    "A text names {limits.noteYears}, and the contract has no such number or text.",
  );
});

test("descriptions are filled, wherever they stand, and examples are not", () => {
  const node = {
    ...facts,
    paths: [{ description: "{limits.notes}", example: "{limits.notes}" }],
  };
  fillTexts(node);
  expect(node.paths).toEqual([
    { description: "20", example: "{limits.notes}" },
  ]);
});
