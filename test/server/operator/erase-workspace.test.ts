import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { startServer } from "../../support/server.ts";
import { fillWorkspace, runCommand } from "../../support/world.ts";

const server = await startServer();
const run = (line: string[]) => runCommand(server.store, ["operator", ...line]);

const texts = ["ornitorrinco1", "ornitorrinco2", "ornitorrinco3"];
const rows = await fillWorkspace(server, "erased", texts);
await fillWorkspace(server, "staying", ["canguro1", "canguro2"]);
const key = await server.key(["*"], "erased");
const workspaceId = await server.workspaceId("erased");
await server.call("/v1/contacts", {
  key,
  json: { name: "Ornitorrinco", email: "ornitorrinco@example.com" },
  headers: { "Idempotency-Key": "once", "Client-Name": "crm-sync" },
});
await sql`insert into webhook_attempts
  select workspace_id, id, 1, now(), 500, null, 12, 'ornitorrinco' from webhook_deliveries
  where workspace_id = ${workspaceId} limit 1`.execute(server.store.database);

describe("an erasure", () => {
  /** The tables that contain a text. */
  async function tablesWith(text: string): Promise<string[]> {
    const { database } = server.store;
    const tables = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`.execute(
      database,
    );
    const found = [];
    for (const { name } of tables.rows) {
      const { rows } =
        await sql`select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(
          database,
        );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  test("is only counted until the name is typed once more", async () => {
    const dry = await run(["erase", "erased"]);
    expect(dry).toMatchObject({
      erased: false,
      next: expect.stringContaining("--yes erased"),
    });
    for (const name of ["staying", "eras", "Erased", "erased2"])
      expect(() =>
        prepare(["operator", "erase", "erased", "--yes", name]),
      ).toThrow("--yes must repeat the name");
    expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  });

  test("beside another one of the same workspace ends as it does alone", async () => {
    await fillWorkspace(server, "twice", ["koala1"]);
    const id = await server.workspaceId("twice");
    await sql`
      insert into events (workspace_id, id, type, created_at, data)
      select ${id}, 'ev_' || n, 'contact.created', now(), '{}' from generate_series(1, 20000) n`.execute(
      server.store.database,
    );
    const erase = () => run(["erase", "twice", "--yes", "twice"]);
    expect(await Promise.all([erase(), erase()])).toMatchObject([
      { erased: true },
      { erased: true },
    ]);
  });

  test("leaves nothing of the workspace in any table but the ids in the audit log, and harms no other", async () => {
    const feed = () =>
      sql`select * from events where workspace_id <> ${workspaceId} order by id`.execute(
        server.store.database,
      );
    const before = (await feed()).rows;
    expect(before).not.toEqual([]);
    expect(await tablesWith("ornitorrinco")).toContain("events");
    const { rows: counts, erased } = await run([
      "erase",
      "erased",
      "--yes",
      "erased",
    ]);
    expect(erased).toBe(true);
    expect(counts.contacts).toEqual(rows.length + 1);
    for (const text of [
      "ornitorrinco",
      ...rows.flatMap(({ ct = "", cv = "", tk = "" }) => [ct, cv, tk]),
    ]) {
      expect(await tablesWith(text), text).toEqual([]);
    }
    expect(await tablesWith(workspaceId)).toEqual(["audit_log"]);
    expect((await server.call("/v1/contacts", { key })).status).toBe(401);
    expect((await feed()).rows).toEqual(before);
    await expect(run(["erase", "erased"])).rejects.toThrow(
      "There is no workspace erased.",
    );
  });
});
