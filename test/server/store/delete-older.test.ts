import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteOlder } from "../../../server/store/delete-older.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

test.runIf(onPostgres)(
  "rows that cannot be deleted in time together are deleted some at a time",
  async () => {
    const store = await openTestStore();
    await store.database.connection().execute(async (database) => {
      await sql`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.002); return old; end';
      create trigger wait before delete on audit_log for each row execute function wait();
      insert into audit_log (id, created_at, by, command)
        select n, timestamptz '2020-01-01' + make_interval(secs => n), 'test', 'test' from generate_series(1, 400) n;
      set statement_timeout = 500`.execute(database);
      const old = sql<string>`timestamptz '2021-01-01'`;
      await deleteOlder(database, "audit_log", old);
      const left = database.selectFrom("audit_log").select("id").where("created_at", "<", old);
      expect(await left.execute()).toEqual([]);
    });
    await store.close();
  },
);
