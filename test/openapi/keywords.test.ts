import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { afterAll, expect, test } from "vitest";
import { pageMarkdown } from "../../openapi/docs/machine-readable.ts";
import { siteFor } from "../../openapi/docs/docs-of-file.ts";
import { edition30 } from "../../openapi/generate/edition-30.ts";
import { strictContract } from "../../openapi/generate/strict.ts";
import { typesFile } from "../../openapi/generate/types-file.ts";
import { lintCore } from "../../openapi/lint/core.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import type { Json } from "../support/at.ts";
import { temporaryFolder } from "../support/folder.ts";
import { findingsBetween } from "./diff/measure.ts";

// openapi/keywords.md says which tool reads which keyword of a schema. Each tool is asked here;
// `vitest -u` writes the table.

const folder = temporaryFolder(afterAll);
const text = { type: "string" };
const count = { type: "integer" };
const list = { type: "array", items: text };
const object = { type: "object", properties: { a: text, b: text } };
const cat = {
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string" } },
};

/** A keyword → a schema without it, and what it adds. */
const keywords: Record<string, [without: object, added: object]> = {
  type: [{}, text],
  enum: [text, { enum: ["a", "b"] }],
  const: [text, { const: "a" }],
  multipleOf: [count, { multipleOf: 5 }],
  maximum: [count, { maximum: 5 }],
  exclusiveMaximum: [count, { exclusiveMaximum: 5 }],
  minimum: [count, { minimum: 5 }],
  exclusiveMinimum: [count, { exclusiveMinimum: 5 }],
  maxLength: [text, { maxLength: 5 }],
  minLength: [text, { minLength: 5 }],
  pattern: [text, { pattern: "^a$" }],
  format: [text, { format: "date" }],
  contentEncoding: [text, { contentEncoding: "base64" }],
  contentMediaType: [text, { contentMediaType: "image/png" }],
  contentSchema: [
    { ...text, contentMediaType: "application/json" },
    { contentSchema: object },
  ],
  items: [{ type: "array" }, { items: text }],
  prefixItems: [list, { prefixItems: [count] }],
  maxItems: [list, { maxItems: 5 }],
  minItems: [list, { minItems: 5 }],
  uniqueItems: [list, { uniqueItems: true }],
  contains: [list, { contains: { const: "a" } }],
  maxContains: [{ ...list, contains: { const: "a" } }, { maxContains: 5 }],
  minContains: [{ ...list, contains: { const: "a" } }, { minContains: 5 }],
  unevaluatedItems: [
    { type: "array", prefixItems: [text] },
    { unevaluatedItems: false },
  ],
  properties: [{ type: "object" }, { properties: { a: text } }],
  required: [object, { required: ["a"] }],
  additionalProperties: [object, { additionalProperties: false }],
  patternProperties: [object, { patternProperties: { "^x": count } }],
  propertyNames: [{ type: "object" }, { propertyNames: { maxLength: 5 } }],
  maxProperties: [object, { maxProperties: 5 }],
  minProperties: [object, { minProperties: 1 }],
  dependentRequired: [object, { dependentRequired: { a: ["b"] } }],
  dependentSchemas: [object, { dependentSchemas: { a: { required: ["b"] } } }],
  unevaluatedProperties: [object, { unevaluatedProperties: false }],
  allOf: [object, { allOf: [{ required: ["b"] }] }],
  anyOf: [{}, { anyOf: [text, count] }],
  oneOf: [{}, { oneOf: [text, count] }],
  not: [text, { not: { const: "a" } }],
  "if, then, else": [
    object,
    { if: { required: ["a"] }, then: { required: ["b"] } },
  ],
  discriminator: [
    { oneOf: [{ $ref: "#/components/schemas/Cat" }] },
    { discriminator: { propertyName: "kind" } },
  ],
  $ref: [{}, { $ref: "#/components/schemas/Cat" }],
  $dynamicRef: [{}, { $dynamicRef: "#cat" }],
  default: [text, { default: "a" }],
  examples: [text, { examples: ["shown"] }],
  example: [text, { example: "shown" }],
  description: [text, { description: "It is described." }],
  title: [text, { title: "Titled" }],
  deprecated: [text, { deprecated: true }],
  readOnly: [text, { readOnly: true }],
  writeOnly: [text, { writeOnly: true }],
  "x-extensible-enum": [text, { "x-extensible-enum": ["a", "b"] }],
  xml: [text, { xml: { name: "x" } }],
  externalDocs: [text, { externalDocs: { url: "https://a.invalid" } }],
  // Of older drafts.
  nullable: [text, { nullable: true }],
  dependencies: [object, { dependencies: { a: ["b"] } }],
  additionalItems: [
    { type: "array", prefixItems: [text] },
    { additionalItems: false },
  ],
};
const names = Object.keys(keywords);

