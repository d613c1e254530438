import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { limits, scopes, values } from "../../generated/constants.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import { createKeyFinder } from "../../server/auth/find-key.ts";
import {
  createSessionFinder,
  createTokenFinder,
} from "../../server/auth/find-visitor.ts";
import { hashSecret } from "../../server/auth/secret.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { prepare } from "../../server/operator/run.ts";
import { tryLock } from "../../server/store/locks.ts";
import { inTransaction } from "../../server/store/transaction.ts";
import { codes } from "../contract/reading.ts";
import { contract } from "../support/at.ts";
import { responseErrors } from "../support/check-response.ts";
import { everythingDeclared } from "../support/declared.ts";
import {
  credentialsOf,
  fillWorkspace,
  nobody,
  requestTo,
  type Rows,
} from "../support/world.ts";
import {
  everyOperation,
  operationAt,
  type TestedOperation,
} from "../support/operation.ts";
import { sendBytes } from "../support/raw.ts";
import type { TestResponse, CallOptions } from "../support/call.ts";
import { tablesOfAllNodes } from "../support/one-workspace.ts";
import { startServer } from "../support/server.ts";
import { onPostgres } from "../support/store.ts";

const limiter = createMemoryLimiter();
const server = await startServer({ limiter });
const [rows = {}, spare = {}] = await fillWorkspace(server, "test", [
  "one",
  "two",
]);
const key = await server.key(["*"]);

const credentials = credentialsOf(server, "test");
/** Returns a credential with full access for an operation. */
const fullAccess = (operation: TestedOperation): Promise<string> =>
  operation.scheme === "apiKey"
    ? Promise.resolve(key)
    : credentials.for(operation, rowsFor(operation));

/** Creates a credential of each security scheme at another server. */
const secretsOf = async (target: typeof server) => {
  const of = credentialsOf(target, "test");
  const oneOfEach = new Map(
    everyOperation.map((operation) => [operation.scheme, operation]),
  );
  const secrets = [...oneOfEach.values()].map(
    async (operation) =>
      [operation.scheme, await of.for(operation, {}, ["*"])] as const,
  );
  return Object.fromEntries(await Promise.all(secrets)) as Record<
    TestedOperation["scheme"],
    string
  >;
};

const closed = await startServer();
const ofClosed = await secretsOf(closed);
await closed.store.database.destroy();

/** A server without tables, except those that identify the sender of a request. */
const broken = await startServer();
const ofBroken = await secretsOf(broken);
const internal = ["workspaces", ...tablesOfAllNodes];
for (const {
  name,
  schema,
  isView,
} of await broken.store.database.introspection.getTables()) {
  if (schema !== "public" || isView || internal.includes(name)) continue;
  await sql`drop table ${sql.table(name)} cascade`.execute(
    broken.store.database,
  );
}
await sql`alter table messenger_sessions drop column name cascade`.execute(
  broken.store.database,
);
await sql`alter table api_keys drop column last_four cascade`.execute(
  broken.store.database,
);

/** Returns the rows for an operation. Deletions have their own rows. */
const rowsFor = ({ method }: TestedOperation): Rows =>
  method === "DELETE" ? spare : rows;

/**
 * Sends the good request to an operation, with the changes in `options`. Sends no key when
 * `options` has none.
 */
function send(
  operation: TestedOperation,
  options: CallOptions & { of?: Rows; texts?: string[]; query?: string },
  { call } = server,
): Promise<TestResponse> {
  const { of = rowsFor(operation), texts, query = "", ...rest } = options;
  const { path, ...request } = requestTo(operation, of, texts);
  return call(path + query, { ...request, ...rest });
}

/** Sends a request as Node's parser gets it, so that Node itself refuses it. */
async function sendLine(
  { method, path }: TestedOperation,
  fields: string,
): Promise<TestResponse> {
  const line = `${method} ${path.replaceAll(/\{\w+\}/g, "x")} HTTP/1.1`;
  const response = await sendBytes(`${line}\r\n${fields}\r\n`, server.address);
  const errors = responseErrors(operationAt(method, path), method, response);
  // Nobody knows the operation yet, so no header says that it is deprecated.
  expect(errors.filter(({ law }) => law !== "deprecation")).toEqual([]);
  return response;
}

/** The cause of each status, and of each code of a 409, for any operation that declares it. */
const causes: Record<
  string,
  (operation: TestedOperation) => Promise<TestResponse>
