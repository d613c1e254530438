import { sql, type KyselyPlugin } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { watchSchema } from "../../../server/boot/schema-watch.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { findFaults } from "../../../server/store/schema/faults.ts";
import type { OpenStore } from "../../../server/store/open/open-store.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { serve } from "../../support/server.ts";
import { addressOf, createRole } from "../../support/postgres.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

/** Compares a store all the time, and serves it. */
async function watch(store: OpenStore) {
  const lines: { level: number; msg: string; statement?: string }[] = [];
  const log = createLog("info", {
    write: (line: string) => lines.push(JSON.parse(line)),
  });
  const watched = watchSchema(store, log, 1);
  onTestFinished(watched.stop);
  const { address, close } = await serve({ store, isWhole: watched.isWhole });
  onTestFinished(close);
  const ready = async () => (await fetch(`${address}/readyz`)).status;
  return { lines, ready, ...watched };
}

const execute = ({ database }: OpenStore, statement: string) =>
  sql.raw(statement).execute(database);

test("a trigger that is dropped while a server runs makes /readyz 503 until it is made again, and is logged once with its statement", async () => {
  const store = await openTestStore();
  const { lines, ready, counts } = await watch(store);
  expect(await ready()).toBe(200);

  await execute(store, "drop trigger keep_audit_log on audit_log");

  await expect.poll(ready).toBe(503);
  expect(counts()).toEqual({ refused: 1, slower: 0 });
  const missing = expect.objectContaining({
    level: 50,
    msg: "database: the trigger keep_audit_log of audit_log is missing",
    statement: expect.stringMatching(/^CREATE TRIGGER keep_audit_log /),
  });
  await expect.poll(() => lines).toContainEqual(missing);

  await execute(store, lines.at(-1)?.statement ?? "");

  await expect.poll(ready).toBe(200);
  await expect.poll(counts).toEqual({ refused: 0, slower: 0 });
  // However often it was compared.
  expect(lines.filter(({ msg }) => msg.endsWith("is missing"))).toHaveLength(1);
});

test.runIf(onPostgres)(
  "a right that is revoked while a server runs makes /readyz 503 until it is granted again, and is logged",
  async () => {
    const owner = await openTestStore();
    const { name, url, admin } = await createRole(await addressOf(owner));
    const rights = "select, insert, update, delete";
    await admin.query(
      `grant ${rights} on all tables in schema public to ${name}`,
    );
    const store = await openPostgres(url);
    onTestFinished(store.close);
    const { lines, ready } = await watch(store);
    expect(await ready()).toBe(200);

    const revoked = [
      { right: "insert", table: "contacts" },
      { right: "delete", table: "migrations" },
      { right: "select", table: "tickets" },
      { right: "update", table: "webhooks" },
    ];
    for (const { right, table } of revoked)
      await admin.query(`revoke ${right} on ${table} from ${name}`);

    await expect.poll(ready).toBe(503);
    for (const { table } of revoked)
      await expect
        .poll(() => lines)
        .toContainEqual(
          expect.objectContaining({
            level: 50,
            msg: `database: this user may not read and write ${table}. Grant it as server/OPERATIONS.md says under Upgrade and rollback.`,
          }),
        );

    await admin.query(
      `grant ${rights} on all tables in schema public to ${name}`,
    );

    await expect.poll(ready).toBe(200);
  },
);

test("an index that is dropped while a server runs is a warning, and the server stays ready", async () => {
  const store = await openTestStore();
  const { lines, ready, counts } = await watch(store);

  await execute(store, "drop index contacts_search_grams");

  // A comparison during the drop itself may see a part of the index.
  await expect
    .poll(() => lines)
    .toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: "database: the index contacts_search_grams of contacts is missing; requests are slower",
        statement: expect.stringMatching(
          /^CREATE INDEX contacts_search_grams /,
        ),
      }),
    );
  expect(counts()).toEqual({ refused: 0, slower: 1 });
  expect(await ready()).toBe(200);
});

test("what was found last is reported while the database cannot be asked", async () => {
  let refused = 0;
  let isAway = false;
  const away: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!isAway) return node;
      refused++;
      throw new Error("The database is away.");
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const store = await openTestStore();
  const asked = { ...store, database: store.database.withPlugin(away) };
  const { counts } = await watch(asked);
  await execute(store, "drop trigger keep_audit_log on audit_log");
  await expect.poll(counts).toEqual({ refused: 1, slower: 0 });

  isAway = true;

  await expect.poll(() => refused).toBeGreaterThan(2);
  expect(counts()).toEqual({ refused: 1, slower: 0 });
});

test("nothing is compared after the server has stopped, also when a comparison was under way", async () => {
  let asked = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const store = await openTestStore();
  const watched = watchSchema(
    { ...store, database: store.database.withPlugin(counting) },
    createLog("silent"),
    1,
  );
  await expect.poll(() => asked, { interval: 1 }).toBeGreaterThan(0);

  watched.stop();

  const askedMeanwhile = async () => {
    const before = asked;
    await findFaults(store.database); // which takes as long as a comparison
    return asked - before;
  };
  await expect.poll(askedMeanwhile).toBe(0);
});
