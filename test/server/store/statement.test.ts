import { sql } from "kysely";
import { expect, test } from "vitest";
import { statement } from "../../../server/store/statement.ts";
import { openTestStore } from "../../support/store.ts";

test("a statement is compiled once for the same values in any order, as callers choose the order", async () => {
  const { database } = await openTestStore();
  let compiled = 0;
  const add = statement((_, { a, b }: { a: number; b: number }) => {
    compiled++;
    return sql<{ sum: number }>`select ${a}::integer + ${b} as sum`;
  });

  const sums = [
    await add(database, { a: 1, b: 2 }),
    await add(database, { b: 3, a: 4 }),
  ];

  expect(sums).toEqual([[{ sum: 3 }], [{ sum: 7 }]]);
  expect(compiled).toBe(1);
});

test("of statements that are sent together each fails for the reason of the first that fails", async () => {
  const store = await openTestStore();
  const { database, rollback } = await store.begin();
  const together = [sql`select 1 / 0`, sql`select 1`, sql`select 2`];

  const sent = together.map((each) => each.execute(database));
  const results = await Promise.allSettled(sent);
  await rollback();

  const divisionByZero = { reason: { code: "22012" } };
  expect(results).toMatchObject(together.map(() => divisionByZero));
});
