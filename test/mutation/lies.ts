/** Something false that a small change makes of the server, which Stryker does not make, and the test that finds it. */
export interface Lie {
  /** What is false then. */
  says: string;
  file: string;
  /** What is replaced: it stands in the file once. */
  from: string;
  to: string;
  /** The file of the test that fails in `test/`, and a pattern of its name. */
  test: string;
}

/** A text, and the false one in its place. */
type Text = [file: string, from: string, to: string];
const textLie =
  (test: string) =>
  ([file, from, to]: Text): Lie => ({ says: to, file, from, to, test });

/** Sentences that say the opposite, or something else. */
const sentences: Text[] = [
  [
    "openapi/openapi.yaml",
    "Lists the contacts of the workspace, most recent first, by `created_at`.",
    "Lists the contacts of the workspace, most recent first, by `updated_at`.",
  ],
  ["openapi/introduction.md", "Lengths count characters, not bytes.", "Lengths count bytes."],
  [
    "openapi/decisions.md",
    "Capitals make no difference to uniqueness.",
    "Capitals make a difference to uniqueness.",
  ],
  [
    "SECURITY.md",
    "none: the slot is given back before the response is sent.",
    "one: the slot is given back once the response is read.",
  ],
];

/** Numbers beside one of the contract, and numbers of the contract beside a document or the specification. */
const numbers: Text[] = [
  [
    "SECURITY.md",
    "3,000<!--limits.messengerMessagesPerToken-->",
    "6,000<!--limits.messengerMessagesPerToken-->",
  ],
  ["SECURITY.md", "256 KiB<!--limits.bodyBytes-->", "256 KiB"],
  ["openapi/openapi.yaml", "eventDays: 30", "eventDays: 90"],
  ["openapi/openapi.yaml", "requestsPerWindow: &requests 600", "requestsPerWindow: &requests 1000"],
  [
    "openapi/openapi.yaml",
    "{schemas.CustomFieldsUpdate.additionalProperties.x-exact.maxLength} characters, a number",
    "{schemas.CustomFields.additionalProperties.x-exact.maxLength} characters, a number",
  ],
];

