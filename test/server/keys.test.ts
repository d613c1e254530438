import { describe, expect, test } from "vitest";
import { createKey, listKeys, revokeKey } from "../../server/keys/keys.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

describe("a request", () => {
  test.each([
    ["without a key", {}, 'Bearer realm="api"'],
    ["with an empty key", { Authorization: "Bearer " }, 'Bearer realm="api", error="invalid_token"'],
    [
      "with another scheme",
      { Authorization: "Basic bearerish" },
      'Bearer realm="api", error="invalid_token"',
    ],
    [
      "with an unknown key",
      { Authorization: `Bearer contacts_live_${"0".repeat(38)}` },
      'Bearer realm="api", error="invalid_token"',
    ],
    ["with two keys", { Authorization: "Bearer a b" }, 'Bearer realm="api", error="invalid_token"'],
  ])("%s is 401", async (_, headers, challenge) => {
    const response = await server.call("/v1/contacts", { headers });
    expect([response.status, response.body.error.code]).toEqual([401, "unauthorized"]);
    expect(response.headers.get("www-authenticate")).toBe(challenge);
  });

  test("may write the scheme as it likes", async () => {
    const key = await server.key(["contacts:read"]);
    expect((await server.call("/v1/contacts", { headers: { Authorization: `BEARER ${key}` } })).status).toBe(
      200,
    );
  });

  test("with a key in the query is 401", async () => {
    const key = await server.key(["contacts:read"]);
    expect((await server.call(`/v1/contacts?api_key=${key}`)).status).toBe(401);
  });
});

test("a revoked key is refused at the next request, and stays in the list", async () => {
  const { id, key } = await createKey(server.store, {
    workspace: "w",
    scopes: ["contacts:read"],
    name: "portátil",
  });
  expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  expect(await revokeKey(server.store, id)).toBe(true);
  expect((await server.call("/v1/contacts", { key })).status).toBe(401);
  const record = (await listKeys(server.store)).find((candidate) => candidate.id === id);
  expect(record).toMatchObject({ name: "portátil", workspace: "w", last_four: key.slice(-4) });
  expect(record?.last_used_at).not.toBeNull();
  expect(record?.revoked_at).not.toBeNull();
});

test("only a hash of the key is stored", async () => {
  const { id, key } = await createKey(server.store, { workspace: "w", scopes: ["contacts:read"] });
  const row = await server.store.database
    .selectFrom("api_keys")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(key.slice(14, -4));
});
