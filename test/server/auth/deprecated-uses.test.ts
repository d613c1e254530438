import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDeprecatedUseNotes } from "../../../server/auth/deprecated-uses.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import type { Json } from "../../support/at.ts";
import { ana, send, startDeprecating, usesIn } from "../deprecating.ts";

test("a deprecated use is kept with its last day, for 400 days", async () => {
  let now = "2026-01-31T23:59Z";
  const server = await startDeprecating(() => new Date(now));
  const key = await server.key(["*"], "acme");
  server.stop(); // from now on each use is written at once
  const lastDays = async () =>
    (await server.operate("--deprecated")).requests
      .map(({ last_day }: Json) => last_day)
      .filter(Boolean);

  await send(server, key, "/v1/tickets");
  await expect.poll(lastDays).toEqual(["2026-01-31"]);
  now = "2026-02-01T00:00Z";
  await send(server, key, "/v1/tickets");
  await expect.poll(lastDays).toEqual(["2026-02-01"]);

  now = "2027-03-07T23:59Z";
  await applyRetention(server.store);
  expect(await lastDays()).toEqual(["2026-02-01"]);
  now = "2027-03-08T00:00Z";
  await applyRetention(server.store);
  expect(await lastDays()).toEqual([]);
});

test("the last day of a deprecated use stays when the clock of the database is set back", async () => {
  let now = "2026-02-01T00:00Z";
  const server = await startDeprecating(() => new Date(now));
  const key = await server.key(["*"], "acme");
  server.stop(); // from now on each use is written at once
  const lastDays = async (): Promise<object> =>
    (await server.operate("--deprecated")).requests
      .filter(({ last_day }: Json) => last_day !== null)
      .map(({ name, last_day }: Json) => [name, last_day]);

  const withPhone = { json: { ...ana, phone: null } };
  await send(server, key, "/v1/contacts", withPhone);
  await expect.poll(lastDays).toEqual([["body.phone", "2026-02-01"]]);
  now = "2026-01-31T23:59Z";
  const joe = { name: "Joe", email: "joe@example.com" };
  const withBoth = { json: { ...joe, phone: null, country: null } };
  await send(server, key, "/v1/contacts", withBoth);

  // One statement writes both uses.
  await expect.poll(lastDays).toEqual([
    ["body.phone", "2026-02-01"],
    ["body.country", "2026-01-31"],
  ]);
});

test("a use that cannot be written is a warning in the log, and no request waits for it", async () => {
  const server = await startDeprecating();
  const key = await server.key(["*"], "acme");
  await sql`alter table deprecated_uses rename to elsewhere`.execute(
    server.store.database,
  );
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  await expect
    .poll(() => server.warnings)
    .toEqual([
      expect.stringMatching(
        /relation \\"deprecated_uses\\" does not exist[^]*"msg":"the last day of deprecated uses could not be written"/,
      ),
    ]);
  await sql`alter table elsewhere rename to deprecated_uses`.execute(
    server.store.database,
  );
  server.stop();
  await expect
    .poll(async () => usesIn(await server.operate("--deprecated")))
    .toEqual([
      { operation: "listTickets", name: "operation", workspace: "acme" },
    ]);
});

test("a stop writes the uses of the last seconds", async () => {
  const server = await startDeprecating();
  const key = await server.key(["*"], "acme");
  const uses = async () => usesIn(await server.operate("--deprecated"));
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  await expect.poll(uses).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["setTimeout"] }); // ten seconds never pass
  onTestFinished(() => void vi.useRealTimers());
  const other = await server.key(["*"], "other");
  expect(await send(server, other, "/v1/tickets")).toBe(200);

  server.stop();
  vi.useRealTimers();

  await expect.poll(uses).toHaveLength(2);
});

test("a use that could not be written is written ten seconds later, without another request", async () => {
  const server = await startDeprecating();
  const { database } = server.store;
  const key = await server.key(["*"], "acme");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await sql`alter table deprecated_uses rename to elsewhere`.execute(database);
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  vi.advanceTimersByTime(0);
  await expect.poll(() => server.warnings).toHaveLength(1);
  await sql`alter table elsewhere rename to deprecated_uses`.execute(database);

  vi.advanceTimersByTime(10_000);
  await expect
    .poll(async () => usesIn(await server.operate("--deprecated")))
    .toEqual([
      { operation: "listTickets", name: "operation", workspace: "acme" },
    ]);
});

test("between two writes 10,000 uses are noted, and not one more", async () => {
  const { store, workspaceId, operate } = await startDeprecating();
  const noteUse = createDeprecatedUseNotes(store, (error) =>
    expect.unreachable(String(error)),
  );
  const note = (id: string, apiKeyId: string) =>
    noteUse({
      workspaceId: id,
      apiKeyId,
      operation: "listTickets",
      name: "operation",
    });
  const [acme, globex] = [
    await workspaceId("acme"),
    await workspaceId("globex"),
  ];

  for (let n = 1; n < 10_000; n++) note("ws_erased", `key_${n}`);
  note(acme, "key_10000");
  note(globex, "key_10001");

  await expect
    .poll(async () => usesIn(await operate("--deprecated")))
    .toMatchObject([{ workspace: "acme" }]);
});
