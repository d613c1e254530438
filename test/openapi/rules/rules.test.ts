import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listenLocally } from "../../support/raw.ts";
import { breakContract, lineOf, lint, original } from "./breaks.ts";

/**
 * A change, what lint says of it, and where, if that is not the first line that changed. `#names`
 * is a heading of the guide.
 */
type Break = [from: string | RegExp, to: string, message: string, at?: RegExp];

const full = (message: string) =>
  message.replace(/#([\w-]+)(?=$| \()/, "See openapi/README.md#$1");

const searchText = 'schema: { $ref: "#/components/schemas/SearchText" }';
const aReference = ($ref: string) =>
  [searchText, `schema: { $ref: ${$ref} }`] as const;
const vip = /( {8})vip: (\{.*\})/;
const read = '- apiKey: ["contacts:read"]';
const scopes =
  "contacts:read, contacts:write, conversations:read, conversations:write, tickets:read, tickets:write, articles:read, events:read, *";

/** The place for a field that no example has. */
const fields = /(CreateContactRequest:\n[^]*?properties:\n)/;
/** The contract with these schemas there, the first at the line. */
function withFields(schemas: string[]): { text: string; line: number } {
  const added = schemas.map(
    (schema, i) => `        extra_${i}: { description: Extra., ${schema} }\n`,
  );
  const text = breakContract(
    fields,
    `$1${added.join("").replaceAll("$", "$$$$")}`,
  );
  return { text, line: lineOf(text) };
}
const pattern = (text: string) =>
  `type: string, maxLength: 64, pattern: '${text}'`;
const unread = (part: string) =>
  `contacts/portable-schemas: Languages read this pattern differently. Cause: \`${part}\`. #patterns`;
const shape = (message: string) =>
  `contacts/portable-schemas: ${message}. #shapes`;
const number =
  "contacts/portable-schemas: A number has a format (int32, int64, double) and bounds. #numbers";
const extension = (message: string, meant = "") =>
  `contacts/known-extensions: ${message}. #extensions${meant && ` (${meant}?)`}`;
const clients = readdirSync("client").flatMap(
  (file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [],
);
const oneRequirement =
  "contacts/known-scopes: Write exactly one requirement of one scheme into the `security` of the operation. #scopes";
const nowhere = (section: string, name: string) =>
  `contacts/known-references: \`#/components/${section}/${name}\` leads nowhere: #/components/${section} has no \`${name}\`. #references`;
const notHere = ($ref: string) =>
  `contacts/known-references: \`${$ref}\` is no part of this file, such as \`#/components/schemas/Name\`. #references`;

const listed = /( +)operationId: listContacts\n/;
const listedLine =
  original.split("\n").findIndex((line) => listed.test(`${line}\n`)) + 1;
const conflict = /(?<=\n {7}) "409":/;
/** Another status of a creation before its conflict, whose JSON is this. */
const accepted = (content: string) => ` "202":
          description: A page of contacts, later.
          content:
            application/json:
              ${content}
       $&`;

/** One more operation, with a response of this status. */
const labels = (operationId: string, status: string) => `  /v1/labels:
    get:
      tags: [Contacts]
      summary: List labels
      description: Lists labels.
      operationId: ${operationId}
      security: [{ apiKey: ["contacts:read"] }]
      responses:
        "${status}": { $ref: "#/components/responses/NotFound" }
        "401": { $ref: "#/components/responses/Unauthorized" }
        default: { $ref: "#/components/responses/OtherError" }
$&`;

// Each change breaks one rule of Redocly: redocly.yaml must have that rule, and no other may report it.
test.each<[rule: string, from: string | RegExp, to: string]>([
  // Rules of Redocly that its rulesets leave off.
  [
    "array-parameter-serialization",
    "      parameters:\n",
    `$&        - name: label
          in: query
          description: Labels.
          example: [a]
          schema: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } }
`,
  ],
  ["no-http-verbs-in-paths", "/v1/contacts/{id}:", "/v1/get_contacts/{id}:"],
  ["operation-description", /(summary: Read a contact\n).*\n/, "$1"],
  ["operation-singular-tag", "tags: [Contacts]", "tags: [Contacts, Contacts]"],
  [
    "parameter-description",
    "      description: The largest number of elements in a page.\n",
    "",
  ],
  ["path-http-verbs-order", "    get:\n", "    trace:\n"],
  ["path-segment-plural", "/v1/contacts/{id}:", "/v1/contact/{id}:"],
  [
    "request-mime-type",
    /(requestBody:\n.*\n.*\n *)application\/json/,
    "$1application/xml",
  ],
  [
    "response-mime-type",
    /(operationId: listContacts[^]*?)application\/json/,
    "$1application/xml",
  ],
  [
    "security-defined",
    '- apiKey: ["contacts:write"]',
    '- token: ["contacts:write"]',
  ],

  // Rules of our own in redocly.yaml.
  ["rule/version-semantic", /version: \d+\.\d+\.\d+/, "version: one"],
  ["rule/path-snake-case", "/v1/contacts/{id}:", "/v1/my-contacts/{id}:"],
  [
    "rule/operation-id-camel-case",
    "  /v1/contacts:\n",
    labels("list_labels", "200"),
  ],
  ["rule/operation-tagged", "      tags: [Contacts]\n", ""],
  ["rule/field-snake-case", vip, "$1totalCount: $2\n$&"],
  ["rule/parameter-snake-case", "name: contact_id\n", "name: contactId\n"],
  ["rule/no-page-number", "name: contact_id\n", "name: per_page\n"],
  ["rule/parameter-example", /( {4}Limit:\n(?:.*\n)*?) {6}example: .*\n/, "$1"],
  ["rule/success-declared", "  /v1/contacts:\n", labels("listLabels", "404")],
  [
    "rule/response-has-body",
    '        "409": {',
    '        "418": { description: A teapot. }\n        "409": {',
  ],
  [
    "rule/string-bounded",
    "Phone: { type: string, maxLength: 64, pattern: '^[^\\x00]*$' }",
    "Phone: { type: string, minLength: 0 }",
  ],
  ["rule/format-known", "format: email", "format: emial"],
  ["rule/array-bounded", "      maxItems: *tags\n", ""],
  ["rule/array-bounded", /(    Tags:\n[^]*?) +items:[^]*?(?=\n    \w)/, "$1"],
  ["rule/required-listed", /(TicketSummary:\n[^]*?) +required: .*\n/, "$1"],
  [
    "rule/body-has-examples",
    conflict,
    accepted('schema: { $ref: "#/components/schemas/ContactPage" }'),
  ],
  [
    "rule/body-has-examples",
    conflict,
    accepted(
      'examples: { empty: { $ref: "./examples/contacts.yaml#/listContacts.200.empty" } }',
    ),
  ],
  [
    "rule/deprecated-until",
    listed,
    '$&$1deprecated: true\n$1x-deprecated-on: "2026-11-01"\n',
  ],
  [
    "rule/deprecated-since",
    listed,
    '$&$1deprecated: true\n$1x-sunset: "2030-01-01"\n',
  ],
  [
    "rule/deprecated-until",
    "      name: limit\n",
    '$&      x-sunset: "2030-01-01"\n',
  ],
])("%s", async (rule, from, to) => {
  const messages = await lint(breakContract(from, to));
  const rules = messages.map((line) => line.replace(/^\d+ (\S+): .*/s, "$1"));
  // A response that was added lacks headers too.
  expect(
    rules.filter((each) => each !== "contacts/operation-responses"),
  ).toEqual([rule]);
});

test.each<Break>([
  [
    "tags: [Contacts]",
    "tags: [People]",
    "contacts/known-tags: There is no tag `People` in the `tags` of the contract. #names",
  ],

  // References.
  [
    ...aReference('"#/components/schemas/SearchTxt"'),
    `${nowhere("schemas", "SearchTxt")} (#/components/schemas/SearchText?)`,
  ],
  [
    ...aReference('"#/components/schema/SearchText"'),
    "contacts/known-references: `#/components/schema/SearchText` leads nowhere: #/components has no `schema`. #references (#/components/schemas/SearchText?)",
  ],
  [
    'responses/Unauthorized" }',
    'responses/Lost" }',
    nowhere("responses", "Lost"),
  ],
  [
    ...aReference('"#/components/parameters/Limit"'),
    "contacts/known-references: `#/components/parameters/Limit` is no Schema, as it is in parameters. #references",
  ],
  [
    ...aReference('"#/info/title"'),
    "contacts/known-references: `#/info/title` is no mapping. #references",
  ],
  [...aReference(""), notHere("null")],
  [...aReference('"search.yaml#/Text"'), "contract: There is no search.yaml"],
  [...aReference('"#"'), notHere("#")],
  [
    ...aReference("SearchText"),
    `${notHere("SearchText")} (#/components/schemas/SearchText?)`,
  ],
  [
    "\n  schemas:",
    "\n  schema:",
    `${nowhere("schemas", "SearchText").replace(/: #.* has no .*`/, ": #/components has no `schemas`")} (#/components/schema/SearchText?)`,
    /components\/schemas\/SearchText/,
  ],

  // What breaks others is said alone.
  [
    "    get:\n",
    "    gett:\n",
    "struct: Property `gett` is not expected here. (get?)",
  ],
  [
    "operationId: getContact\n",
    "operationId: listContacts\n",
    `core/operation-ids-unique: \`GET /v1/contacts\` in line ${listedLine} has the operationId \`listContacts\` too`,
  ],

  // Rules of the profile core.
  [
    "      base_url:\n",
    "      host: { default: a }\n$&",
    "core/server-variables-used: The URL of the server does not use its variable `host`",
  ],

  // Marks.
  [
    "x-idempotent: true",
    "x-idempotant: true",
    extension("There is no extension `x-idempotant`", "x-idempotent"),
  ],
  [
    "x-idempotent: true",
    "x-idempotent: yes please",
    extension("`x-idempotent` must be true"),
  ],
  [
    "messengerSessionsPerEmail: 100",
    "messengerSessionsPerEmail: many",
    extension("`x-limits.messengerSessionsPerEmail` must be integer"),
  ],
  [
    "x-not-sent: [import]",
    "x-not-sent: [imprt]",
    extension("`x-not-sent.0` must be one of api, messenger, import", "import"),
  ],
  [
    listed,
    '$&$1deprecated: true\n$1x-sunset: "2026-10-01"\n$1x-deprecated-on: "2026-11-01"\n',
    extension("`x-sunset` should be >= 2026-11-01"),
    /x-sunset/,
  ],
  [
    "x-exact: { format: email }",
    "x-exact: { formt: email }",
    extension("`x-exact.formt` means nothing", "format"),
  ],
  [
    "x-exact: { format: email }",
    'x-exact: { pattern: "^[" }',
    extension('`x-exact.pattern` must match format "regex"'),
  ],
  [
    "      operationId: listContacts\n",
    "$&      x-feed: false\n",
    extension("`x-feed` means nothing here: it is for Webhook"),
  ],
  [
    "x-client: follow",
    "x-client: folow",
    extension(`\`x-client\` must be one of ${clients.join(", ")}`, "follow"),
  ],

  // Scopes.
  [
    '"contacts:write"]',
    '"contacts:delete"]',
    `contacts/known-scopes: Scope \`contacts:delete\` is not in the x-scopes of \`apiKey\`: ${scopes}. #scopes (contacts:write?)`,
  ],
  [
    / +security:\n +- apiKey: \["contacts:read"\]\n/,
    "",
    oneRequirement,
    / {4}get:/,
  ],
  [
    /security:\n +- apiKey: \["contacts:read"\]\n/,
    "security: []\n",
    oneRequirement,
  ],
  [read, `${read}\n        - {}`, oneRequirement, / {6}security:/],
  [
    read,
    "- apiKey: []",
    "contacts/known-scopes: The operation requires no scope: add the scope, or `x-any-key: true`. #scopes",
    / {6}security:/,
  ],

  [
    "      operationId: listContacts\n",
    "$&      x-any-key: true\n",
    "contacts/known-scopes: The operation has a scope and `x-any-key: true`: remove one of them. #scopes",
    /\/v1\/contacts:[^]*?security:/,
  ],

  [
    /(operationId: updateContact\n[^]*?), "contacts:read"\]/,
    "$1]",
    "contacts/known-scopes: The operation returns what only `contacts:read` reads: add that scope. #scopes",
    /operationId: updateContact\n[^]*?security:/,
  ],
  // Lists, fields, texts and errors.
  [
    /(operationId: listMessages[^]*?) +- \{ \$ref: "#\/components\/parameters\/Limit" \}\n/,
    "$1",
    "contacts/list-pages: The list is not read in pages: limit missing. #pages",
    /operationId: listMessages[^]*?responses:/,
  ],
  [
    /(operationId: updateTicket[^]*?) +- \{ \$ref: "#\/components\/parameters\/ClientName" \}\n/,
    "$1",
    "contacts/named-writers: This write does not take `Client-Name`, which others with its security scheme take. #writes",
    /\/v1\/tickets\/\{id\}:[^]*?patch:/,
  ],
  [
    "description: Full name. }",
    "description: }",
    "contacts/described-fields: The field `name` has no description. #fields",
  ],
  [
    vip,
    "$1anything: true\n$&",
    "contacts/described-fields: The field `anything` has no description. #fields",
  ],
  [
    /( +)created_at: .*\n/,
    "$1created_at: { description: When., type: string, maxLength: 30 }\n",
    "contacts/described-fields: The field `created_at` has no `format: date-time`. #fields",
  ],
  [
    "description: The largest number of elements in a page.",
    "description: At most 99 elements.",
    'contacts/known-numbers: The text says "99 elements", which is no number of `x-limits` or `x-delivery` and no bound of this element. #numbers-in-texts',
  ],
  [
    "than 5 minutes.",
    "than 6 minutes.",
    'contacts/known-numbers: The text says "6 minutes", which is no number of `x-limits` or `x-delivery` and no bound of this element. #numbers-in-texts',
    /name: webhook-timestamp\n.*\n.*\n.*description/,
  ],

  // Events.
  [
    "        - ticket.updated\n",
    "",
    "contacts/known-events: The list of the types of events does not have `ticket.updated`. #events",
    /EventType:[^]*?x-extensible-enum/,
  ],
  [
    "        - ticket.updated\n",
    "$&        - ticket.closed\n",
    "contacts/known-events: There is no webhook `ticket.closed`. #events",
  ],
  [
    "const: ticket.updated",
    "maxLength: 50",
    "contacts/known-events: The schema of the event does not fix its type: give it a property `type` with `const: ticket.updated`. #events",
    /schema: \{ \$ref: "#\/components\/schemas\/TicketUpdatedEvent"/,
  ],

  // Responses.
  [
    /(operationId: getContact\n[^]*?) +"404": .*\n/,
    "$1",
    'contacts/operation-responses: The operation can respond with `404` too: add `"404": { $ref: "#/components/responses/NotFound" }`. #responses',
    /operationId: getContact\n[^]*?responses:/,
  ],
  [
    /(operationId: updateContact\n[^]*?) +"412": .*\n/,
    "$1",
    'contacts/operation-responses: The operation can respond with `412` too: add `"412": { $ref: "#/components/responses/PreconditionFailed" }`. #responses',
    /operationId: updateContact\n[^]*?responses:/,
  ],
  [
    /(operationId: getContact\n[^]*?) +X-Request-Id: .*\n/,
    "$1",
    'contacts/operation-responses: The response lacks the headers `X-Request-Id` too: add `X-Request-Id: { $ref: "#/components/headers/RequestId" }`. #responses',
    /operationId: getContact\n[^]*?"200":/,
  ],
  [
    / +- request_in_progress\n/,
    "",
    "contacts/known-errors: The list of error codes in components/schemas/ErrorObject does not have `request_in_progress`. #errors",
    /^ {4}ErrorObject:\n[^]*?x-extensible-enum:/m,
  ],
  [
    / +- request_in_progress\n/,
    "$&            - request_in_progres\n",
    "contacts/known-errors: No example shows the error code `request_in_progres`, so nobody knows its status and its message. #errors",
  ],
  [
    "x-fields-of-codes:\n",
    "$&        not_fund: [details]\n",
    "contacts/known-errors: components/schemas/ErrorObject has no code or field `not_fund`. #errors (not_found?)",
  ],
  [
    "maximum: 100, default: 25",
    "maximum: 100, default: 250",
    "contacts/valid-defaults: The default `250` must be <= 100. #bounds",
  ],
  [
    /(TicketSummary:\n[^]*?)required:/,
    "$1additionalProperties: false\n      required:",
    "contacts/open-responses: A response leaves its objects open, and this one is closed: A ticket without its description. #open-responses",
  ],
  [
    /( {4}EventFields:\n[^]*?created_at:.*\n)/,
    "$1        kind: { type: string, enum: [a, b], description: Kind. }\n",
    "contacts/open-responses: A response may have other values than a, b: list them in an x-extensible-enum. #open-responses",
  ],

  [
    /(schemas\/Email"), /,
    '$1, default: "", ',
    shape(
      "Tools do not read `default` beside a $ref: write the schema out here",
    ),
  ],
])("%s → %s: %s", async (from, to, message, at) => {
  const text = breakContract(from, to);
  expect(await lint(text)).toEqual([`${lineOf(text, at)} ${full(message)}`]);
});

test("a schema is refused that languages or generators read differently", async () => {
  const breaks: [schema: string, message: string][] = [
    [pattern("^(?=a)a$"), unread("(?=")],
    [pattern("^a(?<=a)$"), unread("(?<")],
    [pattern("^\\p{L}$"), unread("\\p")],
    [pattern("^\\d+$"), unread("\\d")],
    [pattern("^[^\\xa0]*$"), unread("\\x")],
    [pattern("^ñ$"), unread("ñ")],
    [pattern("^(a)\\1$"), unread("\\1")],
    [pattern("a$"), unread("no ^ at the start")],
    [pattern("^a"), unread("no $ at the end")],
    [
      "type: string, format: date-time, maxLength: 40",
      "contacts/portable-schemas: A value of the format `date-time` has a type of its own, which has no length. #patterns",
    ],
    [
      "type: string, format: date, pattern: '^[0-9-]+$'",
      "contacts/portable-schemas: A value of the format `date` has a type of its own, which no pattern fits. #patterns",
    ],
    [
      "allOf: [{ type: string, maxLength: 9 }], properties: {}, required: []",
      shape(
        "Generators drop `properties` beside `allOf`: make them its second branch",
      ),
    ],
    [
      "oneOf: [{ type: string, maxLength: 9 }, { type: 'null' }]",
      shape(
        "A decoder has to guess between the branches of this `oneOf`: give it a `discriminator` with a `mapping`",
      ),
    ],
    [
      "anyOf: [{ type: string, maxLength: 9 }, { type: boolean }]",
      shape(
        "A decoder has to guess between the branches of this `anyOf`: write a `oneOf` with a `discriminator`",
      ),
    ],
    [
      "type: [string, boolean], maxLength: 9",
      shape(
        "Few languages have one type for several: write no type, and put the types into `x-exact`",
      ),
    ],
    [
      "type: object, unevaluatedProperties: false",
      shape("Generators do not know `unevaluatedProperties`"),
    ],
    [
      "type: boolean, const: true",
      shape("Generators cannot write a boolean constant"),
    ],
    ["type: integer, minimum: 0, maximum: 9", number],
    ["type: number, format: double, minimum: 0", number],
    ["type: number, format: float, minimum: 0, maximum: 1", number],
  ];
  const { text, line } = withFields(breaks.map(([schema]) => schema));
  const messages = breaks.map(([, each], i) => `${line + i} ${full(each)}`);
  expect((await lint(text)).sort()).toEqual(messages.sort());
});

test("nothing is reported in the contract as it is, and in patterns that all languages read alike", async () => {
  expect(await lint(original)).toEqual([]);
  const { text } = withFields(
    ["^[\\x00-\\x7f]*$", "^(?:a|b)\\\\\\.$", "^[^\\n\\t]{1,9}$"].map(pattern),
  );
  expect(await lint(text)).toEqual([]);
});

test("operations, events, parameters, fields and headers can be deprecated", async () => {
  const sunset = 'deprecated: true\n      x-sunset: "2099-12-31"';
  const since = 'x-deprecated-on: "2026-11-01"';
  const text = [
    [/ {6}operationId: listContacts\n/, `$&      ${sunset}\n      ${since}\n`],
    [
      / {6}operationId: contactCreated\n/,
      `$&      ${sunset}\n      ${since}\n`,
    ],
    [/ {6}name: limit\n/, `$&      ${sunset}\n`],
    [/ {4}ETag:\n/, `$&      ${sunset}\n`],
    [
      vip,
      '$1vip: { deprecated: true, x-sunset: "2099-12-31", type: boolean, description: Whether. }',
    ],
  ].reduce(
    (changed, [from = "", to]) => changed.replace(from, String(to)),
    original,
  );
  expect(text.match(/x-sunset: /g)).toHaveLength(5);
  expect(await lint(text)).toEqual([]);
});

test.each([
  [
    "null instead of scopes",
    '["contacts:write"]',
    "null",
    ["struct", "contacts/known-scopes"],
  ],
  [
    "a pattern that is none",
    "maxLength: 64, pattern: '^[^\\x00]*$' }",
    "maxLength: 64, pattern: '^[$$' }",
    ["contacts/portable-schemas", "no-invalid-media-type-examples"],
  ],
])("%s does not stop lint", async (_, from, to, rules) => {
  const messages = await lint(breakContract(from, to));
  expect(new Set(messages.map((line) => line.split(/[ :]/)[1]))).toEqual(
    new Set(rules),
  );
});

test("an example is checked again when it, or a schema, changes behind a text that changed", async () => {
  const described = original.replace(
    "elements in a page.",
    "elements of a page.",
  );
  const rulesOf = async (text: string) =>
    new Set(
      (await lint(text)).map((line) => line.replace(/^\d+ ([^:]+):.*/s, "$1")),
    );
  expect(await rulesOf(described)).toEqual(new Set());
  const example = described.replace(
    "\n      example: 2\n",
    "\n      example: many\n",
  );
  expect(await rulesOf(example)).toEqual(
    new Set(["no-invalid-parameter-examples"]),
  );
  const schema = described.replace(
    /(\n {4}PersonName:[^]*?maxLength: )255/,
    "$13",
  );
  expect(await rulesOf(schema)).toEqual(
    new Set(["no-invalid-media-type-examples"]),
  );
  expect(await rulesOf(described)).toEqual(new Set());
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

  expect(problems).toEqual([`${lineOf(text)} ${full(notHere(reference))}`]);
  expect(requests).toBe(0);
});
