import pg from "pg";
import { expect, test } from "vitest";
import type { Tables } from "../../../server/store/tables.ts";
import { startServer } from "../../support/server.ts";
import { addressOf, onPostgres } from "../../support/store.ts";
import { waitingForLock } from "../store/while-locked.ts";

const server = await startServer({ localWebhooks: true });
/** Another process: one lets a workspace erase one thing at a time. */
const other = await startServer({ store: server.store });
const key = await server.key(["*"]);
const call = server.caller(() => key);

let n = 0;
const contact = () => ({ name: "Ana", email: `ana${++n}@example.com` });

// A lock is waited for two seconds, in which a busy machine may not get as far as the other locks.
test.skipIf(!onPostgres)("a webhook is deleted while a person is erased", { retry: 2 }, async () => {
  const [luz, ana] = [contact(), contact()];
  const headers = { "Idempotency-Key": luz.email };
  const { body } = await server.call("/v1/contacts", { key, json: luz, headers });
  const webhook = await call("/v1/webhooks", { url: "http://127.0.0.1:1/", events: ["*"] });
  await call("/v1/contacts", ana);
  const [path, person] = [`/v1/webhooks/${webhook.body.data.id}`, `/v1/contacts/${body.data.id}`];

  const { deleting, erasing } = await whileLocked("idempotency_keys", async () => {
    const requests = await whileLocked("webhook_deliveries", async () => {
      const deleting = call(path, undefined, "DELETE");
      await waiting(1); // for the delivery about Ana
      expect((await call(person, { company: "Faro" }, "PATCH")).status).toBe(200);
      const erasing = other.call(person, { key, method: "DELETE" });
      await waiting(2); // the erasure has erased the delivery about Luz
      return { deleting, erasing };
    });
    await waiting(2); // the deletion waits for that
    return requests;
  });
  expect((await Promise.all([deleting, erasing])).map(({ status }) => status)).toEqual([200, 200]);
});

/** Does `work` while another connection has locked all rows of a table. */
async function whileLocked<T>(table: keyof Tables, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(await addressOf(server.store));
  await client.connect();
  await client.query(`begin; select from ${table} for update`);
  return work().finally(() => client.end());
}

/** Waits until so many sessions wait for a lock. */
const waiting = (count: number) =>
  expect.poll(() => waitingForLock(server.store), { interval: 5 }).toBe(count);
