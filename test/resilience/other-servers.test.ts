import { randomBytes } from "node:crypto";
import type pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import type { TestResponse } from "../support/call.ts";
import { operate } from "../support/process.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { openSession } from "../support/postgres.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import {
  expectUnavailable,
  launch,
  makeKeys,
  movedClock,
  type Service,
} from "./service.ts";

/**
 * The limits add up to less than five seconds, in milliseconds; a machine that runs other tests is
 * given four times that.
 */
const longest = 20_000;

const timed = async (request: Promise<TestResponse>) => {
  const began = performance.now();
  const { status, body } = await request;
  return { status, code: body.error?.code, took: performance.now() - began };
};
const slowest = (responses: { took: number }[]) =>
  Math.round(Math.max(...responses.map(({ took }) => took)));
let emails = 0;
const contact = () => ({
  json: { name: "Ana", email: `n${++emails}@example.com` },
});

const count = async (client: pg.Client, from: string) =>
  Number(
    (await client.query<{ count: string }>(`select count(*) from ${from}`))
      .rows[0]?.count,
  );

/**
 * Revokes a key that servers remember: the next request to each of them is refused, whatever kept
 * it from hearing of it.
 */
async function revoke(
  settings: NodeJS.ProcessEnv,
  servers: Service[],
): Promise<void> {
  const database = await openSession(settings["DATABASE_URL"]);
  const { id, key } = await operate(
    settings,
    "keys",
    "create",
    "--workspace",
    "w",
    "--scopes",
    "*",
  );
  const headers = { Authorization: `Bearer ${key}` };
  const statuses = () =>
    Promise.all(
      servers.map(
        async ({ call }) => (await call("/v1/contacts", { headers })).status,
      ),
    );
  expect(await statuses()).toEqual(servers.map(() => 200));
  // One is frozen while the key is revoked. The other one has lost its connection.
  const [frozen] = servers;
  frozen?.program.child.kill("SIGSTOP");
  onTestFinished(() => void frozen?.program.child.kill("SIGCONT"));
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%key_changes%' and pid <> pg_backend_pid()`);
  expect(await operate(settings, "keys", "revoke", id)).toEqual({
    id,
    revoked: true,
  });
  const late = statuses();
  frozen?.program.child.kill("SIGCONT");
  expect(await late).toEqual(servers.map(() => 401));
}

