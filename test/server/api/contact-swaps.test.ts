import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { runCommand } from "../../support/world.ts";

// A batch in which two contacts swap their emails and external ids, beside another request of the
// same contacts.

const rounds = 8;

interface Pair {
  ana: Json;
  bea: Json;
}

/** Starts a server with a workspace of its own, and makes pairs of contacts there. */
async function startWorkspace() {
  const server = await startServer();
  const call = await server.as("acme");
  let added = 0;
  const add = async (name: string) => {
    const externalId = `${name}-${added++}`;
    const email = `${externalId}@example.com`;
    const fields = { name, email, external_id: externalId };
    return (await call("/v1/contacts", fields)).body.data;
  };
  return {
    server,
    call,
    pair: async (): Promise<Pair> => ({
      ana: await add("ana"),
      bea: await add("bea"),
    }),
    swap: ({ ana, bea }: Pair) =>
      call("/v1/contacts/batch", {
        contacts: [
          { id: ana.id, email: bea.email, external_id: bea.external_id },
          { id: bea.id, email: ana.email, external_id: ana.external_id },
        ],
      }),
    get: async (id: string) => (await call(`/v1/contacts/${id}`)).body.data,
    /** The state of each contact after the last event about it; null after its deletion. */
    feed: async () => {
      const states = new Map<string, Json>();
      for (let cursor = ""; ;) {
        const { body }: Json = await call(`/v1/events?limit=100${cursor}`);
        for (const { type, data } of body.data)
          states.set(data.id, type === "contact.deleted" ? null : data);
        if (!body.has_more) return states;
        cursor = `&cursor=${body.next_cursor}`;
      }
    },
  };
}

type Workspace = Awaited<ReturnType<typeof startWorkspace>>;

/** Expects that the last event of each contact of a pair has the contact as it is. */
async function expectFeedAsState(
  { feed, call }: Workspace,
  { ana, bea }: Pair,
): Promise<void> {
  const states = await feed();
  for (const { id } of [ana, bea]) {
    const { status, body }: Json = await call(`/v1/contacts/${id}`);
    if (status === 404) expect(states.get(id)).toBe(null);
    else expect(body.data).toMatchObject(states.get(id));
  }
}

const keysOf = ({ email, external_id }: Json) => [email, external_id];
const statusesOf = ({ body }: Json) =>
  body.data.results.map(({ status }: Json) => status);

describe.runIf(onPostgres)("two contacts that swap their keys", () => {
  test("keep what a simultaneous PATCH changes", async () => {
    const workspace = await startWorkspace();
    for (let round = 0; round < rounds; round++) {
      const pair = await workspace.pair();
      const { ana, bea } = pair;
      const [swapped, patched] = await Promise.all([
        workspace.swap(pair),
        workspace.call(`/v1/contacts/${ana.id}`, { phone: "123" }, "PATCH"),
      ]);
      expect(swapped.status).toBe(200);
      expect(patched.status).toBe(200);
      expect(statusesOf(swapped)).toEqual(["updated", "updated"]);
      const after = await workspace.get(ana.id);
      expect(after.phone).toBe("123");
      expect(keysOf(after)).toEqual(keysOf(bea));
      expect(keysOf(await workspace.get(bea.id))).toEqual(keysOf(ana));
      await expectFeedAsState(workspace, pair);
    }
  });

  test("and a contact that a simultaneous PATCH gives another email: the later change counts", async () => {
    const workspace = await startWorkspace();
    for (let round = 0; round < rounds; round++) {
      const pair = await workspace.pair();
      const { ana } = pair;
      const email = `other-${round}@example.com`;
      const [swapped, patched] = await Promise.all([
        workspace.swap(pair),
        workspace.call(`/v1/contacts/${ana.id}`, { email }, "PATCH"),
      ]);
      expect(swapped.status).toBe(200);
      expect(patched.status).toBe(200);
      expect(statusesOf(swapped)).toEqual(["updated", "updated"]);
      const { bea } = pair;
      expect((await workspace.get(bea.id)).email).toBe(ana.email);
      expect([email, bea.email]).toContain((await workspace.get(ana.id)).email);
      await expectFeedAsState(workspace, pair);
    }
  });

  test("and swap back at once have their own keys or each other's", async () => {
    const workspace = await startWorkspace();
    for (let round = 0; round < rounds; round++) {
      const pair = await workspace.pair();
      const { ana, bea } = pair;
      const afterSwap = {
        ana: { ...ana, email: bea.email, external_id: bea.external_id },
        bea: { ...bea, email: ana.email, external_id: ana.external_id },
      };
      const responses = await Promise.all([
        workspace.swap(pair),
        workspace.swap(afterSwap),
        workspace.swap(pair),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const keys = [
        keysOf(await workspace.get(ana.id)),
        keysOf(await workspace.get(bea.id)),
      ];
      expect(keys.toSorted()).toEqual([keysOf(ana), keysOf(bea)].toSorted());
      await expectFeedAsState(workspace, pair);
    }
  });

  test("and one that is erased meanwhile: the other has the keys of the erased one", async () => {
    const workspace = await startWorkspace();
    for (let round = 0; round < rounds; round++) {
      const pair = await workspace.pair();
      const { ana, bea } = pair;
      const [swapped, erased] = await Promise.all([
        workspace.swap(pair),
        workspace.call(`/v1/contacts/${ana.id}`, undefined, "DELETE"),
      ]);
      expect(swapped.status).toBe(200);
      expect(erased.status).toBe(200);
      expect((await workspace.call(`/v1/contacts/${ana.id}`)).status).toBe(404);
      const after = await workspace.get(bea.id);
      const results = statusesOf(swapped);
      expect([
        ["updated", "updated"],
        ["failed", "updated"],
      ]).toContainEqual(results);
      expect(keysOf(after)).toEqual(keysOf(ana));
      await expectFeedAsState(workspace, pair);
    }
  });

  test("are exported with the keys before or after, never in between", async () => {
    const workspace = await startWorkspace();
    const folder = temporaryFolder();
    const pairs: Pair[] = [];
    while (pairs.length < rounds) pairs.push(await workspace.pair());
    const swapAll = async () => {
      for (const pair of pairs) await workspace.swap(pair);
    };
    const exportTo = (file: string) =>
      runCommand(workspace.server.store, ["operator", "export", "acme", file], {
        folder,
      });
    const files = ["a.jsonl", "b.jsonl", "c.jsonl"];
    const exportAll = async () => {
      for (const file of files) await exportTo(file);
    };
    await Promise.all([swapAll(), exportAll()]);
    for (const file of files) {
      const rows = rowsOf(join(folder, file));
      const contacts = new Map(rows("contacts").map((row) => [row.id, row]));
      const last = new Map(rows("events").map(({ data }) => [data.id, data]));
      expect(contacts.size).toBe(2 * rounds);
      for (const { ana, bea } of pairs) {
        const keys = [ana, bea].map(({ id }) => keysOf(contacts.get(id)));
        expect([
          [keysOf(ana), keysOf(bea)],
          [keysOf(bea), keysOf(ana)],
        ]).toContainEqual(keys);
        for (const { id } of [ana, bea])
          expect(keysOf(last.get(id))).toEqual(keysOf(contacts.get(id)));
      }
    }
  });
});

/** The rows of each table in a file of `export`. */
function rowsOf(file: string): (table: string) => Json[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line)).filter(Array.isArray);
  return (table) =>
    rows.filter(([name]) => name === table).map(([, row]) => row);
}
