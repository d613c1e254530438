import { describe, expect, test } from "vitest";
import { at, flat } from "../support/at.ts";
import {
  responsesThat,
  codes,
  guards,
  hasHeader,
  inputs,
  isErrorWithout,
  json,
  mediaTypes,
  fields,
  operations,
  parameters,
  paths,
  schemeOf,
  types,
} from "./reading.ts";

const list = "/paths/~1v1~1contacts/get";
const create = "/paths/~1v1~1contacts/post";
const read = "/paths/~1v1~1contacts~1{id}/get";
const page = `${list}/responses/200/${json}`;
const body = `${create}/requestBody/${json}`;
const created = `${create}/responses/201/${json}`;
/** Returns the pointer of a parameter of the list of contacts. */
const parameter = (name: string) =>
  at(`${list}/parameters`)
    .map(flat)
    .find((it: { name: string }) => it.name === name);
const detail = `${read}/responses/200/${json}`;
const contact = `${created}/properties/data`;
const field = `${contact}/properties`;
const emailTaken = `${create}/responses/409/${json}/anyOf/0/properties/error`;
const invalid = `${create}/responses/422/${json}/properties/error`;
const lacksScope = `${list}/responses/403/${json}/anyOf/0/properties/error`;
const key = "/components/securitySchemes/apiKey";
const headers = "/components/headers";

/** The seed says what there has to be; the contract may have more. */
const has = (...values: string[]) => expect.arrayContaining(values);
const hasFields = (expected: object) => expect.objectContaining(expected);

const all = (type: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, type]));
const sent = {
  ...all("string", "name", "email", "phone", "company", "country"),
  tags: "string[]",
  custom_fields: "object",
};
const contactTypes = {
  ...sent,
  ...all(
    "string",
    "id",
    "object",
    "city",
    "lifecycle",
    "source",
    "created_at",
    "last_seen_at",
  ),
  ...all("number", "conversations_count", "tickets_count"),
  vip: "boolean",
};
/** The contract also takes `null`, as if a field were left out. */
const withoutNull = (found: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(found).map(([name, type]) => [
      name,
      Array.isArray(type) && type[1] === "null" ? type[0] : type,
    ]),
  );
const grants = {
  "contacts:read": "Read contacts.",
  "contacts:write": expect.stringMatching(/^Create contacts\. /),
  "conversations:read": "Read conversations.",
  "conversations:write": expect.stringMatching(/^Send messages\. /),
  "tickets:read": "Read tickets.",
  "tickets:write": expect.stringMatching(/^Create tickets\. /),
  "articles:read": "Read help-center articles.",
  "events:read": expect.stringMatching(/^Read the event feed\. /),
  "*": expect.stringMatching(/^Full access, including webhook management\. /),
};
const operationsOn = (path: string) =>
  operations
    .filter((it) => it.startsWith(`/paths/~1v1~1${path}`))
    .map((it) => at(it).operationId);
const guarded = Object.fromEntries(
  Object.entries({
    "contacts:read": ["listContacts", "getContact"],
    "contacts:write": ["createContact"],
    "conversations:read": [
      "listConversations",
      "getConversation",
      "listMessages",
    ],
    "conversations:write": ["createConversation", "createMessage"],
    "tickets:read": ["listTickets", "getTicket"],
    "tickets:write": ["createTicket"],
    "articles:read": ["listArticles", "getArticle"],
    "events:read": ["listEvents", "getEvent"],
    "*": operationsOn("webhooks"),
  }).map(([scope, ids]) => [scope, has(...ids)]),
);
const detailTypes = {
  ...contactTypes,
  conversations: "object[]",
  tickets: "object[]",
};
const contactFields = has(...Object.keys(contactTypes));
const detailFields = has(...Object.keys(detailTypes));
const limits = {
  type: "integer",
  format: "int32",
  minimum: 1,
  maximum: 100,
  default: 25,
};
const milliseconds = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

/** A statement of the seed, its place in the contract, and the value there. */
type Fact = [fact: string, where: string | (() => unknown), said: unknown];