describe.skipIf(!onPostgres)("another server", { timeout: 120_000 }, () => {
  test("that is frozen in the middle of a transaction holds nobody up, and hears late of a key that is revoked", async () => {
    const settings = await emptyStore();
    const keys = await makeKeys(settings, 4);
    const [frozen, other] = await Promise.all([
      launch(settings, keys),
      launch(settings, keys),
    ]);
    await revoke(settings, [frozen, other]);
    const watcher = await openSession(settings["DATABASE_URL"]);
    const holding = `pg_stat_activity where state = 'idle in transaction' and datname = current_database()
      and xact_start < now() - interval '0.2 seconds'`;
    onTestFinished(() => void frozen.program.child.kill("SIGCONT"));
    // Where it is when it is frozen is a matter of luck, so it is tried until a transaction is
    // open.
    for (;;) {
      // Without a key, a creation is one statement, and no transaction waits for its server.
      const once = () => ({
        ...contact(),
        headers: { "Idempotency-Key": randomBytes(8).toString("hex") },
      });
      const writes = Array.from({ length: 40 }, () =>
        frozen.call("/v1/contacts", once()),
      );
      void Promise.allSettled(writes);
      await writes[0];
      frozen.program.child.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 400));
      if ((await count(watcher, holding)) > 0) break;
      frozen.program.child.kill("SIGCONT");
      await Promise.allSettled(writes);
    }
    const began = performance.now();
    const responses: Awaited<ReturnType<typeof timed>>[] = [];
    do responses.push(await timed(other.call("/v1/contacts", contact())));
    while (responses.at(-1)?.status !== 201);
    const blocked = Math.round(performance.now() - began);
    expect(responses.slice(0, -1).map(({ code }) => code)).toEqual(
      Array(responses.length - 1).fill("service_unavailable"),
    );
    expect(slowest(responses)).toBeLessThan(longest);
    expect(blocked).toBeLessThan(longest);
    expect((await other.call("/v1/contacts", contact())).status).toBe(201);
    console.log(
      `a server frozen while it writes: the other one writes again after ${blocked} ms`,
    );
  });

  test.skipIf(!hasPostgres)(
    "that is PostgreSQL, freezes: 503 in time, then right again, and a stop in time",
    async () => {
      const { settings, ...cluster } = await createCluster();
      const keys = await makeKeys(settings, 4);
      const [staying, leaving] = await Promise.all([
        launch(settings, keys),
        launch(settings, keys),
      ]);
      const ask = ({ call }: Service) => [
        ...Array.from({ length: 30 }, () =>
          timed(call("/v1/contacts", contact())),
        ),
        timed(call("/v1/contacts")),
      ];
      await Promise.all([...ask(staying), ...ask(leaving)]);
      cluster.freeze();
      onTestFinished(() => {
        try {
          cluster.thaw();
        } catch {
          // It was removed.
        }
      });
      const responses = await Promise.all([...ask(staying), ...ask(leaving)]);
      expect(responses.filter(({ status }) => status !== 503)).toEqual([]);
      expect(slowest(responses)).toBeLessThan(longest);
      expect((await fetch(`${staying.address}/readyz`)).status).toBe(503);

      const began = performance.now();
      await leaving.program.end();
      const stopped = Math.round(performance.now() - began);
      expect(stopped).toBeLessThan(31_000);

      cluster.thaw();
      const thawed = performance.now();
      await expect
        .poll(async () => (await staying.call("/v1/contacts")).status, {
          timeout: 10_000,
        })
        .toBe(200);
      console.log(
        `PostgreSQL frozen: ${responses.length} requests, all 503 after ${slowest(responses)} ms at the latest; ` +
          `SIGTERM ended in ${stopped} ms; served again ${Math.round(performance.now() - thawed)} ms after it thawed`,
      );
    },
  );

  test("that is PostgreSQL, is busy: what finds no connection in time is a 503, the rest gets its response when it is free again", async () => {
    const settings = await emptyStore();
    const service = await launch(settings, await makeKeys(settings, 4));
    const blocker = await openSession(settings["DATABASE_URL"]);
    await blocker.query("begin; lock table contacts in access exclusive mode");
    const responses = Array.from({ length: 30 }, () =>
      service.call("/v1/contacts"),
    );
    const first = await Promise.race(responses);
    expectUnavailable(first);
    await blocker.query("commit");
    const all = await Promise.all(responses);
    const served = all.filter(({ status }) => status === 200);
    all.filter(({ status }) => status !== 200).forEach(expectUnavailable);
    expect(served.length).toBeGreaterThan(0);
    expect((await service.call("/v1/contacts")).status).toBe(200);
    console.log(
      `pool exhausted: ${served.length} of ${all.length} requests served late, the rest 503`,
    );
  });

  test("whose clock is wrong by hours deletes nothing and misleads nobody", async () => {
    const settings = await emptyStore();
    const keys = await makeKeys(settings, 2);
    const right = await launch(settings, keys);
    const { body } = await right.call("/v1/contacts", { ...contact(), key: 0 });
    const json = { contact_id: body.data.id, body: "Hola" };
    const once = { json, headers: { "Idempotency-Key": "once" }, key: 0 };
    expect((await right.call("/v1/conversations", once)).status).toBe(201);
    const database = await openSession(settings["DATABASE_URL"]);
    await database.query(`
      with token as (
        insert into messenger_tokens (id, workspace_id, name, origins, hash, last_four, secret, created_at)
        select 'mt_1', id, '', '{}', '', '', '', now() from workspaces returning id, workspace_id
      )
      insert into messenger_sessions (id, workspace_id, token_id, hash, name, email, email_verified, created_at)
      select 'ms_1', workspace_id, id, '', '', '', false, now() from token`);
    for (const hours of [40 * 24, -1]) {
      const wrong = await launch(
        { ...settings, ...movedClock(hours), LOG_LEVEL: "info" },
        keys,
      );
      await wrong.program.printed(/expired rows were deleted/);
      expect(await count(database, "events")).toBeGreaterThan(0);
      expect(await count(database, "idempotency_keys")).toBe(1);
      expect(await count(database, "messenger_sessions")).toBe(1);
      const response = await wrong.call("/v1/contacts", {
        ...contact(),
        key: 0,
      });
      expect(
        Math.abs(Date.parse(response.body.data.created_at) - Date.now()),
      ).toBeLessThan(60_000);
      // On a busy machine some get a 503 before they are counted, so this goes on until one is
      // refused.
      const batch = () =>
        Promise.all(
          Array.from({ length: 100 }, () =>
            wrong.call("/v1/nothing", { key: 1 }),
          ),
        );
      let refused: TestResponse | undefined;
      while (!refused)
        refused = (await batch()).find(({ status }) => status === 429);
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(limits.windowSeconds);
      console.log(
        `a clock wrong by ${hours} hours: nothing deleted, Retry-After: ${wait}`,
      );
    }
  });
});
