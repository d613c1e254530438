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
    test: "test/server/store/ledger.test.ts",
    name: "the ledger equals a recount of the rows",
  },
  {
    says: "an erasure does not give back the bytes of sessions",
    file: "server/api/erasure.ts",
    from: '(await inBatches(tx, "messenger_sessions"',
    to: '0 * (await inBatches(tx, "messenger_sessions"',
    test: "test/server/store/ledger.test.ts",
    name: "the ledger equals a recount of the rows",
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
];