export const lies: Lie[] = [
  {
    says: "an Idempotency-Key is one for all objects of a path",
    file: "server/api/idempotency.ts",
    from: 'encodeURIComponent(parameters[name] ?? "")',
    to: 'encodeURIComponent((parameters[name] ?? "").slice(0, 0))',
    test: "server/api/idempotency: belongs to its key and path",
  },
  {
    says: "an erasure gives back the bytes of the last rows alone",
    file: "server/api/erasure.ts",
    from: "bytes += await erase(",
    to: "bytes = await erase(",
    test: "server/api/erasure: gives back the quota of more rows than one statement erases",
  },
  {
    says: "an anonymous visitor counts as verified after its first message",
    file: "server/auth/find-visitor.ts",
    from: '"email_verified as isVerified"])',
    to: '(eb) => eb("contact_id", "is not", null).as("isVerified")])',
    test: "server/api/messenger/limits: the messages that anonymous visitors of a token write are limited",
  },
  {
    says: "a change of a ticket does not store its priority",
    file: "server/api/changes.ts",
    from: "store(tx, row);",
    to: "store(tx, { ...row, priority: before.priority });",
    test: "conformance/operations: updateTicket.*valid",
  },
  {
    says: "a cursor has to match the filters",
    file: "server/api/pagination.ts",
    from: "const rows = all(database, values).clearSelect();",
    to:
      "const rows = Object.entries(equals(values)).reduce((some, [name, value]) => " +
      "some.where(sql`${sql.ref(name)} = ${value}`), all(database, values).clearSelect());",
    test: "conformance/filters: a cursor of .listTickets. need not match",
  },
  {
    says: "a filter is forgotten beside another one",
    file: "server/api/tickets.ts",
    from: "const values = { workspaceId, ...query };",
    to: "const values = { workspaceId, ...query, status: query.contact_id ? undefined : query.status };",
    test: "conformance/filters: hold together",
  },
  {
    says: "the event of a changed ticket shows the ticket before",
    file: "server/api/changes.ts",
    from: "record?.(tx, toObject(row),",
    to: "record?.(tx, toObject(before),",
    test: "conformance/operations: updateTicket.*valid",
  },
  {
    says: "the event of a batch's new contact shows another name",
    file: "server/api/contact-batch.ts",
    from: '{ type: "contact.created", data };',
    to: '{ type: "contact.created", data: { ...data, name: "x" } };',
    test: "server/api/contact-batch: creates and changes by email",
  },
  {
    says: "a created ticket has no event",
    file: "server/api/tickets.ts",
    from: 'recordEvent(tx, { type: "ticket.created", data: ticket }, contact_id, now);',
    to: "",
    test: "conformance/operations: createTicket.*valid",
  },
  {
    says: "a contact's tickets are the oldest ones",
    file: "server/api/tickets.ts",
    from: '.orderBy("tickets.created_at", "desc")',
    to: '.orderBy("tickets.created_at", "asc")',
    test: "server/api/tickets: lists keep what was asked for",
  },
  {
    says: "a session of the messenger ends a day late",
    file: "server/auth/find-visitor.ts",
    from: "make_interval(hours => ${limits.messengerSessionHours})",
    to: "make_interval(hours => ${24 + limits.messengerSessionHours})",
    test: "server/api/messenger/visitors: a session ends in time",
  },
  {
    says: "disabling cancels what was requested too",
    file: "server/webhooks/disable.ts",
    from: "and retry and ${unclaimed}",
    to: "and ${unclaimed}",
    test: "server/webhooks/record: disabling cancels what is planned",
  },
  {
    says: "a list by status has no index in its order",
    file: "server/store/migrations/0001-baseline.ts",
    from: "create index conversations_of_status on conversations (workspace_id, status, created_at desc, id desc);",
    to: "",
    test: "server/store/tables: each filter of a list has an index",
  },
  {
    says: "a weak validator is no If-None-Match",
    file: "server/http/dispatch.ts",
    from: 'names(had.replaceAll("W/", ""), etag)',
    to: "names(had, etag)",
    test: "conformance/operations: getTicket.*valid",
  },
  {
    says: "the ETag of a creation is that of a contact without its summaries",
    file: "server/api/contacts.ts",
    from: "etagOf({ ...data, conversations: [], tickets: [] } satisfies ContactDetail)",
    to: "etagOf(data)",
    test: "conformance/operations: createContact.*valid",
  },
  {
    says: "a repetition of a stale change is refused",
    file: "server/api/changes.ts",
    from: `    if (isDeepStrictEqual(after, before)) return before;
    requireMatch(precondition, toDetail(before));`,
    to: `    requireMatch(precondition, toDetail(before));
    if (isDeepStrictEqual(after, before)) return before;`,
    test: "server/api/etags: is changed for the program that has read it",
  },
  {
    says: "a batch finds a contact by its email before its external_id",
    file: "server/api/contact-batch.ts",
    from: 'const names = ["id", "external_id", "email"] as const;',
    to: 'const names = ["id", "email", "external_id"] as const;',
    test: "server/api/contact-batch: names two contacts is refused",
  },
  {
    says: "a label with spaces around it is not removed",
    file: "server/api/tags-and-custom-fields.ts",
    from: "[distinctTags(remove_tags), distinctTags(add_tags)]",
    to: "[remove_tags ?? [], distinctTags(add_tags)]",
    test: "conformance/operations: updateTicket.*always",
  },
  {
    says: "a change of a webhook removes its description",
    file: "server/api/webhooks.ts",
    from: "const after = { ...before, ...body, ...moved",
    to: 'const after = { ...before, description: "", ...body, ...moved',
    test: "conformance/operations: updateWebhook.*always",
  },
  {
    says: "messages are in English for everybody",
    file: "server/contract/api-error.ts",
    from: "?? languages[0]",
    to: "?? languages[1]",
    test: "conformance/errors: chooses the language",
  },
  {
    says: "RateLimit says one request more than is left",
    file: "server/http/rate-limit.ts",
    from: 'RateLimit: `"requests";r=${remaining};',
    to: 'RateLimit: `"requests";r=${remaining + 1};',
    test: "conformance/operations: getMe.*valid",
  },
  {
    says: "the cursor newest is the oldest event",
    file: "server/api/events.ts",
    from: 'const newestOne = shown.orderBy("sequence", "desc")',
    to: 'const newestOne = shown.orderBy("sequence", "asc")',
    test: "server/api/events: is oldest first",
  },
  {
    says: "an origin that begins as the website's opens the messenger",
    file: "server/http/cross-origin.ts",
    from: "origins.includes(origin)",
    to: "origins.some((own) => origin.startsWith(own))",
    test: "server/auth/messenger-tokens: a page of",
  },
  ...sentences.map(textLie("contract/witnesses: as it is today")),
  ...numbers.map(textLie("contract: names the number of the contract|says its own limits|600 requests")),
];
