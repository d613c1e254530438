/** Something false that a small change makes of the server, and the test that finds it. */
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
  [
    "openapi/decisions.md",
    "erasure and the rotation of a secret always pass.",
    "erasure and the rotation of a secret pass within the quota.",
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
    test: "server/api/idempotency: belongs to its key and path",
  },
  {
    says: "an erasure does not give back the contact's part of the quota",
    file: "server/api/erasure.ts",
    from: "adjustLedger(tx, { contacts: -1,",
    to: "adjustLedger(tx, { contacts: 0,",
    test: "model/meetings: what several do at random",
  },
  {
    says: "an erasure does not give back the bytes of sessions",
    file: "server/api/erasure.ts",
    from: '(await inBatches(tx, "messenger_sessions"',
    to: '0 * (await inBatches(tx, "messenger_sessions"',
    test: "model/meetings: what several do at random",
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
  ...["subject", "priority", "tags"].map((column) => ({
    says: `a change of a ticket does not store its ${column}`,
    file: "server/api/changes.ts",
    from: "store(tx, row);",
    to: `store(tx, { ...row, ${column}: before.${column} });`,
    test: "conformance/operations: updateTicket.*valid",
  })),
  {
    says: "a cursor has to match the filters",
    file: "server/api/pagination.ts",
    from: "const rows = all(database, values).clearSelect();",
    to:
      "const rows = rangeOf({ ...values, id: undefined, since: undefined }).reduce((some, condition) => " +
      "some.where(condition), all(database, values).clearSelect());",
    test: "conformance/filters: a cursor of .listTickets. need not match",
  },
  {
    says: "a filter is forgotten beside another one",
    file: "server/api/pagination.ts",
    from: "({ workspaceId, ...query });",
    to: '({ workspaceId, ...query, ...("contact_id" in query && { status: undefined }) });',
    test: "conformance/filters: hold together",
  },
  {
    says: "a delivery is claimed for less time than its attempt takes",
    file: "server/webhooks/claim.ts",
    from: "const claimTime = 2 * delivery.timeout;",
    to: "const claimTime = delivery.timeout / 2;",
    test: "server/webhooks/claim: a delivery is claimed for longer than its attempt takes",
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
    says: "the event of a change has the values after it as those before",
    file: "server/api/events.ts",
    from: "Object.entries(before).filter(",
    to: "Object.entries(after).filter(",
    test: "conformance/operations: updateTicket.*valid",
  },
  {
    says: "a change that changes nothing moves updated_at",
    file: "server/api/changes.ts",
    from: "if (isDeepStrictEqual(after, before)) return before;",
    to: "",
    test: "conformance/operations: updateTicket.*valid",
  },
  {
    says: "a later element of a batch does not see the earlier one",
    file: "server/api/contact-batch.ts",
    from: "const before = meant(contacts, element);",
    to: "const before = written.size > 1 ? undefined : meant(contacts, element);",
    test: "server/api/contact-batch: creates and changes by email",
  },
  {
    says: "an unknown query parameter is ignored",
    file: "server/contract/query.ts",
    from: "refuse(unknownParameter);",
    to: "seen.add(name);",
    test: "conformance/errors: of an operation that takes none",
  },
  {
    says: "every message reopens a closed conversation",
    file: "server/api/conversations.ts",
    from: 'if (conversation.status === "open" || author_type === "team") {',
    to: 'if (conversation.status === "open") {',
    test: "server/api/conversations: message of the contact reopens a closed conversation",
  },
  {
    says: "a key that only sends messages is shown the contact's name",
    file: "server/api/conversations.ts",
    from: "mayRead ? message : withoutNameOfContact(message)",
    to: "mayRead || withoutNameOfContact(message) ? message : message",
    test: "conformance/scopes: conversations:write",
  },
  {
    says: "a contact's tickets are the oldest ones",
    file: "server/api/tickets.ts",
    from: '.orderBy("tickets.created_at", "desc")',
    to: '.orderBy("tickets.created_at", "asc")',
    test: "server/api/tickets: lists keep what was asked for",
  },
  {
    says: "an erasure leaves the stored responses",
    file: "server/api/erasure.ts",
    from: 'sql`contact_ids @> array[${id}]`, { key: "ctid" }',
    to: 'sql`contact_ids @> array[${`${id}x`}]`, { key: "ctid" }',
    test: "server/api/erasure: erases all that is stored",
  },
  {
    says: "the expiry of a signature is not signed",
    file: "server/api/messenger/sessions.ts",
    from: "expiry === undefined ? email : `${email}\\n${expiry}`;",
    to: "expiry === undefined ? email : email;",
    test: "server/auth/signing-secrets: can be neither moved",
  },
  {
    says: "an expired signature starts a session",
    file: "server/api/messenger/sessions.ts",
    from: "if (expiry !== undefined && !(await isAhead(store, expiry)))",
    to: 'if (expiry === "" && !(await isAhead(store, expiry)))',
    test: "server/auth/signing-secrets: a signature with an expiry",
  },
  {
    says: "a session of the messenger ends a day late",
    file: "server/auth/find-visitor.ts",
    from: "make_interval(hours => ${limits.messengerSessionHours})",
    to: "make_interval(hours => ${24 + limits.messengerSessionHours})",
    test: "server/api/messenger/visitors: a session ends in time",
  },
  {
    says: "a redirect is a success",
    file: "server/webhooks/record.ts",
    from: "status !== null && status >= 200 && status <= 299;",
    to: "status !== null && status >= 200 && status <= 399;",
    test: "server/webhooks/record: an attempt that ended with",
  },
  {
    says: "a webhook is disabled after two failures in six days",
    file: "server/webhooks/record.ts",
    from: " && failed_attempts >= rules.failingAfterAttempts",
    to: "",
    test: "server/webhooks/attempts: because of a few failures",
  },
  {
    says: "disabling cancels what was requested too",
    file: "server/webhooks/disable.ts",
    from: "and retry and ${unclaimed}",
    to: "and ${unclaimed}",
    test: "server/webhooks/meetings: what is requested is sent",
  },
  {
    says: "a receiver may ask for any delay",
    file: "server/webhooks/record.ts",
    from: "Math.min(retryAfter, rules.longestDelay)",
    to: "retryAfter",
    test: "server/webhooks/attempts: wait after a",
  },
  {
    says: "a change of the url does not end the count of failures",
    file: "server/webhooks/record.ts",
    from: "if (found.url !== url) return undefined;",
    to: "",
    test: "server/webhooks/meetings: what the former receiver responds",
  },
  {
    says: "a list by status has no index in its order",
    file: "server/store/migrations/0001-baseline.ts",
    from: "create index conversations_of_status on conversations (workspace_id, status, created_at desc, id desc);",
    to: "",
    test: "server/store/tables: each filter of a list has an index",
  },
  {
    says: "a creation without an Idempotency-Key is repeated",
    file: "client/send.ts",
    from: 'const idempotent = method === "GET" ||',
    to: 'const idempotent = method === "GET" || method === "POST" ||',
    test: "client/retry-policy: without a key",
  },
  {
    says: "a failed attempt is repeated once too often",
    file: "client/retry-policy.ts",
    from: "if (++failed > retries)",
    to: "if (failed++ > retries)",
    test: "client/retry-policy: as many requests as it may",
  },
  {
    says: "a refused request returns once too often",
    file: "client/retry-policy.ts",
    from: "++postponed > postponements",
    to: "postponed++ > postponements",
    test: "client/retry-policy: as many requests as it may",
  },
  {
    says: "a stale If-Match changes an object",
    file: "server/api/etags.ts",
    from: "if (!names(ifMatch, etag)) throw",
    to: 'if (ifMatch === "") throw',
    test: "server/api/etags: is changed for the program that has read it",
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
    from: "created(operations.getContact.path, data, detail)",
    to: "created(operations.getContact.path, data)",
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
    says: "a repeated response does not say so",
    file: "server/http/dispatch.ts",
    from: '...(isReplay && { "Idempotent-Replayed": "true" })',
    to: "...(isReplay && {})",
    test: "conformance/coverage: says whether it repeats",
  },
  {
    says: "the filter by external_id does nothing",
    file: "server/api/contacts.ts",
    from: 'equal: ["external_id", "lifecycle"]',
    to: 'equal: ["lifecycle"]',
    test: "conformance/filters: external_id.*listContacts.*finds",
  },
  {
    says: "a batch finds a contact by its email before its external_id",
    file: "server/api/contact-batch.ts",
    from: 'const names = ["id", "external_id", "email"] as const;',
    to: 'const names = ["id", "email", "external_id"] as const;',
    test: "server/api/contact-batch: names two contacts is refused",
  },
  {
    says: "a label that is removed and added moves to the end",
    file: "server/api/tags-and-custom-fields.ts",
    from: " || added.includes(tag)",
    to: "",
    test: "conformance/operations: updateContact.*always",
  },
  {
    says: "a label with spaces around it is not removed",
    file: "server/api/tags-and-custom-fields.ts",
    from: "[distinctTags(remove_tags), distinctTags(add_tags)]",
    to: "[remove_tags ?? [], distinctTags(add_tags)]",
    test: "conformance/operations: updateTicket.*always",
  },
  {
    says: "a change of a contact removes its company",
    file: "server/api/contact-rows.ts",
    from: '...(company !== undefined && { company: company ?? "" }),',
    to: 'company: company ?? "",',
    test: "conformance/operations: updateContact.*always",
  },
  {
    says: "null removes the country of a contact",
    file: "server/api/contact-rows.ts",
    from: "country: country ?? defaultCountry",
    to: 'country: country ?? ""',
    test: "conformance/operations: updateContact.*always",
  },
  {
    says: "a change of custom_fields removes the other keys",
    file: "server/api/tags-and-custom-fields.ts",
    from: "new Map(update === null ? [] : Object.entries(before))",
    to: "new Map(update === null ? [] : [])",
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
    says: "an event names no API key",
    file: "server/http/dispatch.ts",
    from: "api_key_id: key?.id ?? null",
    to: "api_key_id: null",
    test: "conformance/operations: createTicket.*valid",
  },
  {
    says: "previous has fields that did not change",
    file: "server/api/events.ts",
    from: "!isDeepStrictEqual(value, values.get(name))",
    to: 'values.has(name) && name !== "id"',
    test: "conformance/operations: updateTicket.*valid",
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
    says: "RateLimit tells its end in milliseconds",
    file: "server/http/rate-limit.ts",
    from: "t=${Math.ceil(resetIn / 1000)}`",
    to: "t=${resetIn}`",
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
  {
    says: "a page of a wrong origin cannot read why",
    file: "server/http/cross-origin.ts",
    from: "if (ofBrowsers.test(path)) response",
    to: 'if (ofBrowsers.test(path) && path === "") response',
    test: "server/auth/messenger-tokens: a page of",
  },
  ...sentences.map(textLie("contract/witnesses: as it is today")),
  ...numbers.map(textLie("contract: names the number of the contract|says its own limits|600 requests")),
];
