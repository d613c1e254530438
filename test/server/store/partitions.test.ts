import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { createDatabase } from "../../support/database.ts";
import { copyDatabase, onCitus, onPostgres, split } from "../../support/store.ts";

test.runIf(onPostgres && !onCitus)(
  "a database that cannot be split is refused with one line, and stays whole",
  async () => {
    const unmigrated = await createDatabase();
    onTestFinished(unmigrated.drop);
    expect(split(unmigrated.url, "4")).toMatch(/^This database has no tables to split: run npm run migrate/);

    const { url, drop } = await copyDatabase();
    const store = await openPostgres(url);
    onTestFinished(() => store.close().then(drop));
    for (const partitions of [undefined, "0", "1", "-3", "257", "many", "4; drop table contacts"])
      expect(split(url, partitions)).toMatch(/^Say how many partitions each table gets, from 2 to 256/);
    await createKey(store, { workspace: "test", scopes: ["*"] });
    await sql`insert into workspace_usage_parts select id, 0, 0, 0 from workspaces`.execute(store.database);
    expect(split(url, "4")).toBe("Only an empty database can be split, and workspace_usage_parts has rows.");
    await sql`delete from workspace_usage_parts`.execute(store.database);
    expect(split(url, "2")).toBeUndefined();
    expect(split(url, "2")).toMatch(/^This database has no tables to split/);
  },
);
