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
interface Fact {
  fact: string;
  where: string | (() => unknown);
  said: unknown;
}

const service: Fact[] = [
  {
    fact: "a REST API for a customer-support workspace",
    where: "/info/description",
    said: /REST API for a customer-support/,
  },
  {
    fact: "it manages the people who write to a team",
    where: "/info/description",
    said: /the people who write to a team, its\s+\*\*contacts\*\*/,
  },
  {
    fact: "contacts: create, list and read",
    where: () => operationsOn("contacts"),
    said: has("listContacts", "createContact", "getContact"),
  },
  {
    fact: "the base address is {base_url}",
    where: "/servers/0/url",
    said: "{base_url}",
  },
  {
    fact: "all paths begin with /v1",
    where: () => paths.filter((path) => !path.startsWith("/v1/")),
    said: [],
  },
  // A 304, which HTTP sends without a body, comes only to those who ask for it (D-44).
  {
    fact: "all responses are JSON",
    where: () =>
      responsesThat(
        (it) =>
          !it.endsWith("/304") && `${mediaTypes(it)}` !== "application/json",
      ),
    said: [],
  },
  {
    fact: "every endpoint requires authentication",
    where: () => operations.filter((it) => schemeOf(it) === ""),
    said: [],
  },
  {
    fact: "the workspace comes from the key",
    where: `${key}/description`,
    said: /knows your workspace from the key/,
  },
  {
    fact: "nobody sends a workspace",
    where: () =>
      operations.flatMap(inputs).filter((it) => /workspace/.test(it)),
    said: [],
  },
];

const resource: Fact[] = [
  {
    fact: "fields of a contact in a list",
    where: () => types(`${page}/properties/data/items`),
    said: hasFields(contactTypes),
  },
  {
    fact: "fields of a contact after creation",
    where: () => types(contact),
    said: hasFields(contactTypes),
  },
  {
    fact: "fields of a contact in detail",
    where: () => types(`${detail}/properties/data`),
    said: hasFields(detailTypes),
  },
  {
    fact: "every response has all of them",
    where: `${contact}/required`,
    said: contactFields,
  },
  { fact: "id is ct_<id>", where: `${field}/id/pattern`, said: /^\^ct_/ },
  {
    fact: "id is the pagination cursor too",
    where: `${page}/properties/next_cursor/description`,
    said: /id of the last element/,
  },
  {
    fact: "object is contact",
    where: `${field}/object/const`,
    said: "contact",
  },
  {
    fact: "name is the full name",
    where: `${field}/name/description`,
    said: "Full name.",
  },
  {
    fact: "email is unique in the workspace",
    where: `${body}/properties/email/description`,
    said: /^Unique in the workspace/,
  },
  {
    fact: "email is the deduplication key",
    where: `${create}/description`,
    said: /email is the deduplication key/,
  },
  {
    fact: "phone is free-form",
    where: `${body}/properties/phone/description`,
    said: /in any format/,
  },
  {
    fact: "company is the contact's",
    where: `${field}/company/description`,
    said: /that the contact belongs to/,
  },
  {
    fact: "country is Argentina by default",
    where: `${body}/properties/country/default`,
    said: "Argentina",
  },
  {
    fact: "city is returned and no input",
    where: () => fields(body).includes("city"),
    said: false,
  },
  {
    fact: "tags are labels for segmentation",
    where: `${field}/tags/description`,
    said: "Labels for segmentation.",
  },
  {
    fact: "source is the record's origin",
    where: `${field}/source/description`,
    said: /^Where the record comes from/,
  },
  {
    fact: "source is api for what this API creates",
    where: `${field}/source/description`,
    said: /`api` for those that this API/,
  },
  {
    fact: "source can be api",
    where: `${field}/source/x-extensible-enum`,
    said: has("api"),
  },
  {
    fact: "created_at is ISO 8601",
    where: `${field}/created_at/format`,
    said: "date-time",
  },
  {
    fact: "created_at is UTC with milliseconds",
    where: `${field}/created_at/pattern`,
    said: milliseconds,
  },
  {
    fact: "last_seen_at is ISO 8601",
    where: `${field}/last_seen_at/format`,
    said: "date-time",
  },
  {
    fact: "last_seen_at is UTC with milliseconds",
    where: `${field}/last_seen_at/pattern`,
    said: milliseconds,
  },
  {
    fact: "conversations are counted",
    where: `${field}/conversations_count/description`,
    said: /many conversations the contact has/,
  },
  {
    fact: "tickets are counted",
    where: `${field}/tickets_count/description`,
    said: /many tickets the contact has/,
  },
  {
    fact: "custom_fields are the caller's",
    where: `${field}/custom_fields/description`,
    said: /data from your own system/,
  },
  {
    fact: "they hold strings or numbers",
    where: `${field}/custom_fields/additionalProperties/type`,
    said: ["string", "number"],
  },
  {
    fact: "one object comes as { data }",
    where: () => fields(created),
    said: ["data"],
  },
  {
    fact: "one object in detail does too",
    where: () => fields(detail),
    said: ["data"],
  },
  {
    fact: "a list comes in its envelope",
    where: () => fields(page),
    said: ["data", "next_cursor", "has_more"],
  },
  {
    fact: "data is a list there",
    where: `${page}/properties/data/type`,
    said: "array",
  },
  {
    fact: "next_cursor is a string",
    where: `${page}/properties/next_cursor/type`,
    said: has("string"),
  },
  {
    fact: "has_more is a boolean",
    where: `${page}/properties/has_more/type`,
    said: "boolean",
  },
];