> = {
  200: succeed,
  201: succeed,
  202: succeed,
  304: async (operation) =>
    send(operation, {
      key: await fullAccess(operation),
      headers: { "If-None-Match": "*" },
    }),
  400: (operation) => sendLine(operation, ""),
  401: (operation) => send(operation, {}),
  403: async (operation) => {
    if (operation.scheme !== "apiKey")
      return send(operation, {
        key: await fullAccess(operation),
        headers: { Origin: "https://other.example" },
      });
    // What any key may call is refused to a suspended workspace alone.
    if (operation.scopes.length === 0)
      return send(operation, await suspended());
    const otherScopes = (Object.keys(scopes) as Scope[]).filter(
      (scope) => scope !== "*" && !operation.scopes.includes(scope),
    );
    return send(operation, { key: await server.key(otherScopes) });
  },
  404: async (operation) =>
    send(operation, { key: await fullAccess(operation), of: nobody(rows) }),
  412: async (operation) => {
    const json = others[operation.id];
    const headers = { "If-Match": '"another"' };
    const key = await fullAccess(operation);
    return send(operation, {
      key,
      of: rows,
      texts: ["412"],
      headers,
      ...(json && { json }),
    });
  },
  "409 conflict": async (operation) => {
    const key = await fullAccess(operation);
    if (operation.method === "PATCH")
      return send(operation, { key, json: { email: await emailOf(spare) } });
    return send(operation, { key, texts: ["one", "two"] }); // the first row was made with them
  },
  "409 request_in_progress": repeatTooSoon,
  413: async (operation) =>
    send(operation, {
      key: await fullAccess(operation),
      json: { name: "x".repeat(limits.bodyBytes) },
    }),
  415: async (operation) =>
    send(operation, {
      key: await fullAccess(operation),
      headers: { "Content-Type": "text/plain" },
    }),
  422: async (operation) =>
    send(operation, { key: await fullAccess(operation), query: "?unknown=1" }),
  429: async (operation) => {
    const usedUp = await credentials.for(operation, rows);
    const { id } = await callerOf(operation, usedUp);
    // A token shares the window of its visitors' addresses; only its sessions have a window of the
    // token.
    const ofToken = {
      requests: limits.messengerSessionsPerToken,
      seconds: limits.messengerWindowSeconds,
    };
    const isToken = operation.scheme === "messengerPublicToken";
    const consume = () =>
      isToken
        ? limiter.consume(`sessions:${id}`, ofToken)
        : limiter.consume(id);
    while ((await consume()).allowed);
    return send(operation, { key: usedUp });
  },
  431: (operation) => sendLine(operation, `X: ${"x".repeat(20_000)}\r\n`),
  500: (operation) =>
    send(operation, { key: ofBroken[operation.scheme] }, broken),
  503: (operation) =>
    send(operation, { key: ofClosed[operation.scheme] }, closed),
};

/** Operation → a body that changes the object after the documented request. */
const others: { [Id in OperationId]?: object } = {
  updateContact: { phone: "412" },
  updateConversation: { status: "open" },
  updateTicket: { subject: "412" },
  updateWebhook: { description: "412" },
};

/** A key of a workspace that is suspended. */
async function suspended(): Promise<{ key: string }> {
  const key = await server.key(["*"], "suspended");
  const line = ["suspend", "--workspace", "suspended", "--reason", "a loop"];
  await prepare(["operator", ...line])(server.store);
  return { key };
}

/** The email of a contact, which no other contact can get. */
const emailOf = async ({ ct = "" }: Rows): Promise<string> =>
  (await server.call(`/v1/contacts/${ct}`, { key })).body.data.email;

/** Sends a valid request with a key that has only the scopes that the contract requires. */
async function succeed(operation: TestedOperation): Promise<TestResponse> {
  const key = await credentials.for(operation, rowsFor(operation));
  // Two operations may not store the same text, so each sends its own.
  return send(operation, { key, texts: [operation.id] });
}

/** Returns the owner of a secret. */
async function callerOf(
  { scheme }: TestedOperation,
  secret: string,
): Promise<{ id: string; workspaceId: string }> {
  const finders = {
    apiKey: createKeyFinder,
    messengerPublicToken: createTokenFinder,
    messengerVisitor: createSessionFinder,
  };
  const found = await finders[scheme](server.store).find(hashSecret(secret));
  if (!found) throw new Error("There is no such secret.");
  return found;
}

