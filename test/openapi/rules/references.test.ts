import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listenLocally } from "../../support/raw.ts";
import {
  breakContract,
  expectProblem,
  lineOf,
  lint,
  withLink,
  type Break,
} from "./breaks.ts";

const searchText = 'schema: { $ref: "#/components/schemas/SearchText" }';
/** Puts another reference in place of one. */
const aReference = ($ref: string) => ({
  from: searchText,
  to: `schema: { $ref: ${$ref} }`,
});
const nowhere = (section: string, name: string) =>
  `contacts/known-references: \`#/components/${section}/${name}\` leads nowhere: #/components/${section} has no \`${name}\`. #references`;
const notHere = ($ref: string) =>
  `contacts/known-references: \`${$ref}\` is no part of this file, such as \`#/components/schemas/Name\`. #references`;

test.each<Break>([
  {
    ...aReference('"#/components/schemas/SearchTxt"'),
    message: `${nowhere("schemas", "SearchTxt")} (#/components/schemas/SearchText?)`,
  },
  {
    ...aReference('"#/components/schema/SearchText"'),
    message:
      "contacts/known-references: `#/components/schema/SearchText` leads nowhere: #/components has no `schema`. #references (#/components/schemas/SearchText?)",
  },
  {
    from: 'responses/Unauthorized" }',
    to: 'responses/Lost" }',
    message: nowhere("responses", "Lost"),
  },
  {
    ...aReference('"#/components/parameters/Limit"'),
    message:
      "contacts/known-references: `#/components/parameters/Limit` is no Schema, as it is in parameters. #references",
  },
  {
    ...aReference('"#/info/title"'),
    message:
      "contacts/known-references: `#/info/title` is no mapping. #references",
  },
  { ...aReference(""), message: notHere("null") },
  {
    ...aReference('"search.yaml#/Text"'),
    message: "contract: There is no search.yaml",
  },
  { ...aReference('"#"'), message: notHere("#") },
  {
    ...aReference("SearchText"),
    message: `${notHere("SearchText")} (#/components/schemas/SearchText?)`,
  },
  {
    from: "\n  schemas:",
    to: "\n  schema:",
    message: `${nowhere("schemas", "SearchText").replace(/: #.* has no .*`/, ": #/components has no `schemas`")} (#/components/schema/SearchText?)`,
    at: /components\/schemas\/SearchText/,
  },
])("$message", expectProblem);

test.each([
  { type: "Parameter", place: "parameters/Limit" },
  { type: "Header", place: "headers/RequestId" },
  { type: "Response", place: "responses/Unauthorized" },
])("a schema is no $type", async ({ type, place }) => {
  const text = breakContract(place, "schemas/SearchText");
  expect(await lint(text)).toContainEqual(
    `${lineOf(text)} ${withLink(`contacts/known-references: \`#/components/schemas/SearchText\` is no ${type}, as it is in schemas. #references`)}`,
  );
});

test("a body of a request is no response", async () => {
  const text = breakContract(
    / {6}requestBody:\n/,
    '$&        $ref: "#/components/responses/Unauthorized"\n',
  );
  expect(await lint(text)).toContainEqual(
    expect.stringContaining("is no RequestBody, as it is in responses."),
  );
});

test("each value of a mapping is a reference", async () => {
  const text = breakContract(
    /( {4}TicketSummary:\n)/,
    "$1      discriminator: { propertyName: status, mapping: { a: '#/components/schemas/Ticket', b: Ticket } }\n",
  );
  expect(await lint(text)).toContainEqual(
    `${lineOf(text)} ${withLink(notHere("Ticket"))} (#/components/schemas/Ticket?)`,
  );
});

test("a reference to the network is refused, and nobody asks the network", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end("Text: { type: string, maxLength: 9 }");
  });
  const address = await listenLocally(server);
  const reference = `http://${address}/search.yaml#/Text`;
  const text = breakContract(searchText, `schema: { $ref: "${reference}" }`);

  const problems = await lint(text);

  expect(problems).toEqual([`${lineOf(text)} ${withLink(notHere(reference))}`]);
  expect(requests).toBe(0);
});