const endpoints: Fact[] = [
  {
    fact: "listing needs contacts:read",
    where: `${list}/security`,
    said: [{ apiKey: ["contacts:read"] }],
  },
  {
    fact: "most recent first",
    where: `${list}/description`,
    said: /contacts of the workspace, most recent first/,
  },
  {
    fact: "the list's parameters",
    where: () => parameters(list),
    said: has("q in query", "limit in query", "cursor in query"),
  },
  {
    fact: "all of them are optional",
    where: () => parameters(list, "required"),
    said: [],
  },
  {
    fact: "q is a string",
    where: () => flat(parameter("q").schema).type,
    said: "string",
  },
  {
    fact: "q filters by name or email",
    where: () => parameter("q").description,
    said: /whose name or email contains/,
  },
  {
    fact: "limit is 1 to 100, 25 by default",
    where: () => flat(parameter("limit").schema),
    said: limits,
  },
  {
    fact: "cursor is a string",
    where: () => flat(parameter("cursor").schema).type,
    said: "string",
  },
  {
    fact: "cursor is an id",
    where: () => parameter("cursor").description,
    said: /^Id of the last element of the previous page/,
  },
  {
    fact: "cursor is the last next_cursor",
    where: () => parameter("cursor").description,
    said: /the `next_cursor` of that response/,
  },
  {
    fact: "creating needs contacts:write",
    where: `${create}/security`,
    said: [{ apiKey: ["contacts:write"] }],
  },
  {
    fact: "its Content-Type is JSON",
    where: () => mediaTypes(`${create}/requestBody`),
    said: ["application/json"],
  },
  {
    fact: "fields of its body",
    where: () => withoutNull(types(body)),
    said: hasFields(sent),
  },
  {
    fact: "name and email are required",
    where: `${body}/required`,
    said: ["name", "email"],
  },
  {
    fact: "name is the full name",
    where: `${body}/properties/name/description`,
    said: "Full name.",
  },
  {
    fact: "email must be a valid one",
    where: `${body}/properties/email/format`,
    said: "email",
  },
  {
    fact: "creating returns the full record",
    where: () => fields(contact),
    said: contactFields,
  },
  {
    fact: "a taken email is a 409 with the id",
    where: `${create}/description`,
    said: /409 that carries the id of that contact/,
  },
  {
    fact: "reading needs contacts:read",
    where: `${read}/security`,
    said: [{ apiKey: ["contacts:read"] }],
  },
  {
    fact: "reading takes the id in the path",
    where: () => parameters(read, "required"),
    said: ["id in path"],
  },
  {
    fact: "that id is ct_<id>",
    where: `${read}/parameters/0/description`,
    said: /ct_<id>/,
  },
  {
    fact: "detail has conversations and tickets",
    where: () => fields(`${detail}/properties/data`),
    said: detailFields,
  },
  {
    fact: "it always has them",
    where: `${detail}/properties/data/required`,
    said: detailFields,
  },
];

const authentication: Fact[] = [
  {
    fact: "browsers use a separate public messenger token, and nothing else",
    where: () =>
      operations.filter(
        (it) =>
          (schemeOf(it) === "apiKey") === it.includes("~1v1~1messenger~1"),
      ),
    said: [],
  },
  { fact: "the key is an HTTP credential", where: `${key}/type`, said: "http" },
  { fact: "its scheme is Bearer", where: `${key}/scheme`, said: "bearer" },
  {
    fact: "it goes into Authorization",
    where: `${key}/description`,
    said: /header `Authorization: Bearer <API_KEY>`/,
  },
  {
    fact: "the account owner makes keys",
    where: `${key}/description`,
    said: /account owner creates and\s+revokes\s+keys/,
  },
  {
    fact: "in the developer settings",
    where: `${key}/description`,
    said: /in the developer settings of the workspace/,
  },
  {
    fact: "a key is secret, for servers only",
    where: `${key}/description`,
    said: /secret and meant for servers\s+only/,
  },
  {
    fact: "a key has limited permissions",
    where: `${key}/description`,
    said: /carries the scopes it was given and no others/,
  },
  {
    fact: "the scopes and what they grant",
    where: `${key}/x-scopes`,
    said: hasFields(grants),
  },
  {
    fact: "the operations that do so",
    where: guards,
    said: hasFields(guarded),
  },
  {
    fact: "the 403 names the required scope",
    where: `${lacksScope}/required`,
    said: has("required_scope"),
  },
];

