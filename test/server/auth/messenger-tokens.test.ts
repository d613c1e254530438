import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import type { Json } from "../../support/at.ts";
import { startServerForWebsites } from "./website.ts";

const origin = "https://shop.example";
let now = Date.parse("2026-04-02T09:00:00.000Z");
const { server, run, create, start } = await startServerForWebsites(
  () => new Date(now),
);

test("of a token and of a session only a hash is stored", async () => {
  const { id, token } = await create(origin);
  const { secret } = (await start(token)).body.data;
  const { database } = server.store;
  const rows = [
    await database
      .selectFrom("messenger_tokens")
      .selectAll()
      .where("id", "=", id)
      .execute(),
    await database
      .selectFrom("messenger_sessions")
      .selectAll()
      .where("token_id", "=", id)
      .execute(),
  ];
  expect(rows.map(({ length }) => length)).toEqual([1, 1]);
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(token.slice("contacts_public_".length, -4));
  expect(stored).not.toContain(secret.slice("contacts_visitor_".length, -4));
});

test("a token is shown once, listed without its secrets, and revoked at once with its sessions", async () => {
  const created = await create(origin);
  expect(created).toMatchObject({
    workspace: "test",
    origins: [origin],
    last_four: created.token.slice(-4),
    revoked_at: null,
  });
  expect(created.token).toMatch(/^contacts_public_[0-9A-Za-z]{38}$/);
  expect(created.signing_secret).toMatch(/^contacts_signing_[0-9A-Za-z]{38}$/);
  const { messenger_tokens } = await run("keys list");
  const { token, signing_secret, ...shown } = created;
  expect(messenger_tokens).toContainEqual(shown);
  expect(JSON.stringify(messenger_tokens)).not.toContain(signing_secret);

  const { secret } = (await start(token)).body.data;
  const read = () =>
    server.call("/v1/messenger/conversations", { key: secret });
  expect((await read()).status).toBe(200);
  await run(`keys revoke ${created.id}`);
  expect((await read()).status).toBe(401);
  expect((await start(token)).status).toBe(401);
  const { entries } = await run("operator audit --since 1h --workspace test");
  const about = entries.filter(({ subject }: Json) => subject === created.id);
  expect(about.map(({ command }: Json) => command)).toEqual([
    "keys create",
    "keys revoke",
  ]);
  await expect(run("keys revoke mt_nobody")).rejects.toThrow(
    "There is no messenger token mt_nobody.",
  );
});

test("sessions that have ended are deleted, and no others", async () => {
  const website = await create(origin);
  await start(website.token);
  now += limits.messengerSessionHours * 3_600_000;
  await start(website.token);

  await applyRetention(server.store);

  const kept = server.store.database
    .selectFrom("messenger_sessions")
    .select("id")
    .where("token_id", "=", website.id);
  expect(await kept.execute()).toHaveLength(1);
});
