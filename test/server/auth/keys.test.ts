import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createFinder } from "../../../server/auth/find-key.ts";
import { createKey, listKeys, revokeKey } from "../../../server/auth/keys.ts";
import { rotateKey } from "../../../server/auth/rotate-key.ts";
import { newSecret } from "../../../server/auth/secret.ts";
import { connectTo, statusesIn } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

let now = Date.now();
const server = await startServer({ clock: () => new Date(now) });

const recordOf = async (id: string) =>
  (await listKeys(server.store)).find((candidate) => candidate.id === id);
const ana = { by: "ana", command: "keys rotate" };
const reader = { workspace: "w", scopes: ["contacts:read" as const] };

describe("a request", () => {
  test.each([
    { name: "without a key", headers: {}, error: "" },
    {
      name: "with an empty key",
      headers: { Authorization: "Bearer " },
      error: ', error="invalid_token"',
    },
  ])("$name gets a 401 that asks for one", async ({ headers, error }) => {
    const response = await server.call("/v1/contacts", { headers });
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="api"${error}`,
    );
  });

  test("may write the scheme as it likes, but no key in the query", async () => {
    const key = await server.key(["contacts:read"]);
    const headers = { Authorization: `BEARER ${key}` };
    expect((await server.call("/v1/contacts", { headers })).status).toBe(200);
    expect((await server.call(`/v1/contacts?api_key=${key}`)).status).toBe(401);
  });
});

test("a revoked key is refused at the next request, and stays in the list", async () => {
  const { id, key } = await createKey(server.store, {
    ...reader,
    name: "portátil",
  });
  expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  expect(await revokeKey(server.store, id)).toBe(true);
  expect((await server.call("/v1/contacts", { key })).status).toBe(401);
  const record = await recordOf(id);
  expect(record).toMatchObject({
    name: "portátil",
    workspace: "w",
    last_four: key.slice(-4),
  });
  expect(record?.revoked_at).not.toBeNull();
});

/**
 * Begins to create a contact with a key, does something before the body arrives, and returns the
 * statuses of the responses.
 */
async function createLate(key: string, meanwhile: () => Promise<unknown>) {
  const body = JSON.stringify({ name: "Ana", email: "late@example.com" });
  const socket = await connectTo(server.address);
  const responses = text(socket);
  socket.write(
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, "data"); // the server wants the body
  expect((await server.call("/v1/contacts", { key })).body.data).toEqual([]);
  await meanwhile();
  socket.write(body);
  return statusesIn(await responses);
}

test("a revoked key is refused also to a request whose body arrives after that", async () => {
  const { id, key } = await createKey(server.store, {
    workspace: "w",
    scopes: ["*"],
  });
  const revoke = () => revokeKey(server.store, id);
  expect(await createLate(key, revoke)).toEqual([100, 401]);
});

test("a suspended workspace is refused also to a request whose body arrives after that", async () => {
  const key = await server.key(["*"], "soon suspended");
  const line = ["suspend", "--workspace", "soon suspended", "--reason", "x"];
  const suspend = () => runCommand(server.store, ["operator", ...line]);
  expect(await createLate(key, suspend)).toEqual([100, 403]);
});

test("a key that is revoked twice stays revoked since the first time", async () => {
  const { id } = await createKey(server.store, reader);
  await revokeKey(server.store, id);
  const { revoked_at } = (await recordOf(id)) ?? {};
  now += 60_000;
  await revokeKey(server.store, id);
  expect(await recordOf(id)).toMatchObject({ revoked_at });
});

test("keys are listed oldest first, by the clock of the database", async () => {
  // Given a key that was made before the clock was set back.
  const first = await createKey(server.store, reader);
  now -= 1000;
  const second = await createKey(server.store, reader);
  now += 1000;

  const ids = (await listKeys(server.store)).map(({ id }) => id);

  expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
});

test("only a hash of the key is stored", async () => {
  const { id, key } = await createKey(server.store, reader);
  expect(key).toMatch(/^contacts_live_[0-9A-Za-z]{38}$/);
  const row = await server.store.database
    .selectFrom("api_keys")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(key.slice(14, -4));
});

describe("a key that has expired", () => {
  test("is refused as one that never existed, though it was cached", async () => {
    const { id, key } = await createKey(server.store, {
      ...reader,
      expires: { seconds: 1 },
    });
    expect((await server.call("/v1/contacts", { key })).status).toBe(200);
    const call = async (key: string) => {
      const { status, headers, body } = await server.call("/v1/contacts", {
        key,
      });
      return {
        status,
        challenge: headers.get("www-authenticate"),
        error: body.error,
      };
    };
    now += 1000;
    await expect.poll(async () => (await call(key)).status).toBe(401);
    expect(await call(key)).toEqual(await call(newSecret()));
    await expect(
      rotateKey(server.store, { id, overlap: 60 }, ana),
    ).rejects.toThrow(/is not valid any more/);
  });

  test("is never made", async () => {
    const count = (await listKeys(server.store)).length;
    const past = { ...reader, expires: { at: new Date("2020-01-01") } };
    await expect(createKey(server.store, past)).rejects.toThrow(
      "--expires is in the past.",
    );
    expect((await listKeys(server.store)).length).toBe(count);
  });
});

test("a request without its scope is told which one it lacks", async () => {
  const key = await server.key(["contacts:read", "events:read"]);
  const { status, headers } = await server.call("/v1/tickets", { key });
  expect(status).toBe(403);
  expect(headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_scope", scope="tickets:read"',
  );
});

test("a key that is revoked while it is looked up is looked up again", async () => {
  let forget = () => {};
  let answer = (_found: { hash: string }[]) => {};
  const counts = { queries: 0 };
  const read = () => {
    counts.queries++;
    return new Promise<{ hash: string }[]>((resolve) => (answer = resolve));
  };
  const { find } = createFinder(read, {
    follow: (onRevocation) => {
      forget = onRevocation;
      return () => true;
    },
  });
  const first = find("a");
  forget();
  answer([{ hash: "a" }]);
  expect(await first).toEqual({ hash: "a" });

  const second = find("a");
  answer([]);

  expect(await second).toBeUndefined();
  expect(counts.queries).toBe(2);
});
