import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits, scopes } from "../../generated/catalogue.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import { createKeyFinder, type ApiKey } from "../../server/keys/find-key.ts";
import { createKey, type Scope } from "../../server/keys/keys.ts";
import { createMemoryLimiter } from "../../server/limiter.ts";
import { prepare } from "../../server/operator/run.ts";
import { tryLock } from "../../server/store/advisory-lock.ts";
import { change } from "../../server/store/change.ts";
import { checkAnswer } from "../support/check-answer.ts";
import { sendBytes } from "../support/send-bytes.ts";
import { startServer, type Answer, type CallOptions } from "../support/server.ts";
import { onPostgres } from "../support/store.ts";

const everyOperation = Object.keys(operations) as OperationId[];
const limiter = createMemoryLimiter();
const server = await startServer({ limiter });
const known = { name: "Eva", email: "eva@example.com" };

/** What a webhook that is to be deleted is described as, and one that cannot be created. */
const [doomed, refused] = ["doomed", "refused"];

/** A workspace with one of everything: its key, and what a good request for each operation holds. */
interface Workspace {
  key: string;
  requests: Record<OperationId, { id?: string; delivery?: string; json?: object }>;
}

async function fill(workspace: string): Promise<Workspace> {
  const key = await server.key(["*"], workspace);
  const create = async (path: string, json: object): Promise<string> =>
    (await server.call(path, { key, json })).body.data.id;
  const operate = async (...line: string[]): Promise<string> =>
    JSON.parse(await prepare(["operator", ...line, "--workspace", workspace])(server.store)).id;
  await create("/v1/contacts", known);
  const contact_id = await create("/v1/contacts", { name: "Ana", email: "ana@example.com" });
  const first = { contact_id, body: "Hola" };
  const conversation = await create("/v1/conversations", first);
  const ticket = { contact_id, subject: "Factura", description: "Está mal." };
  const article = await operate("article", "--title", "Ayuda", "--body", "…");
  await operate("publish", article);
  const event: string = (await server.call("/v1/events?limit=1", { key })).body.data[0].id;
  const webhook = { url: "https://crm.example.com/", events: ["*"] };
  const watching = await create("/v1/webhooks", webhook);
  const delivery = await create(`/v1/webhooks/${watching}/test`, {});
  return {
    key,
    requests: {
      listContacts: {},
      createContact: { json: { name: "Luz", email: "luz@example.com" } },
      getContact: { id: contact_id },
      listConversations: {},
      createConversation: { json: first },
      getConversation: { id: conversation },
      listMessages: { id: conversation },
      createMessage: { id: conversation, json: { body: "¿Sí?" } },
      listTickets: {},
      createTicket: { json: ticket },
      getTicket: { id: await create("/v1/tickets", ticket) },
      listArticles: {},
      getArticle: { id: article },
      listEvents: {},
      getEvent: { id: event },
      listWebhooks: {},
      createWebhook: { json: webhook },
      getWebhook: { id: watching },
      updateWebhook: { id: watching, json: { description: "" } },
      deleteWebhook: { id: await create("/v1/webhooks", { ...webhook, description: doomed }) },
      rotateWebhookSecret: { id: watching },
      testWebhook: { id: watching },
      listDeliveries: { id: watching },
      redeliverDelivery: { id: watching, delivery },
    },
  };
}

/** Makes rows of a workspace break the contract, so that no answer which shows one can be sent. */
async function breakRows({ key }: Workspace): Promise<void> {
  const { workspaceId } = await keyOf(key);
  const long = "x".repeat(300);
  const changes = [
    sql`update workspaces set name = ${long}, last_ticket_number = -10 where id = ${workspaceId}`,
    sql`update contacts set id = 'nonsense' where workspace_id = ${workspaceId} and email = ${known.email}`,
    sql`update contacts set phone = ${long} where workspace_id = ${workspaceId}`,
    sql`update conversations set subject = ${long} where workspace_id = ${workspaceId}`,
    sql`update tickets set subject = ${long} where workspace_id = ${workspaceId}`,
    sql`update articles set title = ${long} where workspace_id = ${workspaceId}`,
    sql`update events set data = '{}' where workspace_id = ${workspaceId}`,
    sql`insert into webhook_attempts (workspace_id, delivery_id, number, at, response_status, duration_ms, response_excerpt)
      select workspace_id, id, 1, created_at, -1, 0, '' from webhook_deliveries where workspace_id = ${workspaceId}`,
    sql`update webhooks set id = 'nonsense' where workspace_id = ${workspaceId} and description = ${doomed}`,
    sql`update webhooks set url = ${long.repeat(10)} where workspace_id = ${workspaceId}`,
    sql.raw(`alter table webhooks add check (description <> '${refused}')`),
  ];
  for (const change of changes) await change.execute(server.store.database);
}