/** A contract whose schemas are fields of requests and responses, one of each keyword. */
const contractOf = (schemas: Record<string, object>) => ({
  openapi: "3.1.0",
  info: { title: "Words", version: "1.0.0" },
  paths: Object.fromEntries(
    Object.keys(schemas).map((name) => {
      const field = { $ref: `#/components/schemas/${name}` };
      const schema = { type: "object", properties: { field } };
      const content = { "application/json": { schema } };
      const operation = {
        operationId: `use${name}`,
        tags: [name],
        requestBody: { content },
        responses: { "200": { description: "Done.", content } },
      };
      return [`/${name.toLowerCase()}`, { post: operation }];
    }),
  ),
  components: {
    schemas: { ...schemas, Cat: { ...cat, $dynamicAnchor: "cat" } },
  },
});

const without = keyed(([plain]) => plain);
const added = keyed(([plain, more]) => ({ ...plain, ...more }));

function keyed(
  schemaOf: (pair: [object, object]) => object,
): Record<string, object> {
  return Object.fromEntries(
    Object.values(keywords).map((pair, i) => [`Word${i}`, schemaOf(pair)]),
  );
}

/** Returns the output of `generate` and `docs` for each schema of a contract. */
async function made(schemas: Record<string, object>) {
  const file = join(folder, "contract.json");
  writeFileSync(file, JSON.stringify(contractOf(schemas)));
  const { contract } = await readContract(file);
  const { contract: published, leftOut } = edition30(contract);
  const types = await typesFile(strictContract(contract));
  const pages = siteFor(contract).pages.map((page) => pageMarkdown(page));
  const problems = await lintCore(file);
  const partsOf = (name: string) => ({
    types: declarationOf(types, name),
    docs: pages.find((page) => page.startsWith(`# use${name}\n`)),
    edition: JSON.stringify((published as Json).components.schemas[name]),
    problems: problems.filter(({ location: [at] }) =>
      String(at?.pointer).includes(`/schemas/${name}/`),
    ),
  });
  return { partsOf, leftOut };
}

/** The declaration of a type, with its comment. */
function declarationOf(types: string, name: string): string {
  const at = ["type", "interface"]
    .map((kind) => types.indexOf(`\nexport ${kind} ${name} `))
    .find((index) => index >= 0);
  if (at === undefined) return "";
  const hasComment = types.slice(0, at).endsWith("*/");
  const start = hasComment ? types.lastIndexOf("/**", at) : at;
  const end = types.indexOf("\nexport ", at + 1);
  return types.slice(start, end).replace(/\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/, "");
}

function diffOf(name: string): string {
  const [before, after] = [without, added].map((schemas) =>
    JSON.stringify(contractOf({ [name]: schemas[name] ?? {} }), null, 1),
  );
  const found = [
    ...findingsBetween(before ?? "", after ?? ""),
    ...findingsBetween(after ?? "", before ?? ""),
  ];
  if (found.length === 0) return "ignored";
  return found.every(({ undecided }) => undecided) ? "cannot tell" : "yes";
}

test("the table of keywords is what the tools do", async () => {
  const plain = await made(without);
  const full = await made(added);
  const rows = names.map((keyword, i) => {
    const name = `Word${i}`;
    const was = plain.partsOf(name);
    const is = full.partsOf(name);
    expect(was.docs).toBeDefined();
    const reads = (part: "types" | "docs") =>
      was[part] === is[part] ? "ignored" : "yes";
    const isReported = keyword
      .split(", ")
      .some((each) => full.leftOut.includes(each));
    const without30 = isReported ? "left out, with a note" : "ignored";
    const edition = was.edition === is.edition ? without30 : "yes";
    const lint = is.problems.length > was.problems.length ? "warns" : "accepts";
    const cells = [lint, diffOf(name), reads("types"), edition, reads("docs")];
    return `| ${[`\`${keyword.replaceAll(", ", "`, `")}\``, ...cells].join(" | ")} |`;
  });
  const table = `# Keywords of schemas, by tool

A test asks each tool, and compares this table with what it does. "ignored": the tool says the same with the keyword and
without it. "cannot tell": the diff reports a change of it as one that somebody has to decide. The mock and \`conformance\`
check values by Ajv, which knows all keywords of JSON Schema 2020-12.

| keyword | lint | diff | types and client | \`openapi-3.0.json\` | docs |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

\`generate\`, \`docs\` and \`mock\` refuse the methods of OpenAPI 3.2 (\`query\`, \`additionalOperations\`), and
\`generate\` writes no type for \`itemSchema\`, which \`mock\` does not check; no tool reads \`prefixEncoding\` and
\`itemEncoding\`; the client sends no parameter \`in: querystring\`. Lint warns of each.
`;
  const formatted = await format(table, { parser: "markdown" });
  await expect(formatted).toMatchFileSnapshot("../../openapi/keywords.md");
});