const service: Fact[] = [
  [
    "a REST API for a customer-support workspace",
    "/info/description",
    /REST API for a customer-support/,
  ],
  [
    "it manages the people who write to a team",
    "/info/description",
    /the people who write to a team, its\s+\*\*contacts\*\*/,
  ],
  [
    "contacts: create, list and read",
    () => operationsOn("contacts"),
    has("listContacts", "createContact", "getContact"),
  ],
  ["the base address is {base_url}", "/servers/0/url", "{base_url}"],
  [
    "all paths begin with /v1",
    () => paths.filter((path) => !path.startsWith("/v1/")),
    [],
  ],
  // A 304, which HTTP sends without a body, comes only to those who ask for it (D-44).
  [
    "all responses are JSON",
    () =>
      responsesThat(
        (it) =>
          !it.endsWith("/304") && `${mediaTypes(it)}` !== "application/json",
      ),
    [],
  ],
  [
    "every endpoint requires authentication",
    () => operations.filter((it) => schemeOf(it) === ""),
    [],
  ],
  [
    "the workspace comes from the key",
    `${key}/description`,
    /knows your workspace from the key/,
  ],
  [
    "nobody sends a workspace",
    () => operations.flatMap(inputs).filter((it) => /workspace/.test(it)),
    [],
  ],
];

const resource: Fact[] = [
  [
    "fields of a contact in a list",
    () => types(`${page}/properties/data/items`),
    hasFields(contactTypes),
  ],
  [
    "fields of a contact after creation",
    () => types(contact),
    hasFields(contactTypes),
  ],
  [
    "fields of a contact in detail",
    () => types(`${detail}/properties/data`),
    hasFields(detailTypes),
  ],
  ["every response has all of them", `${contact}/required`, contactFields],
  ["id is ct_<id>", `${field}/id/pattern`, /^\^ct_/],
  [
    "id is the pagination cursor too",
    `${page}/properties/next_cursor/description`,
    /id of the last element/,
  ],
  ["object is contact", `${field}/object/const`, "contact"],
  ["name is the full name", `${field}/name/description`, "Full name."],
  [
    "email is unique in the workspace",
    `${body}/properties/email/description`,
    /^Unique in the workspace/,
  ],
  [
    "email is the deduplication key",
    `${create}/description`,
    /email is the deduplication key/,
  ],
  [
    "phone is free-form",
    `${body}/properties/phone/description`,
    /in any format/,
  ],
  [
    "company is the contact's",
    `${field}/company/description`,
    /that the contact belongs to/,
  ],
  [
    "country is Argentina by default",
    `${body}/properties/country/default`,
    "Argentina",
  ],
  ["city is returned and no input", () => fields(body).includes("city"), false],
  [
    "tags are labels for segmentation",
    `${field}/tags/description`,
    "Labels for segmentation.",
  ],
  [
    "source is the record's origin",
    `${field}/source/description`,
    /^Where the record comes from/,
  ],
  [
    "source is api for what this API creates",
    `${field}/source/description`,
    /`api` for those that this API/,
  ],
  ["source can be api", `${field}/source/x-extensible-enum`, has("api")],
  ["created_at is ISO 8601", `${field}/created_at/format`, "date-time"],
  [
    "created_at is UTC with milliseconds",
    `${field}/created_at/pattern`,
    milliseconds,
  ],
  ["last_seen_at is ISO 8601", `${field}/last_seen_at/format`, "date-time"],
  [
    "last_seen_at is UTC with milliseconds",
    `${field}/last_seen_at/pattern`,
    milliseconds,
  ],
  [
    "conversations are counted",
    `${field}/conversations_count/description`,
    /many conversations the contact has/,
  ],
  [
    "tickets are counted",
    `${field}/tickets_count/description`,
    /many tickets the contact has/,
  ],
  [
    "custom_fields are the caller's",
    `${field}/custom_fields/description`,
    /data from your own system/,
  ],
  [
    "they hold strings or numbers",
    `${field}/custom_fields/additionalProperties/type`,
    ["string", "number"],
  ],
  ["one object comes as { data }", () => fields(created), ["data"]],
  ["one object in detail does too", () => fields(detail), ["data"]],
  [
    "a list comes in its envelope",
    () => fields(page),
    ["data", "next_cursor", "has_more"],
  ],
  ["data is a list there", `${page}/properties/data/type`, "array"],
  [
    "next_cursor is a string",
    `${page}/properties/next_cursor/type`,
    has("string"),
  ],
  ["has_more is a boolean", `${page}/properties/has_more/type`, "boolean"],
];