async function keyOf(secret: string): Promise<ApiKey> {
  const key = await createKeyFinder(server.store)(secret);
  if (!key) throw new Error("There is no such key.");
  return key;
}

const good = await fill("good");
const broken = await fill("broken");
broken.requests.createWebhook.json = { ...broken.requests.createWebhook.json, description: refused };
broken.requests.deleteWebhook.id = "nonsense";
await breakRows(broken);

const usedUp = await createKey(server.store, { workspace: "good", scopes: ["*"] });
for (let i = 0; i < limits.requestsPerWindow; i++) await limiter.consume(usedUp.id);

const closed = await startServer();
const keyOfClosed = await closed.key(["*"]);
await closed.store.database.destroy();

/** Sends the good request for an operation, but for what the options say. Without a key there it has none. */
function send(
  operation: OperationId,
  options: CallOptions & { id?: string; query?: string },
  { on = server, of = good } = {},
): Promise<Answer> {
  const { method, path } = operations[operation];
  const request = of.requests[operation];
  const { id = request.id ?? "", query = "", ...rest } = options;
  const json = rest.body === undefined && request.json !== undefined ? { json: request.json } : {};
  const place = path.replace("{id}", id).replace("{delivery_id}", request.delivery ?? "");
  return on.call(place + query, { method: method.toUpperCase(), ...json, ...rest });
}

/** Sends a request as Node's parser gets it, so that Node itself refuses it. */
async function sendLine(operation: OperationId, fields: string): Promise<Answer> {
  const { method, path } = operations[operation];
  const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "x")} HTTP/1.1`;
  const answer = await sendBytes(`${line}\r\n${fields}\r\n`, server.address);
  checkAnswer(method.toUpperCase(), path, answer);
  return answer;
}

/** How each status comes about, for any operation that declares it. */
const causes: Record<number, (operation: OperationId) => Promise<Answer>> = {
  200: succeed,
  201: succeed,
  202: succeed,
  400: (operation) => sendLine(operation, ""),
  401: (operation) => send(operation, {}),
  403: async (operation) => {
    const needed: readonly string[] = operations[operation].scopes;
    const others = (Object.keys(scopes) as Scope[]).filter(
      (scope) => scope !== "*" && !needed.includes(scope),
    );
    return send(operation, { key: await server.key(others, "good") });
  },
  404: (operation) => send(operation, { key: good.key, id: "nobody" }),
  409: (operation) =>
    operation === "createContact"
      ? send(operation, { key: good.key, json: known })
      : repeatTooSoon(operation),
  413: (operation) => send(operation, { key: good.key, json: { name: "x".repeat(limits.bodyBytes) } }),
  415: (operation) => send(operation, { key: good.key, headers: { "Content-Type": "text/plain" } }),
  422: (operation) => send(operation, { key: good.key, query: "?unknown=1" }),
  429: (operation) => send(operation, { key: usedUp.key }),
  431: (operation) => sendLine(operation, `X: ${"x".repeat(20_000)}\r\n`),
  500: (operation) => {
    // Of the rows that are there, createContact shows nothing but the id of the contact that has the email.
    const json = operation === "createContact" ? { json: known } : {};
    return send(operation, { key: broken.key, ...json }, { of: broken });
  },
  503: (operation) => send(operation, { key: keyOfClosed }, { on: closed }),
};

/** With no more scopes than the contract asks for. */
async function succeed(operation: OperationId): Promise<Answer> {
  return send(operation, { key: await server.key([...operations[operation].scopes], "good") });
}

/** Sends a request while the first one with its Idempotency-Key still holds the lock. */
async function repeatTooSoon(operation: OperationId): Promise<Answer> {
  const { id: api_key_id, workspaceId: workspace_id } = await keyOf(good.key);
  const { id = "", delivery = "" } = good.requests[operation];
  const path = operations[operation].path.replace("{id}", id).replace("{delivery_id}", delivery);
  const request = { workspace_id, api_key_id, path, key: "busy" };
  return change(server.store, workspace_id, async (change) => {
    await tryLock(change, "idempotency", JSON.stringify(request));
    return send(operation, { key: good.key, headers: { "Idempotency-Key": "busy" } });
  });
}

/**
 * The embedded store has one connection, so that the second request waits until the first one is done. A 408 comes
 * before the operation is known: http.test.ts has it.
 */
const cannotHappen = (operation: OperationId, status: number) =>
  status === 408 || (!onPostgres && status === 409 && operation !== "createContact");

test("every operation gives every answer that it declares", async () => {
  const gaps: string[] = [];
  for (const operation of everyOperation) {
    for (const status of operations[operation].statuses) {
      if (cannotHappen(operation, status)) continue;
      const answer = await causes[status]?.(operation);
      if (answer?.status !== status) {
        gaps.push(`${operation} × ${status}: ${answer?.status ?? "nothing here brings it about"}`);
      }
    }
  }
  expect(gaps).toEqual([]);
});
