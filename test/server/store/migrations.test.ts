import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import { EventEmitter } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createKey, listKeys, revokeKey } from "../../../server/keys/keys.ts";
import { newId } from "../../../server/ids.ts";
import { defaultQuotas } from "../../../server/store/quotas.ts";
import { containing } from "../../../server/resources/contact-search.ts";
import { newestIds } from "../../../server/resources/newest-matching.ts";
import { openEmbedded } from "../../../server/store/embedded.ts";
import { appliedMigrations, migrations } from "../../../server/store/migrate.ts";
import { databaseNow, openPostgres, type Opening } from "../../../server/store/postgres.ts";
import { localRevocations } from "../../../server/store/revocations.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { createDatabase } from "../../support/database.ts";
import { onPostgres } from "../../support/store.ts";

type Migration = keyof typeof migrations;
const names = Object.keys(migrations) as Migration[];

/** An empty store, opened as a version opened it that knew these migrations, and how the present one opens it. */
async function earlierStore(...known: Migration[]) {
  const { pool, close, reopen } = onPostgres ? await emptyDatabase() : await emptyFolder();
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const error = await startAs(database, known);
  if (error) throw error;
  const store: Store = {
    database,
    now: databaseNow,
    quotas: defaultQuotas,
    deliveries: new EventEmitter(),
    revocations: localRevocations(),
  };
  return { store, close: () => database.destroy().then(close), reopen };
}

/** Does what a version that knew these migrations did at its start. Gives the reason why it did not start. */
async function startAs(database: Kysely<Tables>, known: readonly Migration[]): Promise<unknown> {
  const applied = await appliedMigrations(database);
  if (known.includes("0007-servers") && applied.some((name) => !known.includes(name as Migration))) {
    const { name } = await database.selectFrom("required_migration").select("name").executeTakeFirstOrThrow();
    return known.includes(name as Migration) ? undefined : new Error(`It needs ${name}.`);
  }
  const earlier = Object.fromEntries(known.map((name) => [name, migrations[name]]));
  const provider = { getMigrations: () => Promise.resolve(earlier) };
  return (await new Migrator({ db: database, provider }).migrateToLatest()).error;
}

async function emptyDatabase() {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const pool = new pg.Pool({ connectionString: url });
  // The end of a pool does not wait for its connections, which the drop of the database may end before.
  pool.on("connect", (client) => client.on("error", () => undefined)).on("error", () => undefined);
  return { pool, close: () => Promise.resolve(), reopen: (opening?: Opening) => openPostgres(url, opening) };
}

async function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), "contacts-earlier-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lite = await PGlite.create(join(folder, "pglite"), { extensions: { btree_gin, pg_trgm, unaccent } });
  const pool = new pg.Pool(createPgConfig(lite));
  return { pool, close: () => lite.close(), reopen: (opening?: Opening) => openEmbedded(folder, opening) };
}

/** Writes a contact as each version did. */
async function addContact(
  { database }: Store,
  workspaceId: string,
  name = "Ana Núñez Ñancupil",
): Promise<string> {
  const id = newId("ct");
  await sql`
    insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, last_seen_at)
    values (${workspaceId}, ${id}, ${name}, 'a+b@example.com', '', '', 'Chile', '', '{}', 'lead', false,
      'api', '{}', now(), now())`.execute(database);
  return id;
}

test("a store that knew three migrations keeps its contacts, and finds them by any text", async () => {
  const earlier = await earlierStore("0001-contacts", "0002-workspace", "0003-webhooks");
  await createKey(earlier.store, { workspace: "test", scopes: ["*"] });
  const { id: workspaceId } = await earlier.store.database
    .selectFrom("workspaces")
    .select("id")
    .executeTakeFirstOrThrow();
  const id = await addContact(earlier.store, workspaceId);
  await earlier.close();

  const { database, close } = await earlier.reopen();
  const usage = await database.selectFrom("workspace_usage").selectAll().execute();
  expect(usage).toMatchObject([{ workspace_id: workspaceId, contacts: "1" }]);
  expect(Number(usage[0]?.bytes)).toBeGreaterThan(100);
  for (const q of ["a", "ÑA", "+", "a+b", "nunez", "ana nuñez ñancupil"]) {
    const search = { table: "contacts", workspaceId, conditions: [containing(q)] } as const;
    expect(await newestIds(database, { ...search, after: undefined, count: 2 }), q).toEqual([id]);
  }
  await close();
});

test("a name in Greek or Arabic that an earlier version stored is found by its capitals, or without its vowel marks", async () => {
  const earlier = await earlierStore(...names.slice(0, names.indexOf("0022-fold-marks")));
  await createKey(earlier.store, { workspace: "test", scopes: ["*"] });
  const { id: workspaceId } = await earlier.store.database
    .selectFrom("workspaces")
    .select("id")
    .executeTakeFirstOrThrow();
  const id = await addContact(earlier.store, workspaceId, "Γιώργος مُحَمَّد");
  await earlier.close();

  const { database, close } = await earlier.reopen();
  for (const q of ["ΓΙΩΡΓΟΣ", "محمد"]) {
    const search = { table: "contacts", workspaceId, conditions: [containing(q)] } as const;
    expect(await newestIds(database, { ...search, after: undefined, count: 2 }), q).toEqual([id]);
  }
  await close();
});

test("a key of a store that knew four migrations is revoked without any other", async () => {
  const known = ["0001-contacts", "0002-workspace", "0003-webhooks", "0004-scale"] as const;
  const earlier = await earlierStore(...known);
  const { id } = await createKey(earlier.store, { workspace: "test", scopes: ["*"] });
  await earlier.close();
  const store = await earlier.reopen({ tables: "as they are" });
  onTestFinished(store.close);
  expect(await revokeKey(store, id)).toBe(true);
  expect((await listKeys(store))[0]?.revoked_at).not.toBeNull();
  expect(await appliedMigrations(store.database)).toEqual(known);
});

/** The rows of "Upgrade and rollback": a migration, whether a server of before runs on, and whether it starts again. */
const rollbacks = [
  ...readFileSync("server/OPERATIONS.md", "utf8").matchAll(
    /^\| `(\d{4}-[\w-]+)` *\| (yes|no)\b[^|]*\| (yes|no)\b/gm,
  ),
].map(([, name, runsOn, starts]) => [name as Migration, runsOn, starts] as const);

test("the table of rollbacks has the newest migrations", () => {
  expect(rollbacks.map(([name]) => name)).toEqual(names.slice(-rollbacks.length));
  expect(rollbacks.length).toBeGreaterThanOrEqual(2);
});

test.runIf(onPostgres).each(rollbacks)(
  "after %s a server of before runs on: %s; it starts again: %s",
  async (name, runsOn, starts) => {
    const before = names.slice(0, names.indexOf(name));
    const earlier = await earlierStore(...before);
    onTestFinished(earlier.close);
    const { store } = earlier;
    await createKey(store, { workspace: "test", scopes: ["*"] });
    const { id } = await store.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
    expect(await startAs(store.database, [...before, name])).toBeUndefined();
    const written = await addContact(store, id).then(
      () => "yes",
      () => "no",
    );
    expect([written, (await startAs(store.database, before)) === undefined ? "yes" : "no"]).toEqual([
      runsOn,
      starts,
    ]);
    if (name !== "0008-usage") return;
    const usage = store.database.selectFrom("workspace_usage").select("contacts");
    expect(await usage.executeTakeFirst()).toEqual({ contacts: "0" }); // what the server of before writes is not counted
  },
);