/** Sends a request while the first one with its Idempotency-Key still holds the lock. */
async function repeatTooSoon(
  operation: TestedOperation,
): Promise<TestResponse> {
  const key = await fullAccess(operation);
  const { path } = requestTo(operation, rows);
  const { id: api_key_id, workspaceId: workspace_id } = await callerOf(
    operation,
    key,
  );
  // As server/api/stored-responses.ts names it.
  const name = JSON.stringify({ workspace_id, api_key_id, path, key: "busy" });
  return inTransaction(server.store, workspace_id, async ({ database }) => {
    await sql`select ${tryLock("idempotency", name)}`.execute(database);
    return send(operation, { key, headers: { "Idempotency-Key": "busy" } });
  });
}

/** Returns the declared statuses of an operation, a 409 once for each code. */
function declaredBy({ id, path, method }: TestedOperation): string[] {
  const pointer = `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/409`;
  return operations[id].statuses
    .filter((status) => status !== 408) // it comes before the operation is known: http.test.ts has it
    .flatMap((status) =>
      status === 409
        ? codes(pointer).map((code) => `409 ${code}`)
        : `${status}`,
    )
    .filter((status) => onPostgres || status !== "409 request_in_progress"); // on one connection it waits
}

test("every operation responds with every status that it declares, and with every code of a 409", async () => {
  const gaps: string[] = [];
  for (const operation of everyOperation)
    for (const declared of declaredBy(operation)) {
      const response = await causes[declared]?.(operation);
      const code =
        response?.status === 409 ? ` ${response.body.error.code}` : "";
      const instead = response
        ? `${response.status}${code}`
        : "`causes` does not say how it comes about";
      if (instead !== declared)
        gaps.push(`${operation.id} × ${declared}: ${instead}`);
    }
  expect(gaps).toEqual([]);
});

test("every value that the team may choose is shown, and each change is an event that is delivered", async () => {
  const [{ ct = "", cv = "", tk = "", ar = "", wh = "" } = {}] =
    await fillWorkspace(server, "values", ["one"]);
  const key = await server.key(["*"], "values");
  const operate = (...line: string[]) =>
    prepare(["operator", ...line, "--workspace", "values"])(server.store);
  const change = (path: string, json: object) =>
    server.call(path, { key, method: "PATCH", json });
  const shown = async <Path extends string>(path: Path) =>
    (await server.call(path, { key })).body;
  for (const lifecycle of values.Lifecycle) {
    await operate("contact", ct, "--lifecycle", lifecycle);
    expect(await shown(`/v1/contacts/${ct}`)).toMatchObject({
      data: { lifecycle },
    });
  }
  for (const status of values.TicketStatus) {
    await change(`/v1/tickets/${tk}`, { status });
    expect(await shown(`/v1/tickets/${tk}`)).toMatchObject({
      data: { status },
    });
  }
  await change(`/v1/conversations/${cv}`, { status: "closed" });
  await operate("unpublish", ar);
  const spare = { name: "x", email: "erased@example.com" };
  const erased = (await server.call("/v1/contacts", { key, json: spare })).body
    .data.id;
  await server.call(`/v1/contacts/${erased}`, { key, method: "DELETE" });
  const events = (await shown("/v1/events?limit=100")).data;
  const byTeam = events
    .filter(({ type }) => type === "contact.updated")
    .map(({ request }) => request);
  expect(byTeam).toEqual(values.Lifecycle.slice(1).map(() => null));
  // The article was published before there was a webhook.
  const delivered = (await shown(`/v1/webhooks/${wh}/deliveries?limit=100`))
    .data;
  expect(delivered.map(({ event_type }) => event_type)).toEqual(
    expect.arrayContaining([
      "contact.updated",
      "contact.deleted",
      "conversation.updated",
      "ticket.updated",
      "article.unpublished",
    ]),
  );
});

test("a value that the contract adds to an enum, and no response shows, is missed at the end of a run", () => {
  const before = everythingDeclared();
  const listed: string[] =
    contract.components.schemas.ConversationStatus["x-extensible-enum"];
  listed.push("archived");
  onTestFinished(() => void listed.pop());
  const added = [...everythingDeclared()].filter(
    (choice) => !before.has(choice),
  );
  expect(added).toEqual([
    '#/components/schemas/ConversationStatus: "archived"',
  ]);
});
