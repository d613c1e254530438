import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { distributed, errorOf, onCitus, openTestStore } from "../../support/store.ts";

// A run without Citus names this test as not tried (.ci/count.mjs).
test.runIf(onCitus)(
  "the tables that statements name a workspace for are distributed, and no others",
  async () => {
    const { database, close } = await openTestStore();
    onTestFinished(close);
    const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`.execute(database);
    expect(rows.map(({ name }) => name).sort()).toEqual(distributed.toSorted());
    const nodes =
      await sql`select distinct nodename, nodeport from citus_shards where citus_table_type = 'distributed'`.execute(
        database,
      );
    expect(nodes.rows.length).toBeGreaterThan(1);
  },
);

test.each([
  "select * from contacts where id = $1",
  "select * from contacts where workspace_id = $1 and id in (select contact_id from tickets)",
  "select * from tickets join contacts on contacts.id = contact_id where tickets.workspace_id = $1",
  "delete from events using webhooks where events.workspace_id = $1",
])("%s names no workspace for one of its tables", (statement) => {
  expect(errorOf(statement)).toContain(statement);
  expect(errorOf(`${statement} and x.workspace_id = $1`)).toBeUndefined();
});
