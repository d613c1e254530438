import { describe, expect, test } from "vitest";
import { createKey, listKeys, revokeKey } from "../../../server/auth/keys.ts";
import { rotateKey } from "../../../server/auth/rotate-key.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();

const recordOf = async (id: string) =>
  (await listKeys(server.store)).find((candidate) => candidate.id === id);
const ana = { by: "ana", command: "keys rotate" };
const reader = { workspace: "w", scopes: ["contacts:read" as const] };

test("a revoked key cannot be rotated into a valid one", async () => {
  const { id } = await createKey(server.store, reader);
  await revokeKey(server.store, id);
  await expect(
    rotateKey(server.store, { id, overlap: 60 }, ana),
  ).rejects.toThrow(
    `The key ${id} is not valid any more. Make a new one with: keys create`,
  );
});

describe("a rotation makes a key like the old one", () => {
  test("beside which the old one is valid for the overlap", async () => {
    const old = await createKey(server.store, {
      ...reader,
      name: "CRM",
      expires: { seconds: 7200 },
    });
    expect((await server.call("/v1/contacts", { key: old.key })).status).toBe(
      200,
    );
    const fresh = await rotateKey(
      server.store,
      { id: old.id, overlap: 3600 },
      ana,
    );
    expect(fresh).toMatchObject({
      name: "CRM",
      workspace: "w",
      scopes: ["contacts:read"],
    });
    for (const { key } of [old, fresh]) {
      expect((await server.call("/v1/contacts", { key })).status).toBe(200);
    }
    const lives = async (id: string) => {
      const { created_at = "", expires_at } = (await recordOf(id)) ?? {};
      return [created_at, expires_at ?? ""].map((timestamp) =>
        Date.parse(timestamp),
      ) as [number, number];
    };
    const [[, oldEnd], [made, end]] = [
      await lives(old.id),
      await lives(fresh.id),
    ];
    expect(oldEnd - made).toBe(3600_000);
    expect(end - made).toBe(7200_000);
    // A second rotation does not prolong the old key, and the new one lives as long as the first.
    const second = await rotateKey(
      server.store,
      { id: old.id, overlap: 7000 },
      ana,
    );
    expect((await lives(old.id))[1]).toBe(oldEnd);
    const [secondMade, secondEnd] = await lives(second.id);
    expect(secondEnd - secondMade).toBe(7200_000);
  });

  test("with the expiry that is asked for in place of the old key's", async () => {
    const { id } = await createKey(server.store, {
      ...reader,
      expires: { seconds: 7200 },
    });
    const rotated = await rotateKey(
      server.store,
      { id, overlap: 0, expires: { seconds: 600 } },
      ana,
    );
    const { created_at, expires_at } = rotated;
    expect(Date.parse(expires_at ?? "") - Date.parse(created_at)).toBe(600_000);
  });

  test("whose life has no end, also at the second rotation, during the overlap of the first", async () => {
    const { id } = await createKey(server.store, reader);
    for (let n = 0; n < 2; n++) {
      expect(
        (await rotateKey(server.store, { id, overlap: 3600 }, ana)).expires_at,
      ).toBeNull();
    }
  });

  test("and without an overlap the old one is refused at the next request", async () => {
    const old = await createKey(server.store, reader);
    expect((await server.call("/v1/contacts", { key: old.key })).status).toBe(
      200,
    );
    const { key, expires_at } = await rotateKey(
      server.store,
      { id: old.id, overlap: 0 },
      ana,
    );
    expect(expires_at).toBeNull();
    expect((await server.call("/v1/contacts", { key: old.key })).status).toBe(
      401,
    );
    expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  });
});
