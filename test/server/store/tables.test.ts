import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Ticket, UpdateTicketRequest } from "../../../generated/types.ts";
import { fixed, text, texts, type Column, type ColumnsOf } from "../../../server/store/columns.ts";
import type { pendingInsert, pendingUpdate } from "../../../server/store/pending-writes.ts";
import { tables } from "../../../server/store/tables.ts";
import { openTestStore } from "../../support/store.ts";

/** How PostgreSQL names the types that have two names. */
const names: Record<string, string> = { timestamptz: "timestamp with time zone", float8: "double precision" };

test("the tables of the code are those that the migrations make", async () => {
  const { database, close } = await openTestStore();
  onTestFinished(close);
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname || ' ' || format_type(atttypid, null)
      || case when attgenerated <> '' or attidentity <> '' then ' generated' else '' end) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and attnum > 0 and not attisdropped
    group by relname`.execute(database);
  const inDatabase = rows.map(({ table, columns }) => [table, columns.sort()]);
  const inCode = Object.entries(tables).map(([table, columns]) => [
    table,
    Object.entries<Column>(columns)
      .map(
        ([name, { type, writer }]) =>
          `${name} ${names[type] ?? type}${writer === "database" ? " generated" : ""}`,
      )
      .sort(),
  ]);
  expect(Object.fromEntries(inCode)).toEqual(Object.fromEntries(inDatabase));
});

test("a column that a change of a ticket forgets does not compile", () => {
  const { tickets } = tables;
  // @ts-expect-error the subject can change
  expect({ ...tickets, subject: fixed(text()) } satisfies ColumnsOf<
    Ticket,
    UpdateTicketRequest
  >).toBeDefined();
  // @ts-expect-error the priority can change
  expect({ ...tickets, priority: fixed(text()) } satisfies ColumnsOf<
    Ticket,
    UpdateTicketRequest
  >).toBeDefined();
  // @ts-expect-error the tags can change
  expect({ ...tickets, tags: fixed(texts()) } satisfies ColumnsOf<Ticket, UpdateTicketRequest>).toBeDefined();

  const { subject: _, ...others } = tickets;
  // @ts-expect-error a ticket has a subject
  expect(others satisfies ColumnsOf<Ticket, UpdateTicketRequest>).toBeDefined();
});

type Written<Write extends (...args: never[]) => (tx: never, row: never) => void> = Parameters<
  ReturnType<Write>
>[1];

test("neither does a row without one of its columns", () => {
  type Inserted = Written<typeof pendingInsert<"tickets">>;
  type Changed = Written<typeof pendingUpdate<"tickets">>;
  // @ts-expect-error the tags can change
  const change = (row: Omit<Changed, "tags">): Changed => row;
  // @ts-expect-error a new ticket has more
  const insert = (row: Changed): Inserted => row;
  expect([change, insert]).toBeDefined();
});
