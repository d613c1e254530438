import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../../generated/operations.ts";
import { createKey, revokeKey, type Scope } from "../../../server/auth/keys.ts";
import { flat } from "../../support/at.ts";
import { everyOperation } from "../../support/operation.ts";
import type { AnyBody } from "../../support/body-of.ts";
import { call } from "../../support/call.ts";
import { serve, startServer } from "../../support/server.ts";
import {
  credentialsOf,
  fillWorkspace,
  requestTo,
} from "../../support/world.ts";

// A repeated request gets the first response: only the same caller, with the same body, while it
// may.

const server = await startServer();
const [rows = {}] = await fillWorkspace(server, "test", ["one"]);
const credentials = credentialsOf(server, "test");
const repeatable = everyOperation.filter(({ id }) =>
  operations[id].headers.some((name) => name === "Idempotency-Key"),
);
const ofKeys = repeatable.filter(({ scheme }) => scheme === "apiKey");

let count = 0;
/** A request to an operation, to send with one Idempotency-Key again and again. */
function requestWithKey(operation: (typeof repeatable)[number]) {
  const name = `replay-${++count}`;
  const { path, method, json } = requestTo(operation, rows, [name]);
  const headers = { "Idempotency-Key": name };
  return (
    key: string,
    body: unknown = json,
    { address }: { address: string } = server,
  ) => call<AnyBody>(address, path, { key, method, json: body, headers });
}

test.each(ofKeys)(
  "of $id is a 403 for a key that lost its scope",
  async (operation) => {
    const workspace = "test";
    const scopes = [...operation.scopes] as Scope[];
    const { id, key } = await createKey(server.store, { workspace, scopes });
    const send = requestWithKey(operation);
    const first = await send(key);
    expect(first.status).toBeLessThan(300);

    const others = sql`array['articles:read']`;
    await sql`update api_keys set scopes = ${others} where id = ${id}`.execute(
      server.store.database,
    );

    // A server remembers a key that it has found; one that starts later reads it anew.
    const later = await serve({ store: server.store, cipher: server.cipher });
    onTestFinished(later.close);
    const { status, body } = await send(key, undefined, later);
    expect(status).toBe(403);
    expect(body.error?.code).toBe("forbidden");
    expect(body.data).toBeUndefined();
  },
);

test.each(ofKeys)(
  "of $id is a 401 for a key that was revoked",
  async (operation) => {
    const scopes = [...operation.scopes] as Scope[];
    const workspace = "test";
    const { id, key } = await createKey(server.store, { workspace, scopes });
    const send = requestWithKey(operation);
    expect((await send(key)).status).toBeLessThan(300);

    await revokeKey(server.store, id);

    expect((await send(key)).status).toBe(401);
  },
);

test.each(repeatable)("of $id is not for another caller", async (operation) => {
  const send = requestWithKey(operation);
  await send(await credentials.for(operation, rows));
  const other = await send(await credentials.for(operation, rows));
  expect(other.headers.get("Idempotent-Replayed")).not.toBe("true");
});

const lists = repeatable.flatMap((operation) =>
  Object.entries(operation.body?.properties ?? {})
    .filter(([, schema]) => flat(schema).type === "array")
    .map(([field, schema]) => ({ operation, field, schema: flat(schema) })),
);

test.each(lists)(
  "of $operation.id with $field in another order is another body",
  async ({ operation, field, schema }) => {
    const values = flat(schema.items).enum?.slice(1, 3) ?? ["a", "b"];
    const send = requestWithKey(operation);
    const key = await credentials.for(operation, rows);
    const { json } = requestTo(operation, rows, [`list-${count}`]);
    const first = await send(key, { ...json, [field]: values });
    expect(first.status).toBeLessThan(300);

    const same = await send(key, { ...json, [field]: values });
    const reversed = await send(key, { ...json, [field]: values.toReversed() });
    const shorter = await send(key, { ...json, [field]: values.slice(0, 1) });

    expect(same.body).toEqual(first.body);
    const details = [{ path: ["Idempotency-Key"], reason: "reused" }];
    const refusal = { status: 422, body: { error: { details } } };
    expect(reversed).toMatchObject(refusal);
    expect(shorter).toMatchObject(refusal);
  },
);