const endpoints: Fact[] = [
  [
    "listing needs contacts:read",
    `${list}/security`,
    [{ apiKey: ["contacts:read"] }],
  ],
  [
    "most recent first",
    `${list}/description`,
    /contacts of the workspace, most recent first/,
  ],
  [
    "the list's parameters",
    () => parameters(list),
    has("q in query", "limit in query", "cursor in query"),
  ],
  ["all of them are optional", () => parameters(list, "required"), []],
  ["q is a string", () => flat(parameter("q").schema).type, "string"],
  [
    "q filters by name or email",
    () => parameter("q").description,
    /whose name or email contains/,
  ],
  [
    "limit is 1 to 100, 25 by default",
    () => flat(parameter("limit").schema),
    limits,
  ],
  ["cursor is a string", () => flat(parameter("cursor").schema).type, "string"],
  [
    "cursor is an id",
    () => parameter("cursor").description,
    /^Id of the last element of the previous page/,
  ],
  [
    "cursor is the last next_cursor",
    () => parameter("cursor").description,
    /the `next_cursor` of that response/,
  ],
  [
    "creating needs contacts:write",
    `${create}/security`,
    [{ apiKey: ["contacts:write"] }],
  ],
  [
    "its Content-Type is JSON",
    () => mediaTypes(`${create}/requestBody`),
    ["application/json"],
  ],
  ["fields of its body", () => withoutNull(types(body)), hasFields(sent)],
  ["name and email are required", `${body}/required`, ["name", "email"]],
  [
    "name is the full name",
    `${body}/properties/name/description`,
    "Full name.",
  ],
  ["email must be a valid one", `${body}/properties/email/format`, "email"],
  ["creating returns the full record", () => fields(contact), contactFields],
  [
    "a taken email is a 409 with the id",
    `${create}/description`,
    /409 that carries the id of that contact/,
  ],
  [
    "reading needs contacts:read",
    `${read}/security`,
    [{ apiKey: ["contacts:read"] }],
  ],
  [
    "reading takes the id in the path",
    () => parameters(read, "required"),
    ["id in path"],
  ],
  ["that id is ct_<id>", `${read}/parameters/0/description`, /ct_<id>/],
  [
    "detail has conversations and tickets",
    () => fields(`${detail}/properties/data`),
    detailFields,
  ],
  ["it always has them", `${detail}/properties/data/required`, detailFields],
];

const authentication: Fact[] = [
  [
    "browsers use a separate public messenger token, and nothing else",
    () =>
      operations.filter(
        (it) =>
          (schemeOf(it) === "apiKey") === it.includes("~1v1~1messenger~1"),
      ),
    [],
  ],
  ["the key is an HTTP credential", `${key}/type`, "http"],
  ["its scheme is Bearer", `${key}/scheme`, "bearer"],
  [
    "it goes into Authorization",
    `${key}/description`,
    /header `Authorization: Bearer <API_KEY>`/,
  ],
  [
    "the account owner makes keys",
    `${key}/description`,
    /account owner creates and\s+revokes\s+keys/,
  ],
  [
    "in the developer settings",
    `${key}/description`,
    /in the developer settings of the workspace/,
  ],
  [
    "a key is secret, for servers only",
    `${key}/description`,
    /secret and meant for servers\s+only/,
  ],
  [
    "a key has limited permissions",
    `${key}/description`,
    /carries the scopes it was given and no others/,
  ],
  ["the scopes and what they grant", `${key}/x-scopes`, hasFields(grants)],
  ["the operations that do so", guards, hasFields(guarded)],
  [
    "the 403 names the required scope",
    `${lacksScope}/required`,
    has("required_scope"),
  ],
];