const errors: Fact[] = [
  {
    fact: "every error has a code",
    where: () => responsesThat((it) => isErrorWithout(it, "code")),
    said: [],
  },
  {
    fact: "every error has a message",
    where: () => responsesThat((it) => isErrorWithout(it, "message")),
    said: [],
  },
  {
    fact: "code is stable, for programs",
    where: `${invalid}/properties/code/description`,
    said: /^Stable code for program logic/,
  },
  {
    fact: "message is Spanish, for logs",
    where: `${invalid}/properties/message/description`,
    said: /in Spanish and made for logs/,
  },
  {
    fact: "details come with validation errors",
    where: `${invalid}/required`,
    said: has("details"),
  },
  {
    fact: "details are a list",
    where: `${invalid}/properties/details/type`,
    said: "array",
  },
  {
    fact: "path and message",
    where: () => types(`${invalid}/properties/details/items`),
    // The seed names the first two.
    said: {
      path: "string[]",
      message: "string",
      reason: "string",
      contact_id: "string",
    },
  },
  {
    fact: "contact_id comes with the 409",
    where: `${emailTaken}/required`,
    said: has("contact_id"),
  },
  {
    fact: "contact_id is a string",
    where: `${emailTaken}/properties/contact_id/type`,
    said: "string",
  },
  {
    fact: "400",
    where: () => codes(`${create}/responses/400`),
    said: has("invalid_json", "missing_parameter"),
  },
  ...[list, create].map((operation) => ({
    fact: `422 of ${operation}`,
    where: () => codes(`${operation}/responses/422`),
    said: ["validation_error"],
  })),
  {
    fact: "404",
    where: () => codes(`${read}/responses/404`),
    said: ["not_found"],
  },
  {
    fact: "409",
    where: () => codes(`${create}/responses/409`),
    said: has("conflict"),
  },
  ...[list, create, read].flatMap((operation): Fact[] => [
    {
      fact: `401 of ${operation}`,
      where: () => codes(`${operation}/responses/401`),
      said: ["unauthorized"],
    },
    {
      fact: `403 of ${operation}`,
      where: () => codes(`${operation}/responses/403`),
      said: has("forbidden"),
    },
    {
      fact: `429 of ${operation}`,
      where: () => codes(`${operation}/responses/429`),
      said: ["rate_limited"],
    },
  ]),
];

const rates: Fact[] = [
  { fact: "600 requests", where: "/x-limits/requestsPerWindow", said: 600 },
  { fact: "per minute", where: "/x-limits/windowSeconds", said: 60 },
  {
    fact: "per API key",
    where: `${headers}/RateLimitLimit/description`,
    said: /^Requests that one API key may make in a window/,
  },
  {
    fact: "the requests remaining",
    where: `${headers}/RateLimitRemaining/description`,
    said: /^Requests that are left/,
  },
  {
    fact: "on every response",
    where: () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Limit")),
    said: [],
  },
  {
    fact: "remaining on every response",
    where: () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Remaining")),
    said: [],
  },
  {
    fact: "reset on every response",
    where: () => responsesThat((it) => !hasHeader(it, "X-RateLimit-Reset")),
    said: [],
  },
  {
    fact: "has_more true: more pages",
    where: `${page}/properties/has_more/description`,
    said: /^Whether more pages exist/,
  },
  {
    fact: "has_more false: finished",
    where: `${page}/properties/has_more/description`,
    said: /False means .* finished/,
  },
];

const versioning: Fact[] = [
  {
    fact: "the version is the path's prefix",
    where: () => paths.filter((path) => path.split("/")[1] !== "v1"),
    said: [],
  },
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
    rows.map((row) => ({ section, ...row })),
  );
  test.each(facts)("$section: $fact", ({ where, said }) => {
    const found = typeof where === "string" ? at(where) : where();
    if (said instanceof RegExp) expect(found).toMatch(said);
    else expect(found).toEqual(said);
  });
});
