import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { claim } from "../../../server/delivery/claim.ts";
import { createPlaces } from "../../../server/delivery/places.ts";
import type { OpenStore } from "../../../server/store/store.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

const webhooks = 20;
const deliveriesPerWebhook = 1000;

/** A store with a long queue, of which the database has no statistics. */
async function longQueue(): Promise<OpenStore> {
  const store = await openTestStore();
  onTestFinished(store.close);
  const run = (statement: string) => sql.raw(statement).execute(store.database);
  await run("alter table webhook_deliveries set (autovacuum_enabled = false)");
  await run("vacuum analyze webhook_deliveries"); // it is empty
  await run("insert into workspaces (id, name, created_at) values ('w', 'w', now())");
  await run(
    `insert into webhooks (workspace_id, id, url, events, description, status, secret, created_at, updated_at)
     select 'w', 'h' || n, 'https://example.com/', '{*}', '', 'enabled', '', now(), now()
     from generate_series(1, ${webhooks}) n`,
  );
  await run(
    "insert into events (workspace_id, id, type, created_at, data) values ('w', 'e', 'contact.created', now(), '{}')",
  );
  await run(
    `insert into webhook_deliveries
       (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
     select 'w', 'd' || h || '-' || n, 'h' || h, 'e', 'pending', true, now(), now()
     from generate_series(1, ${webhooks}) h, generate_series(1, ${deliveriesPerWebhook}) n`,
  );
  return store;
}

test.runIf(onPostgres)(
  "a long queue is not read to claim from it, also when the database has no idea how long it is",
  async () => {
    const store = await longQueue();
    const entriesRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(idx_tup_read)::float8 as read from pg_stat_user_indexes where relname = 'webhook_deliveries'`.execute(
        store.database,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await entriesRead();
    let claims = 0;
    const read = async () => {
      const jobs = await claim(store, createPlaces().room());
      expect(jobs.length).toBeGreaterThan(0);
      claims++;
      return (await entriesRead()) - before;
    };
    // PostgreSQL publishes its counts about once a second.
    await expect.poll(read).toBeGreaterThan(0);
    expect((await read()) / claims).toBeLessThan((webhooks * deliveriesPerWebhook) / 4);
  },
);

test.runIf(onPostgres)("processes that choose the same deliveries share them", async () => {
  const store = await longQueue();
  const claims = Array.from({ length: 8 }, () => claim(store, createPlaces().room()));
  const claimed = (await Promise.all(claims)).flat().map(({ deliveryId }) => deliveryId);
  expect(claimed.length).toBeGreaterThan(0);
  expect(new Set(claimed).size).toBe(claimed.length);
});
