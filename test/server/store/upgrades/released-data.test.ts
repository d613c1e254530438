import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCipher, isKeyOf } from "../../../../server/auth/encryption.ts";
import { prepare } from "../../../../server/operator/run.ts";
import { openStore } from "../../../../server/store/open/open.ts";
import { findFaults } from "../../../../server/store/schema/faults.ts";
import { findMissingRows } from "../../../../server/store/schema/missing-rows.ts";
import type { OpenStore } from "../../../../server/store/open/open-store.ts";
import { serve } from "../../../support/server.ts";
import { onPostgres, openTestStore } from "../../../support/store.ts";
import {
  type Commit,
  encryptionKey,
  type Exchange,
  releases,
  type Shown,
} from "./fixtures.ts";
import { restoreOld } from "./old-database.ts";

const every = Object.keys(releases) as Commit[];
/** The nightly workflow tries all of them, which takes minutes. */
const tried: Commit[] =
  process.env["RELEASED_DATA"] === "all"
    ? every
    : [onPostgres ? "327426ff" : "588c18b4"];

const cipher = createCipher(encryptionKey);
const run = (opened: OpenStore, ...line: string[]) =>
  prepare(["operator", ...line])(opened, {
    by: "test",
    folder: ".",
    encryption: () => ({ cipher, keys: [encryptionKey] }),
  }).then((result) => JSON.parse(result) as Record<string, unknown>);

/** The time of the fixture, when nothing of it had expired. */
const timeOf = ({ at }: Shown) => ({
  now: () => sql<string>`${at}::timestamptz`,
});

/**
 * Sends a request that the old server got, and compares each field of the response that the old
 * server showed.
 */
async function expectSame(address: string, exchange: Exchange) {
  const { method, path, headers, json, status, body } = exchange;
  const response = await fetch(address + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(json && { body: JSON.stringify(json) }),
  });
  const seen = { status: response.status, body: await response.json() };
  const { error } = body as { error?: { code: string } };
  const wanted = error ? { error: { code: error.code } } : body;
  expect(seen, path).toMatchObject({ status, body: wanted });
  return response;
}

/** Reads each object again, and repeats what was done, against a server of this version. */
async function expectAll(opened: OpenStore, shown: Shown): Promise<void> {
  expect(await findFaults(opened.database)).toEqual([]);
  expect((await findMissingRows(opened.database)).missing).toEqual([]);
  const { address, close } = await serve({ store: opened, cipher });
  onTestFinished(close);

  for (const exchange of shown.exchanges) await expectSame(address, exchange);
  const replayed = await expectSame(address, shown.replay);
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  expect(await run(opened, "reset-secrets")).toEqual({
    webhooks: [],
    messenger_tokens: [],
  });

  const created = await fetch(`${address}/v1/contacts`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${shown.key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "New", email: "new@example.com" }),
  });
  expect(created.status).toBe(201);
  await expectSame(address, {
    method: "GET",
    path: "/v1/contacts?q=new@example",
    headers: { authorization: `Bearer ${shown.key}` },
    status: 200,
    body: { data: [{ name: "New" }] },
  });
}

describe.each(tried)("data of %s", (commit) => {
  test("comes over in place, at a start", async () => {
    const { shown, ...old } = await restoreOld(commit);
    const opened = await openStore(old, timeOf(shown));
    onTestFinished(opened.close);
    expect(await isKeyOf(opened, [randomBytes(32)])).toBe(false);
    await expectAll(opened, shown);
    const { entries } = await run(opened, "audit", "--since", "3650d");
    expect(entries).toContainEqual(
      expect.objectContaining({ command: "keys create" }),
    );
  });

  test("comes over by export and import", async () => {
    const { shown, exported } = await restoreOld(commit);
    const opened = await openTestStore({ clock: () => new Date(shown.at) });
    expect(await run(opened, "import", exported)).toMatchObject({
      unreadable_webhooks: [],
      unreadable_messenger_tokens: [],
    });
    await expectAll(opened, shown);
  });
});

test("of contacts of 1.1.0 that were imported nothing is left once they are deleted", async () => {
  const { shown, exported } = await restoreOld("327426ff");
  addResponses(exported);
  const opened = await openTestStore({ clock: () => new Date(shown.at) });
  await run(opened, "import", exported);
  const { address, close } = await serve({ store: opened, cipher });
  onTestFinished(close);
  const headers = { authorization: `Bearer ${shown.key}` };
  const list = async (path: string) => {
    const response = await fetch(`${address}${path}?limit=100`, { headers });
    const { data } = (await response.json()) as {
      data: { id: string; type: string }[];
    };
    return data;
  };

  for (const { id } of await list("/v1/contacts"))
    await fetch(`${address}/v1/contacts/${id}`, { method: "DELETE", headers });

  const types = (await list("/v1/events")).map(({ type }) => type);
  expect(new Set(types)).toEqual(
    new Set(["article.published", "article.unpublished", "contact.deleted"]),
  );
  const responses = await opened.database
    .selectFrom("idempotency_keys")
    .select(["key", "response"])
    .orderBy("key")
    .execute();
  const erased = {
    key: expect.stringMatching(/^erased /),
    response: Buffer.of(),
  };
  const kept = { key: "webhook-1", response: Buffer.from("whk") };
  expect(responses).toEqual([erased, erased, kept]);
});

/**
 * Adds stored responses to a file of `export`: to a message, which names only its conversation, and
 * to a webhook, which names nobody. The latter is imported alone, as its columns have another order.
 */
function addResponses(exported: string): void {
  const text = readFileSync(exported, "utf8");
  const [, stored = ""] = /\n(\["idempotency_keys".*)\n/.exec(text) ?? [];
  const [conversation = ""] = /cv_[a-z0-9]+/.exec(text) ?? [];
  const [table, row] = JSON.parse(stored) as [string, { refers_to: string[] }];
  const message = { ...row, key: "message-1", refers_to: [conversation] };
  const { refers_to: _, ...others } = row;
  const answer = Buffer.from("whk").toString("base64");
  const webhook = { refers_to: [], ...others, key: "webhook-1", answer };
  const added = [message, webhook].map((each) => JSON.stringify([table, each]));
  const lines = [stored, ...added].join("\n");
  writeFileSync(
    exported,
    text
      .replace(stored, lines)
      .replace('"idempotency_keys":1', '"idempotency_keys":3'),
  );
}

test.runIf(tried.includes("327426ff"))(
  "the statement of OPERATIONS.md that removes the tables of 1.1.0 leaves a whole database",
  async () => {
    const [, statement = ""] =
      /`(drop schema [^`]+)`/.exec(
        readFileSync("server/OPERATIONS.md", "utf8"),
      ) ?? [];
    const { shown, ...old } = await restoreOld("327426ff");
    const opened = await openStore(old, timeOf(shown));
    onTestFinished(opened.close);

    await sql.raw(statement).execute(opened.database);

    await expectAll(opened, shown);
    const { rows } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where nspname like 'contacts%'`.execute(
      opened.database,
    );
    expect(rows).toEqual([]);
  },
);
