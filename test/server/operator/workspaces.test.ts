import { sql } from "kysely";
import { expect, test } from "vitest";
import { createUseNotes } from "../../../server/auth/last-use.ts";
import { prepare } from "../../../server/operator/run.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const ana = { name: "Ana", email: "ana@example.com" };

test("workspaces shows the contacts, keys and requests of each, the busiest first", async () => {
  const { store, as, key } = await startServer();
  const acme = await as("acme");
  await acme("/v1/contacts", ana);
  await key(["*"], "quiet");
  const revoked = ["--workspace", "acme", "--scopes", "*"];
  const { id } = await runCommand(store, ["keys", "create", ...revoked]);
  await runCommand(store, ["keys", "revoke", id]);

  const busiest = {
    name: "acme",
    contacts: 1,
    keys: 1,
    requests_of_last_hour: expect.toSatisfy((requests) => requests > 0),
  };
  const quiet = { name: "quiet", requests_of_last_hour: 0 };
  await expect
    .poll(() => runCommand(store, ["operator", "workspaces"]))
    .toMatchObject({ workspaces: [busiest, quiet] });
});

test("workspaces counts the requests of several servers together", async () => {
  const { store, key } = await startServer();
  const acme = await key(["*"], "acme");
  const requests = async () => {
    const { workspaces } = await runCommand(store, ["operator", "workspaces"]);
    return workspaces[0].requests_of_last_hour;
  };
  // A server writes its first use at once.
  for (const count of [1, 2, 3]) {
    const one = await startServer({ store });
    await one.call("/v1/contacts", { key: acme });
    await expect.poll(requests).toBe(count);
  }
});

test("workspaces shows no requests and deliveries of more than an hour ago", async () => {
  let now = Date.now();
  const { store, as } = await startServer({ clock: () => new Date(now) });
  const acme = await as("acme");
  const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
  const { id } = (await acme("/v1/webhooks", webhook)).body.data;
  await acme(`/v1/webhooks/${id}/test`, {});
  const ofLastHour = async () => {
    const { workspaces } = await runCommand(store, ["operator", "workspaces"]);
    const [{ requests_of_last_hour, deliveries_of_last_hour }] = workspaces;
    return [requests_of_last_hour > 0, deliveries_of_last_hour];
  };
  await expect.poll(ofLastHour).toEqual([true, 1]);
  now += 70 * 60_000; // requests are counted in ten minutes
  expect(await ofLastHour()).toEqual([false, 0]);
});

test("workspaces counts a request for an hour, from the start of its ten minutes", async () => {
  let now = "2026-04-01T09:10:00.000Z";
  const { store, workspaceId } = await startServer({
    clock: () => new Date(now),
  });
  const id = await workspaceId("acme");
  const requests = async () => {
    const { workspaces } = await runCommand(store, ["operator", "workspaces"]);
    return workspaces[0].requests_of_last_hour;
  };
  createUseNotes(store)(id);
  await expect.poll(requests).toBe(1);

  now = "2026-04-01T10:09:59.999Z";
  createUseNotes(store)(id); // of another server, which writes its first use at once
  await expect.poll(requests).toBe(2);

  now = "2026-04-01T10:10:00.000Z";
  expect(await requests()).toBe(1);
});

test("workspaces shows the last write of a workspace, not an earlier one", async () => {
  let now = Date.parse("2026-04-01T09:00:00.000Z");
  const { store, as } = await startServer({ clock: () => new Date(now) });
  const acme = await as("acme");
  const { id } = (await acme("/v1/contacts", ana)).body.data;
  now += 1000;

  await acme(`/v1/contacts/${id}`, { phone: "1" }, "PATCH");

  expect(await runCommand(store, ["operator", "workspaces"])).toMatchObject({
    workspaces: [{ name: "acme", last_write: "2026-04-01T09:00:01.000Z" }],
  });
});

test("workspaces shows who stores most, also when a hundred others send more", async () => {
  const { store } = await startServer();
  await sql`insert into workspaces (id, name, created_at)
    select 'ws_' || n, 'w' || n, now() from generate_series(1, 103) n`.execute(
    store.database,
  );
  await sql`insert into request_counts (workspace, period, count)
    select 'ws_' || n, now(), n from generate_series(1, 102) n`.execute(
    store.database,
  );
  await sql`insert into workspace_usage_parts (workspace_id, part, contacts, bytes)
    values ('ws_103', 0, 1, 1000)`.execute(store.database);

  const { workspaces } = await runCommand(store, ["operator", "workspaces"]);

  expect(workspaces).toHaveLength(100);
  expect(workspaces.at(-1)).toMatchObject({ name: "w103", bytes: 1000 });
});

test("workspaces shows 100 and says how many more there are; with --all it shows each", async () => {
  const { store } = await startServer();
  const operate = (...line: string[]) =>
    prepare(["operator", "workspaces", ...line])(store).then(JSON.parse);
  await sql`insert into workspaces (id, name, created_at)
    select 'ws_' || n, 'w' || n, now() from generate_series(1, 103) n`.execute(
    store.database,
  );
  // The last by its name sends nothing, and stores most.
  await sql`insert into workspace_usage_parts (workspace_id, part, contacts, bytes)
    values ('ws_99', 0, 1, 1000)`.execute(store.database);
  const some = await operate();
  const all = await operate("--all");
  expect(some.workspaces).toHaveLength(100);
  expect(some.workspaces[0]).toMatchObject({ name: "w99", bytes: 1000 });
  expect(some.not_shown).toBe(
    `${all.workspaces.length - 100} more; to see all, add: --all`,
  );
  expect(all.workspaces.length).toBeGreaterThanOrEqual(103);
  expect(all.not_shown).toBeUndefined();
});
