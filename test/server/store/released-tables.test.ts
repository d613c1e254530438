import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../../server/store/migrate.ts";
import { migrations } from "../../../server/store/migration-list.ts";
import { openUnchecked } from "../../../server/store/open/unchecked.ts";
import type { Store } from "../../../server/store/store.ts";
import { onPostgres } from "../../support/store.ts";
import { emptyDatabase } from "../../support/postgres.ts";

/** A database of the release 1.2.0, with rows. */
async function released(): Promise<Store["database"]> {
  const { database, close } = openUnchecked(await emptyDatabase());
  onTestFinished(close);
  const { "0001-baseline": baseline } = migrations;
  if (!baseline) throw new Error("There is no baseline.");
  await migrate(database, { all: { "0001-baseline": baseline } });
  await sql`insert into workspaces values ('w', 'w', now())`.execute(database);
  await addContact(database, "ct_old", "Ana");
  await addArticle(database, "ar_public", "now()");
  await addArticle(database, "ar_draft", "null");
  await addEvent(database, "evt_old");
  await addPosition(database, "ct_deleted_old");
  return database;
}

/** Runs the statements of a server of 1.2.0, which knows no column that was added later. */
const addContact = (database: Store["database"], id: string, name: string) =>
  sql`
    insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, updated_at, last_seen_at)
    values ('w', ${id}, ${name}, ${`${id}@example.com`}, '', '', '', '', '{}', 'lead', false, 'api', '{}', now(), now(), now())`.execute(
    database,
  );

const addArticle = (database: Store["database"], id: string, time: string) =>
  sql`
    insert into articles (workspace_id, id, title, slug, excerpt, body, category, locale, published_at, created_at, updated_at)
    values ('w', ${id}, 'Título', ${id}, '', 'Cuerpo', '', 'es', ${sql.raw(time)}, now(), now())`.execute(
    database,
  );

const addEvent = (database: Store["database"], id: string) =>
  sql`
    insert into events (workspace_id, id, type, data, created_at)
    values ('w', ${id}, 'contact.created', '{"id":"ct_1"}', now())`.execute(
    database,
  );

const addPosition = (database: Store["database"], id: string) =>
  sql`
    insert into cursor_positions (workspace_id, list, id, created_at, deleted_at)
    values ('w', 'contacts', ${id}, now(), now())`.execute(database);

const publish = (database: Store["database"], id: string, time: string) =>
  sql`update articles set published_at = ${sql.raw(time)} where id = ${id}`.execute(
    database,
  );

const rowsOf = async (
  query: ReturnType<typeof sql>,
  database: Store["database"],
) => (await query.execute(database)).rows;

test.runIf(onPostgres)(
  "rows of 1.2.0 and rows that its servers write during an upgrade are complete",
  async () => {
    const database = await released();
    await migrate(database);
    await addContact(database, "ct_new", "Éva");
    await sql`update contacts set name = 'Anna' where id = 'ct_old'`.execute(
      database,
    );
    await addArticle(database, "ar_other", "null");
    await publish(database, "ar_other", "now()");
    await addArticle(database, "ar_imported", "now()");
    await addArticle(database, "ar_withdrawn", "now()");
    await publish(database, "ar_withdrawn", "null");
    await addEvent(database, "evt_new");
    await addPosition(database, "ct_deleted_new");

    const texts = sql`
      select id, translate(search, E'\\u00a0', '|') as text from contacts union all
      select id, translate(search, E'\\u00a0', '|') from articles where id = 'ar_public' order by id`;
    expect(await rowsOf(texts, database)).toEqual([
      { id: "ar_public", text: "titulo||cuerpo" },
      { id: "ct_new", text: "eva|ct_new@example.com" },
      { id: "ct_old", text: "anna|ct_old@example.com" },
    ]);
    const published = sql`select id from articles where is_published order by id`;
    expect(await rowsOf(published, database)).toEqual([
      { id: "ar_imported" },
      { id: "ar_other" },
      { id: "ar_public" },
    ]);
    const bytes = sql`
      select id, bytes from events union all select id, bytes from cursor_positions order by id`;
    expect(await rowsOf(bytes, database)).toEqual([
      { id: "ct_deleted_new", bytes: 0 },
      { id: "ct_deleted_old", bytes: 0 },
      { id: "evt_new", bytes: 213 },
      { id: "evt_old", bytes: 213 },
    ]);
  },
);

test.runIf(onPostgres)(
  "an article that this version withdraws keeps its time of publication",
  async () => {
    const database = await released();
    await migrate(database);
    await sql`update articles set is_published = false where id = 'ar_public'`.execute(
      database,
    );
    await sql`update articles set title = 'Otro' where id = 'ar_public'`.execute(
      database,
    );
    const article = sql`
      select is_published, published_at is not null as "hasTime" from articles where id = 'ar_public'`;
    expect(await rowsOf(article, database)).toEqual([
      { is_published: false, hasTime: true },
    ]);
  },
);

test.runIf(onPostgres)(
  "texts that were folded otherwise are folded again, and older servers fold as newer ones",
  async () => {
    const database = await released();
    const before = Object.entries(migrations).filter(
      ([name]) => name < "0030-fold",
    );
    await migrate(database, { all: Object.fromEntries(before) });
    await addContact(database, "ct_before", "Mi\u00adguel");
    await migrate(database);
    await addContact(database, "ct_after", "Da\u200cniel");
    const names = sql`
      select split_part(search, E'\\u00a0', 1) as name from contacts where id <> 'ct_old' order by id`;
    expect(await rowsOf(names, database)).toEqual([
      { name: "daniel" },
      { name: "miguel" },
    ]);
  },
);
