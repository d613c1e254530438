import { sql } from "kysely";
import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const commandLine = ["operator", "webhooks", "--failing"];

test("webhooks --failing shows first what has failed for the longest time", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  for (const failing_since of ["2026-03-02", "2026-03-01", "2026-03-03"]) {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set({ failing_since: `${failing_since}T00:00:00.000Z` })
      .where("id", "=", id)
      .execute();
  }
  const { webhooks } = await runCommand(store, commandLine);
  const since: string[] = webhooks.map(
    (webhook: { failing_since: string }) => webhook.failing_since,
  );
  expect(since.map((time) => time.slice(0, 10))).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
});

test("webhooks --failing shows last what was disabled for failing and has succeeded since", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  const create = async (fields: object) => {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set(fields)
      .where("id", "=", id)
      .execute();
    return id;
  };
  const disabled = { status: "disabled", disabled_reason: "gone" };
  const gone = await create(disabled);
  const failing = await create({
    failing_since: "2026-03-01T00:00:00.000Z",
  });
  await create({ ...disabled, disabled_reason: "manual" });

  const { webhooks } = await runCommand(store, commandLine);

  const ids = webhooks.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([failing, gone]);
});

test("webhooks --failing shows the last attempt of a webhook's 1,000 newest deliveries", async () => {
  const { store, as, workspaceId } = await startServer();
  const acme = await as("acme");
  const workspace = await workspaceId("acme");
  const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
  const { id } = (await acme("/v1/webhooks", webhook)).body.data;
  await sql`update webhooks set failing_since = now()`.execute(store.database);
  await sql`
    insert into events (workspace_id, id, type, created_at, data)
    values (${workspace}, 'evt_1', 'contact.created', now(), '{}')`.execute(
    store.database,
  );
  const addDeliveries = (first: number, last: number) =>
    sql`
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, created_at)
      select ${workspace}, 'whd_' || n, ${id}, 'evt_1', 'failed', true, now() + make_interval(secs => n)
      from generate_series(${first}::integer, ${last}::integer) n`.execute(
      store.database,
    );
  const addAttempt = (delivery: string, at: string, error: string) =>
    sql`
      insert into webhook_attempts (workspace_id, delivery_id, number, at, error, response_excerpt, duration_ms)
      values (${workspace}, ${delivery}, 1, ${at}, ${error}, '', 1)`.execute(
      store.database,
    );
  const lastError = async () => {
    const { webhooks } = await runCommand(store, commandLine);
    return webhooks[0].last_attempt.error;
  };
  await addDeliveries(1, 1000);
  await addAttempt("whd_1000", "2026-04-01T09:00:00Z", "dns_error");
  await addAttempt("whd_1", "2026-04-01T09:00:01Z", "timeout");

  expect(await lastError()).toBe("timeout");
  await addDeliveries(1001, 1001);
  expect(await lastError()).toBe("dns_error");
});

test("webhooks --failing lists none where none fails", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
  expect((await acme("/v1/webhooks", webhook)).status).toBe(201);

  expect(await runCommand(store, commandLine)).toEqual({ webhooks: [] });
});