const errors: Fact[] = [
  [
    "every error has a code",
    () => responsesThat((it) => isErrorWithout(it, "code")),
    [],
  ],
  [
    "every error has a message",
    () => responsesThat((it) => isErrorWithout(it, "message")),
    [],
  ],
  [
    "code is stable, for programs",
    `${invalid}/properties/code/description`,
    /^Stable code for program logic/,
  ],
  [
    "message is Spanish, for logs",
    `${invalid}/properties/message/description`,
    /in Spanish and made for logs/,
  ],
  [
    "details come with validation errors",
    `${invalid}/required`,
    has("details"),
  ],
  ["details are a list", `${invalid}/properties/details/type`, "array"],
  [
    "path and message",
    () => types(`${invalid}/properties/details/items`),
    // The seed names the first two.
    {
      path: "string[]",
      message: "string",
      reason: "string",
      contact_id: "string",
    },
  ],
  [
    "contact_id comes with the 409",
    `${emailTaken}/required`,
    has("contact_id"),
  ],
  [
    "contact_id is a string",
    `${emailTaken}/properties/contact_id/type`,
    "string",
  ],
  [
    "400",
    () => codes(`${create}/responses/400`),
    has("invalid_json", "missing_parameter"),
  ],
  ...[list, create].map((operation): Fact => [
    `422 of ${operation}`,
    () => codes(`${operation}/responses/422`),
    ["validation_error"],
  ]),
  ["404", () => codes(`${read}/responses/404`), ["not_found"]],
  ["409", () => codes(`${create}/responses/409`), has("conflict")],
  ...[list, create, read].flatMap((operation): Fact[] => [
    [
      `401 of ${operation}`,
      () => codes(`${operation}/responses/401`),
      ["unauthorized"],
    ],
    [
      `403 of ${operation}`,
      () => codes(`${operation}/responses/403`),
      has("forbidden"),
    ],
    [
      `429 of ${operation}`,
      () => codes(`${operation}/responses/429`),
      ["rate_limited"],
    ],
  ]),
];

const rates: Fact[] = [
  ["600 requests", "/x-limits/requestsPerWindow", 600],
  ["per minute", "/x-limits/windowSeconds", 60],
  [
    "per API key",
    `${headers}/RateLimitLimit/description`,
    /^Requests that one API key may make in a window/,
  ],
  [
    "the requests remaining",
    `${headers}/RateLimitRemaining/description`,
    /^Requests that are left/,
  ],
  [
    "on every response",
    () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Limit")),
    [],
  ],
  [
    "remaining on every response",
    () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Remaining")),
    [],
  ],
  [
    "reset on every response",
    () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Reset")),
    [],
  ],
  [
    "has_more true: more pages",
    `${page}/properties/has_more/description`,
    /^Whether more pages exist/,
  ],
  [
    "has_more false: finished",
    `${page}/properties/has_more/description`,
    /False means .* finished/,
  ],
];

const versioning: Fact[] = [
  [
    "the version is the path's prefix",
    () => paths.filter((path) => path.split("/")[1] !== "v1"),
    [],
  ],
];

const sections = {
  "§1": service,
  "§2": resource,
  "§4": endpoints,
  "§5": authentication,
  "§7": errors,
  "§8": rates,
  "§9": versioning,
};

describe("the contract says what the seed states", () => {
  const facts = Object.entries(sections).flatMap(([section, rows]) =>
    rows.map((row) => [section, ...row] as const),
  );
  test.each(facts)("%s %s", (_section, _fact, where, said) => {
    const found = typeof where === "string" ? at(where) : where();
    if (said instanceof RegExp) expect(found).toMatch(said);
    else expect(found).toEqual(said);
  });
});
