/** Something false that a small change makes of the server, and the test that finds it. */
export interface Lie {
  /** What is false then. */
  says: string;
  file: string;
  /** What is replaced: it stands in the file once. */
  from: string;
  to: string;
  /** The file of the test that fails, and a pattern of its name. */
  test: string;
  name: string;
}

/** A text, and the false one in its place. */
type Text = [file: string, from: string, to: string];
const textLie =
  (test: string, name: string) =>
  ([file, from, to]: Text): Lie => ({ says: to, file, from, to, test, name });

/** Sentences that say the opposite, or something else. */
const sentences: Text[] = [
  [
    "openapi/openapi.yaml",
    "Lists the contacts of the workspace, most recent first, by `created_at`.",
    "Lists the contacts of the workspace, most recent first, by `updated_at`.",
  ],
  [
    "openapi/openapi.yaml",
    "A message of the contact reopens a closed conversation and moves",
    "Every message reopens a closed conversation and moves",
  ],
  [
    "openapi/openapi.yaml",
    "**Expect to receive an event more than once, and in any order.**",
    "**Expect each event once, and in order.**",
  ],
  [
    "openapi/openapi.yaml",
    "Disabling a webhook cancels its pending deliveries, but no attempt",
    "Disabling a webhook cancels its pending deliveries, and each attempt",
  ],
  [
    "openapi/introduction.md",
    "A GET, a PATCH and a DELETE have the same effect when they are sent twice.",
    "A GET and a DELETE have the same effect when they are sent twice; a PATCH is not safe.",
  ],
  ["openapi/introduction.md", "Lengths count characters, not bytes.", "Lengths count bytes."],
  [
    "openapi/decisions.md",
    "Capitals make no difference to uniqueness.",
    "Capitals make a difference to uniqueness.",
  ],
  ["openapi/decisions.md", "An erasure always passes.", "An erasure passes within the quota."],
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
  [
    "server/OPERATIONS.md",
    "24 hours<!--limits.idempotencyHours-->",
    "12 hours<!--limits.idempotencyHours-->",
  ],
  ["openapi/openapi.yaml", "messengerSessionsPerAddress: 100", "messengerSessionsPerAddress: 200"],
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
    test: "test/server/api/idempotency.test.ts",
    name: "belongs to its key and path",
  },
  {
    says: "an erasure does not give back the contact's part of the quota",
    file: "server/api/erasure.ts",
    from: "adjustLedger(tx, { contacts: -1,",
    to: "adjustLedger(tx, { contacts: 0,",
    test: "test/model/meetings.test.ts",
    name: "what several do at random",
  },
  {
    says: "an erasure does not give back the bytes of sessions",
    file: "server/api/erasure.ts",
    from: '(await inBatches(tx, "messenger_sessions"',
    to: '0 * (await inBatches(tx, "messenger_sessions"',
    test: "test/model/meetings.test.ts",
    name: "what several do at random",
  },
  {
    says: "an erasure gives back the bytes of the last rows alone",
    file: "server/api/erasure.ts",
    from: "bytes += await erase(",
    to: "bytes = await erase(",
    test: "test/server/api/erasure.test.ts",
    name: "gives back the quota of more rows than one statement erases",
  },
  {
    says: "an anonymous visitor counts as verified after its first message",
    file: "server/auth/find-visitor.ts",
    from: '"email_verified as isVerified"])',
    to: '(eb) => eb("contact_id", "is not", null).as("isVerified")])',
    test: "test/server/api/messenger/limits.test.ts",
    name: "the messages that anonymous visitors of a token write are limited",
  },
  ...["subject", "priority", "tags"].map((column) => ({
    says: `a change of a ticket does not store its ${column}`,
    file: "server/api/tickets.ts",
    from: "storeTicket(tx, row);",
    to: `storeTicket(tx, { ...row, ${column}: before.${column} });`,
    test: "test/conformance/truth.test.ts",
    name: "updateTicket.*valid",
  })),
  {
    says: "a cursor has to match the filters",
    file: "server/api/pagination.ts",
    from: "const rows = all(database, values).clearSelect();",
    to:
      "const rows = Object.entries(equals(values)).reduce((some, [name, value]) => " +
      "some.where(sql`${sql.ref(name)} = ${value}`), all(database, values).clearSelect());",
    test: "test/conformance/filters.test.ts",
    name: "a cursor of .listTickets. need not match",
  },
  {
    says: "a filter is forgotten beside another one",
    file: "server/api/tickets.ts",
    from: "const values = { workspaceId, contact_id, status };",
    to: "const values = { workspaceId, contact_id, status: contact_id ? undefined : status };",
    test: "test/conformance/filters.test.ts",
    name: "hold together",
  },
  {
    says: "a delivery is claimed for less time than its attempt takes",
    file: "server/webhooks/claim.ts",
    from: "const claimTime = 2 * delivery.timeout;",
    to: "const claimTime = delivery.timeout / 2;",
    test: "test/server/webhooks/claim.test.ts",
    name: "a delivery is claimed for longer than its attempt takes",
  },
  {
    says: "the event of a changed ticket shows the ticket before",
    file: "server/api/tickets.ts",
    from: 'recordEvent(tx, { type: "ticket.updated", data: ticket,',
    to: 'recordEvent(tx, { type: "ticket.updated", data: was,',
    test: "test/conformance/truth.test.ts",
    name: "updateTicket.*valid",
  },
  {
    says: "the event of a batch's new contact shows another name",
    file: "server/api/contact-batch.ts",
    from: '{ type: "contact.created", data };',
    to: '{ type: "contact.created", data: { ...data, name: "x" } };',
    test: "test/server/api/contact-batch.test.ts",
    name: "creates and changes by email",
  },
  {
    says: "a created ticket has no event",
    file: "server/api/tickets.ts",
    from: 'recordEvent(tx, { type: "ticket.created", data: ticket }, contact_id, now);',
    to: "",
    test: "test/conformance/truth.test.ts",
    name: "createTicket.*valid",
  },
  {
    says: "the event of a change has the values after it as those before",
    file: "server/api/events.ts",
    from: "Object.entries(before).filter(",
    to: "Object.entries(after).filter(",
    test: "test/server/api/events.test.ts",
    name: "says which request",
  },
  {
    says: "a change that changes nothing moves updated_at",
    file: "server/api/tickets.ts",
    from: "if (isDeepStrictEqual(after, before)) return was;",
    to: "",
    test: "test/conformance/truth.test.ts",
    name: "updateTicket.*valid",
  },
  {
    says: "a later element of a batch does not see the earlier one",
    file: "server/api/contact-batch.ts",
    from: "const before = meant(contacts, element);",
    to: "const before = written.size > 1 ? undefined : meant(contacts, element);",
    test: "test/server/api/contact-batch.test.ts",
    name: "creates and changes by email",
  },
  {
    says: "an unknown query parameter is ignored",
    file: "server/contract/unseen-errors.ts",
    from: ': [{ path: [name], message: unknownParameter, reason: "unknown_field" }]',
    to: ": []",
    test: "test/conformance/errors.test.ts",
    name: "of an operation that takes none",
  },
  {
    says: "every message reopens a closed conversation",
    file: "server/api/conversations.ts",
    from: 'if (conversation.status === "open" || author_type === "team") {',
    to: 'if (conversation.status === "open") {',
    test: "test/server/api/conversations.test.ts",
    name: "of the contact reopens a closed conversation",
  },
  {
    says: "a key that only sends messages is shown the contact's name",
    file: "server/api/conversations.ts",
    from: "mayRead ? message : withoutNameOfContact(message)",
    to: "mayRead || withoutNameOfContact(message) ? message : message",
    test: "test/conformance/scopes.test.ts",
    name: "conversations:write",
  },
  {
    says: "a contact's tickets are the oldest ones",
    file: "server/api/tickets.ts",
    from: '.orderBy("tickets.created_at", "desc")',
    to: '.orderBy("tickets.created_at", "asc")',
    test: "test/server/api/tickets.test.ts",
    name: "lists keep what was asked for",
  },
  {
    says: "an erasure leaves the stored responses",
    file: "server/api/erasure.ts",
    from: '(await eraseResponses(tx, id, rows("idempotency_keys", "ctid"))) +',
    to: "0 * Number(eraseResponses === undefined) +",
    test: "test/server/api/erasure.test.ts",
    name: "erases all that is stored",
  },
  {
    says: "the expiry of a signature is not signed",
    file: "server/api/messenger/sessions.ts",
    from: "expiry === undefined ? email : `${email}\\n${expiry}`;",
    to: "expiry === undefined ? email : email;",
    test: "test/server/auth/signing-secrets.test.ts",
    name: "can be neither moved",
  },
  {
    says: "an expired signature starts a session",
    file: "server/api/messenger/sessions.ts",
    from: "if (expiry !== undefined && !(await isAhead(store, expiry)))",
    to: 'if (expiry === "" && !(await isAhead(store, expiry)))',
    test: "test/server/auth/signing-secrets.test.ts",
    name: "a signature with an expiry",
  },
  {
    says: "a session of the messenger ends a day late",
    file: "server/auth/find-visitor.ts",
    from: "make_interval(hours => ${limits.messengerSessionHours})",
    to: "make_interval(hours => ${24 + limits.messengerSessionHours})",
    test: "test/server/api/messenger/visitors.test.ts",
    name: "a session ends in time",
  },
  {
    says: "a redirect is a success",
    file: "server/webhooks/record.ts",
    from: "status !== null && status >= 200 && status <= 299;",
    to: "status !== null && status >= 200 && status <= 399;",
    test: "test/server/webhooks/record.test.ts",
    name: "an attempt that ended with",
  },
  {
    says: "a webhook is disabled after two failures in six days",
    file: "server/webhooks/record.ts",
    from: " && failed_attempts >= rules.failingAfterAttempts",
    to: "",
    test: "test/server/webhooks/attempts.test.ts",
    name: "because of a few failures",
  },
  {
    says: "disabling cancels what was requested too",
    file: "server/webhooks/disable.ts",
    from: "and retry and ${unclaimed}",
    to: "and ${unclaimed}",
    test: "test/server/webhooks/record.test.ts",
    name: "disabling cancels what is planned",
  },
  {
    says: "a receiver may ask for any delay",
    file: "server/webhooks/record.ts",
    from: "Math.min(retryAfter, rules.longestDelay)",
    to: "retryAfter",
    test: "test/server/webhooks/attempts.test.ts",
    name: "wait after a",
  },
  {
    says: "a change of the url does not end the count of failures",
    file: "server/webhooks/record.ts",
    from: "if (found.url !== url) return {};",
    to: "",
    test: "test/server/webhooks/meetings.test.ts",
    name: "what the former receiver responds",
  },
  {
    says: "a list by status has no index in its order",
    file: "server/store/migrations/0001-baseline.ts",
    from: "create index conversations_of_status on conversations (workspace_id, status, created_at desc, id desc);",
    to: "",
    test: "test/server/store/tables.test.ts",
    name: "each filter of a list has an index",
  },
  {
    says: "a creation without an Idempotency-Key is repeated",
    file: "client/send.ts",
    from: 'const idempotent = method === "GET" ||',
    to: 'const idempotent = method === "GET" || method === "POST" ||',
    test: "test/client/retry-policy.test.ts",
    name: "without a key",
  },
  {
    says: "a failed attempt is repeated once too often",
    file: "client/retry-policy.ts",
    from: "if (++failed > retries)",
    to: "if (failed++ > retries)",
    test: "test/client/retry-policy.test.ts",
    name: "as many requests as it may",
  },
  {
    says: "a refused request returns once too often",
    file: "client/retry-policy.ts",
    from: "++postponed > postponements",
    to: "postponed++ > postponements",
    test: "test/client/retry-policy.test.ts",
    name: "as many requests as it may",
  },
  ...sentences.map(textLie("test/contract/witnesses.test.ts", "as it is today")),
  ...numbers.map(
    textLie("test/contract", "names the number of the contract|says its own limits|600 requests"),
  ),
];
