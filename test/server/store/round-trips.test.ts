import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import {
  everyOperation,
  operationOf,
  type TestedOperation,
} from "../../support/operation.ts";
import {
  credentialsOf,
  fillWorkspace,
  requestTo,
} from "../../support/world.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { copyDatabase } from "../../support/postgres.ts";

/**
 * Stands before a PostgreSQL server. It counts how often somebody sends something after a response:
 * the round trips. Those that follow the changes of keys are not counted, as they come every 300
 * ms.
 */
async function startCounter(server: URL) {
  let trips = 0;
  const counter = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    let isAsking = false;
    let followsKeys = false;
    client.on("data", (bytes) => {
      followsKeys ||= bytes.includes("listen contacts_api_key_changes");
      if (!isAsking && !followsKeys) trips++;
      isAsking = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      isAsking = false;
      client.write(bytes);
    });
    client.on("close", () => upstream.destroy()).on("error", () => undefined);
    upstream.on("close", () => client.destroy()).on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => counter.once("listening", resolve));
  const url = new URL(server);
  url.hostname = "127.0.0.1";
  url.port = String((counter.address() as AddressInfo).port);
  return { url: url.href, trips: () => trips, close: () => counter.close() };
}

/**
 * The round trips of each write with an `Idempotency-Key`: one to begin, one to look the key up,
 * those of the operation, and one to commit. An erasure takes as many as there is to erase.
 */
const expected: Record<string, number> = {
  updateConversation: 3,
  updateTicket: 3,
  updateWebhook: 3,
  "createContact without a key": 3,
  createContact: 4,
  // The conversations and tickets are counted once the contact is locked.
  updateContact: 4,
  createMessengerSession: 4,
  createConversation: 5,
  createMessage: 5,
  createTicket: 5,
  createWebhook: 5,
  redeliverDelivery: 5,
  rotateWebhookSecret: 5,
  testWebhook: 5,
  // The contacts are locked, and then read.
  batchContacts: 6,
  // One of them finds the session.
  createMessengerConversation: 6,
  createMessengerMessage: 6,
};

test.runIf(onPostgres)("a write takes three to six round trips", async () => {
  const { url, drop } = await copyDatabase();
  const counter = await startCounter(new URL(url));
  const store = await openPostgres(counter.url);
  const server = await startServer({ store });
  afterAll(async () => {
    await store.close();
    counter.close();
    await drop();
  });
  const [rows = {}] = await fillWorkspace(
    { address: server.address, store },
    "test",
    ["one"],
  );
  const credentials = credentialsOf({ store, cipher: server.cipher }, "test");
  let count = 0;
  /** The fewest of four requests: the first ones also read the key, and open connections. */
  const tripsOf = async (operation: TestedOperation, withKey = true) => {
    const key = await credentials.for(operation, rows);
    const each: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { path, ...request } = requestTo(operation, rows, [
        `text${++count}`,
      ]);
      const headers = withKey ? { "Idempotency-Key": `key-${count}` } : {};
      const before = counter.trips();
      const { status } = await server.call(path, {
        key,
        ...request,
        headers,
      });
      expect(status, operation.id).toBeLessThan(300);
      each.push(counter.trips() - before);
    }
    return Math.min(...each);
  };
  const trips: Record<string, number> = {};
  for (const operation of everyOperation)
    if (!["GET", "DELETE"].includes(operation.method))
      trips[operation.id] = await tripsOf(operation);
  const create = operationOf("createContact");
  trips["createContact without a key"] = await tripsOf(create, false);
  expect(trips).toEqual(expected);
});
