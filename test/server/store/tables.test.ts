import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Ticket, UpdateTicketRequest } from "../../../generated/types.ts";
import {
  fixed,
  text,
  texts,
  type Column,
  type ColumnsOf,
} from "../../../server/store/columns.ts";
import type { insert, update } from "../../../server/store/rows.ts";
import { tables } from "../../../server/store/tables.ts";
import { everyOperation } from "../../support/operation.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";
import { tablesOfAllNodes } from "../../support/one-workspace.ts";

/** Type with two names → the name in PostgreSQL. */
const names: Record<string, string> = {
  timestamptz: "timestamp with time zone",
  float8: "double precision",
};

/** Columns that a trigger fills, whatever a statement writes. */
const filled = ["articles.search", "contacts.search", "events.bytes"];

test("the tables of the code are those that the migrations make", async () => {
  const { database } = await openTestStore();
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname || ' ' || format_type(atttypid, null)
      || case when attgenerated <> '' or attidentity <> '' or relname || '.' || attname = any(${filled}) then ' generated' else '' end) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and attnum > 0 and not attisdropped
    group by relname`.execute(database);
  const inDatabase = rows.map(({ table, columns }) => [table, columns.sort()]);
  const written = ([name, { type, writer }]: [string, Column]) =>
    `${name} ${names[type] ?? type}${writer === "database" ? " generated" : ""}`;
  const columnsOf = (columns: Record<string, Column>) =>
    Object.entries(columns).map(written).sort();
  const inCode = Object.entries(tables).map(([table, columns]) => [
    table,
    columnsOf(columns),
  ]);
  expect(Object.fromEntries(inCode)).toEqual(Object.fromEntries(inDatabase));
});

test.each(["citus", "partitions"])(
  "%s.sql leaves out the tables that are found by a secret",
  (name) => {
    const [, left] =
      /relname not in \(([^)]*)\)/.exec(
        readFileSync(`server/store/${name}.sql`, "utf8"),
      ) ?? [];
    expect(left).toBe(tablesOfAllNodes.map((table) => `'${table}'`).join(", "));
  },
);

test("a column that a change of a ticket forgets does not compile", () => {
  const { tickets } = tables;
  type Columns = ColumnsOf<Ticket, UpdateTicketRequest>;
  expect({
    ...tickets,
    // @ts-expect-error the subject can change
    subject: fixed(text()),
  } satisfies Columns).toBeDefined();
  // @ts-expect-error the tags can change
  expect({ ...tickets, tags: fixed(texts()) } satisfies Columns).toBeDefined();
  const { subject: _, ...others } = tickets;
  // @ts-expect-error a ticket has a subject
  expect(others satisfies Columns).toBeDefined();
});

test("neither does a row without one of its columns", () => {
  type Inserted = Parameters<typeof insert<"tickets">>[2][number];
  type Changed = Parameters<typeof update<"tickets">>[2][number];
  // @ts-expect-error a new ticket has more
  const inserted = (row: Omit<Inserted, "subject">): Inserted => row;
  // @ts-expect-error the number of a ticket never changes
  const numberOf = (row: Changed): unknown => row.number;
  expect([inserted, numberOf]).toBeDefined();
});

/** Filters that no index in the order of their list has, and what finds the rows instead. */
const withoutOrder: Record<string, string> = {
  "listContacts.q": "the newest contacts, then contacts_search_grams",
  "listContacts.email": "contacts_email: there is one such contact",
  "listContacts.external_id":
    "contacts_external_id, of which one contact has each",
  "listContacts.tag": "the newest contacts, then contacts_of_tag",
  "listContacts.custom_fields":
    "the newest contacts, then contacts_of_custom_field",
  "listContacts.updated_since": "the newest contacts, then contacts_changed",
  "listConversations.updated_since":
    "the newest conversations, then conversations_changed",
  "listTickets.updated_since": "the newest tickets, then tickets_changed",
  "listArticles.q": "articles_search",
  "listArticles.category":
    "articles_published: a help center has some hundred articles",
  "listMessengerArticles.q": "articles_search",
};

test("each list and each of its filters has an index in the order of the list, or a line that says what finds the rows", async () => {
  const { database } = await openTestStore();
  const { rows: indexes } = await sql<{
    table: string;
    name: string;
    columns: string;
  }>`
    select tablename as table, indexname as name, indexdef as columns
    from pg_indexes where schemaname = 'public'`.execute(database);
  const isOrdered = (segment: string, columnsBefore: string) =>
    indexes.some(
      ({ table, columns }) =>
        (table === segment || table.endsWith(`_${segment}`)) &&
        new RegExp(
          `\\(workspace_id, ${columnsBefore}(\\w+_at DESC, id DESC|sequence)\\)`,
        ).test(columns),
    );
  const missing = everyOperation
    .filter(({ listed }) => listed !== undefined)
    .flatMap(({ id, path, parameters }) =>
      parameters
        .filter(({ name, in: place }) => place === "query" && name !== "limit")
        .filter(({ name }) => {
          const isOrder = name === "cursor" || name === "created_since"; // the index begins with the newest
          const filter = isOrder ? "" : `${name === "types" ? "type" : name}, `;
          return !isOrdered(
            path.split("/").at(-1) ?? "",
            `${path.includes("{") ? "\\w+, " : ""}${filter}`,
          );
        })
        .map(({ name }) => `${id}.${name}`),
    );
  expect(missing.sort()).toEqual(Object.keys(withoutOrder).sort());
  const queries = Object.values(withoutOrder).map(
    (line) => /\w+_\w+/.exec(line)?.[0],
  );
  expect(
    queries.filter((name) => !indexes.some((index) => index.name === name)),
  ).toEqual([]);
});

test.runIf(onPostgres).each([1000, 6000, 20_000])(
  "a page of a list of %i rows is read in the order of its index, also before any statistics",
  async (count) => {
    const { database } = await openTestStore();
    await sql`insert into workspaces (id, name, created_at) values ('w', 'w', now())`.execute(
      database,
    );
    await sql`alter table conversations set (autovacuum_enabled = false)`.execute(
      database,
    );
    await sql`
    with someone as (
      insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      values ('w', 'c', '', '', '', '', '', '', '{}', 'lead', false, 'api', '{}', now(), now(), now())
    )
    insert into conversations (workspace_id, id, contact_id, subject, status, source, last_message_at, created_at, updated_at)
    select 'w', n, 'c', repeat('x', 200), 'open', 'api', now(), now() - n * interval '1 s', now()
    from generate_series(1, ${count}::integer) n`.execute(database);
    for (const limit of [26, 101]) {
      const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select * from conversations where workspace_id = 'w'
      order by created_at desc, id desc limit ${sql.lit(limit)}`.execute(
        database,
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain(
        "Sort",
      );
    }
  },
);
