import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { createDatabase } from "../../support/database.ts";
import { onPostgres } from "../../support/store.ts";

/** Runs `partitions.sql` as SCALING.md says. Gives the line with which it refuses; undefined when it splits. */
function split(url: string, partitions?: string): string | undefined {
  const variable = partitions === undefined ? [] : ["-v", `partitions=${partitions}`];
  const options = ["-v", "ON_ERROR_STOP=1", ...variable, "-1", "-f", "server/store/partitions.sql"];
  const { status, stderr } = spawnSync("psql", [url, ...options], { encoding: "utf8" });
  return status === 0 ? undefined : /ERROR: +(.*)/.exec(stderr)?.[1];
}

test.runIf(onPostgres)(
  "a database that cannot be split is refused with one line, and stays whole",
  async () => {
    const unmigrated = await createDatabase();
    onTestFinished(unmigrated.drop);
    expect(split(unmigrated.url, "4")).toMatch(/^This database has no tables to split: run npm run migrate/);

    // Its tables are neither split nor distributed, whatever TEST_DATABASE_TEMPLATE names.
    const { url, drop } = await createDatabase(process.env["TEST_DATABASE_URL"], inject("template"));
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
