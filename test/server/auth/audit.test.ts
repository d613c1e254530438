import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../server/auth/audit.ts";
import { listAudit } from "../../../server/auth/audit.ts";
import { prepare } from "../../../server/operator/run.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const { store } = await startServer();
const run = (...line: string[]) =>
  runCommand(store, line, { by: "ana (root)" });
const entries = async (...options: string[]): Promise<AuditEntry[]> =>
  (await run("operator", "audit", ...options)).entries;

describe("the audit log", () => {
  test("shows who did what, where and to which key, and no secret", async () => {
    const created = await run(
      "keys",
      "create",
      "--workspace",
      "acme",
      "--new",
      "--scopes",
      "*",
    );
    const rotated = await run("keys", "rotate", created.id, "--overlap", "1h");
    await run("keys", "revoke", created.id);
    const article = await run(
      "operator",
      "article",
      "--workspace",
      "acme",
      "--title",
      "T",
      "--body",
      "B",
    );
    const create = () =>
      run("keys", "create", "--workspace", "other", "--new", "--scopes", "*");
    const both = await Promise.allSettled([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);

    const all = await entries("--workspace", "acme");
    const by = "ana (root)";
    const workspace = "acme";
    expect(all).toMatchObject([
      { by, command: "keys create", workspace, subject: created.id },
      {
        by,
        command: "keys rotate",
        workspace,
        subject: `${created.id} ${rotated.id}`,
      },
      { by, command: "keys revoke", workspace, subject: created.id },
      { by, command: "operator article", workspace, subject: article.id },
    ]);
    const text = JSON.stringify(await entries());
    for (const { key } of [created, rotated])
      expect(text).not.toContain(key.slice(14));
  });

  test("has the quotas and the suspension of a workspace", async () => {
    const where = ["--workspace", "limited"];
    await run("keys", "create", ...where, "--new", "--scopes", "*");

    await run("operator", "quota", ...where, "--contacts", "5");
    await run("operator", "suspend", ...where, "--reason", "A loop");
    await run("operator", "resume", ...where);

    const commands = (await entries(...where)).map(({ command }) => command);
    expect(commands).toEqual([
      "keys create",
      "operator quota",
      "operator suspend",
      "operator resume",
    ]);
  });

  test("has an erasure, of which only the workspace's id is left", async () => {
    await run(
      "keys",
      "create",
      "--workspace",
      "gone",
      "--new",
      "--scopes",
      "*",
    );
    await run("operator", "erase", "gone", "--yes", "gone");
    const all = await entries();
    expect(all.slice(-2)).toMatchObject([
      {
        command: "keys create",
        workspace: expect.not.stringContaining("gone"),
      },
      {
        by: "ana (root)",
        command: "operator erase",
        workspace: all.at(-2)?.workspace,
      },
    ]);
    expect(
      await entries(
        "--since",
        "0m",
        "--workspace",
        all.at(-1)?.workspace ?? "none",
      ),
    ).toEqual([]);
  });

  test("has entries of the same time in the order of their ids", async () => {
    await sql`insert into audit_log (id, created_at, by, command)
      values ('audit_2', now(), 'eva', 'keys list'), ('audit_1', now(), 'eva', 'keys list')`.execute(
      store.database,
    );
    expect((await entries()).slice(-2)).toMatchObject([
      { id: "audit_1" },
      { id: "audit_2" },
    ]);
  });

  test("has no entry of what failed", async () => {
    const count = (await entries()).length;
    await expect(run("keys", "revoke", "key_nobody")).rejects.toThrow(
      "There is no key key_nobody.",
    );
    await expect(
      run("operator", "publish", "ar_nobody", "--workspace", "acme"),
    ).rejects.toThrow();
    for (const name of ["acmee", "ws_nobody"])
      await expect(entries("--workspace", name)).rejects.toThrow(
        `There is no workspace ${name}.`,
      );
    expect((await entries()).length).toBe(count);
  });

  test("names the user of the operating system behind --by", async () => {
    const line = [
      "keys",
      "create",
      "--workspace",
      "by",
      "--new",
      "--scopes",
      "*",
      "--by",
      "Ana",
    ];
    await prepare(line)(store);
    const [entry] = await listAudit(store, { seconds: 60, workspace: "by" });
    expect(entry?.by).toMatch(/^Ana \(.+\)$/);
  });

  test("has the first 200 characters of --by", async () => {
    const workspace = "long by";
    const line = ["keys", "create", "--workspace", workspace, "--new"];
    await prepare([...line, "--scopes", "*", "--by", "A".repeat(201)])(store);
    const [entry] = await listAudit(store, { seconds: 60, workspace });
    expect(entry?.by).toMatch(/^A{200} \(.+\)$/);
  });

  test("can only be added to, and keeps two years", async () => {
    await run("keys", "create", "--workspace", "acme", "--scopes", "*");
    for (const change of [
      "update audit_log set by = 'x'",
      "delete from audit_log",
      "truncate audit_log",
    ]) {
      await expect(sql.raw(change).execute(store.database)).rejects.toThrow(
        "audit_log can only be added to",
      );
    }
    const rowOf = (id: string, age: string) =>
      sql`insert into audit_log (id, created_at, by, command)
        values (${id}, now() - ${age}::interval, 'eva', 'keys list')`.execute(
        store.database,
      );
    await rowOf("audit_old", "731 days");
    await rowOf("audit_kept", "729 days");
    await expect.poll(() => applyRetention(store)).toBe(1);
    const ids = (await entries("--since", "3650d")).map(
      ({ id }: { id: string }) => id,
    );
    expect(ids[0]).toBe("audit_kept");
  });
});
