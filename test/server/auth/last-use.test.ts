import { expect, test } from "vitest";
import { createKey, listKeys } from "../../../server/auth/keys.ts";
import { createUseNotes } from "../../../server/auth/last-use.ts";
import { startServer } from "../../support/server.ts";

test("the last use of a key is written by no request, once for many, and again when that was long ago", async () => {
  let now = Date.now();
  const server = await startServer({ clock: () => new Date(now) });
  const created = await createKey(server.store, {
    workspace: "w",
    scopes: ["contacts:read"],
  });
  const fresh = async () => {
    const quiet = await startServer({ store: server.store });
    return async () =>
      expect(
        (await quiet.call("/v1/contacts", { key: created.key })).status,
      ).toBe(200);
  };
  const lastUse = async () => {
    const keys = await listKeys(server.store);
    return keys.find(({ id }) => id === created.id)?.last_used_at ?? "";
  };
  const use = await fresh();
  await use();
  await expect.poll(lastUse).not.toBe("");
  const before = await lastUse();
  now += 1000;
  for (let n = 0; n < 20; n++) await use();
  expect(await lastUse()).toBe(before);
  now += 59_000; // a minute after the first use
  await (
    await fresh()
  )(); // another process writes its first use at once
  await expect.poll(lastUse).not.toBe(before);
});

test("a workspace that was erased since its last request is counted no more", async () => {
  const { store, workspaceId } = await startServer();
  const id = await workspaceId("acme");
  const noteUse = createUseNotes(store);

  noteUse("ws_erased");
  noteUse(id); // which the same statement writes

  const counted = () =>
    store.database.selectFrom("request_counts").select("workspace").execute();
  await expect.poll(counted).toEqual([{ workspace: id }]);
});

test("between two writes the requests of 10,000 workspaces are counted, and of not one more", async () => {
  const { store, workspaceId } = await startServer();
  const noteUse = createUseNotes(store);
  const [last, late] = [await workspaceId("last"), await workspaceId("late")];

  for (let n = 1; n < 10_000; n++) noteUse(`ws_${n}`);
  noteUse(last);
  noteUse(late);
  noteUse(last);

  const counted = () =>
    store.database
      .selectFrom("request_counts")
      .select(["workspace", "count"])
      .execute();
  await expect.poll(counted).toEqual([{ workspace: last, count: "2" }]);
});
