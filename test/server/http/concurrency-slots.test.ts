import { afterEach, describe, expect, test } from "vitest";
import {
  draftArticle,
  setArticlePublished,
} from "../../../server/api/articles.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import { credentialsOf } from "../../support/world.ts";
import { startNameServer } from "../webhooks/dns.ts";
import { connectTo } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { addressOf, openSession } from "../../support/postgres.ts";
import { waitingForLock } from "../../support/locks.ts";

const server = await startServer();
const { names, asked } = await startNameServer();
const keyOf = (workspace: string) => server.key(["*"], workspace);

const sent: Promise<unknown>[] = [];
afterEach(async () => void (await Promise.all(sent.splice(0))));

/** Sends a request so many times at once. The test ends when they have. */
function times<T>(
  count: number,
  send: (n: number) => Promise<T>,
): Promise<T>[] {
  const all = Array.from({ length: count }, (_, n) => send(n));
  sent.push(...all);
  return all;
}

/** The first response of several. */
const first = (...sent: Promise<{ status: number; url: string }>[]) =>
  Promise.race(sent);
const get = async (path: string, key: string) => ({
  ...(await server.call(path, { key })),
  url: path,
});

test("a workspace that does not read its responses holds up no request", async () => {
  const slow = await server.key(["*"], "slow");
  const quick = await server.key(["*"], "quick");
  await inTransaction(
    server.store,
    await server.workspaceId("slow"),
    async (tx) => {
      for (let n = 0; n < 60; n++) {
        const text = {
          title: `${n}`,
          body: "a".repeat(100_000),
          excerpt: "",
          category: "",
        };
        const { id } = await draftArticle(tx, {
          ...text,
          locale: "es",
          url: null,
        });
        await setArticlePublished(tx, id, true);
      }
    },
  );
  // 6 MB are more than the buffers of a connection hold.
  const request = `GET /v1/articles?limit=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${slow}\r\n\r\n`;
  for (let n = 0; n < 9; n++) {
    const socket = await connectTo(server.address);
    socket.write(request);
    await new Promise((resolve) => socket.once("readable", resolve)); // the response has begun
  }
  expect((await server.call("/v1/articles", { key: quick })).status).toBe(200);
  // Nor itself: it has fewer slots for such pages than it has unread responses.
  const large = await server.call("/v1/articles?limit=100", { key: slow });
  expect(large.status).toBe(200);
});

test("name servers that do not respond hold up no request", async () => {
  const slow = await keyOf("names");
  const quick = await keyOf("beside names");
  const saved = times(13, async (n) => {
    names.set(`silent${n}.example.com`, null);
    const json = { url: `https://silent${n}.example.com/`, events: ["*"] };
    return {
      ...(await server.call("/v1/webhooks", { key: slow, json })),
      url: "saved",
    };
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  for (const key of [quick, slow])
    expect((await first(get("/v1/contacts", key), ...saved)).url).toBe(
      "/v1/contacts",
    );
  // Those of a workspace are looked up a few at a time.
  expect(new Set(asked).size).toBeLessThanOrEqual(4);
  // Each look-up takes 2 s, so the last one would wait for 6 s, and gets a 503 before.
  const statuses = (await Promise.all(saved)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  const created = statuses.filter((status) => status === 201);
  expect(created.length).toBeGreaterThanOrEqual(8);
});

/**
 * Requests that wait for a lock of the database stand for slow ones: they hold their slots as long
 * as the test wants.
 */
describe.runIf(onPostgres)("while requests of others hold slots", () => {
  const waiting = () => waitingForLock(server.store);
  /**
   * Does `work` while a transaction holds what a statement locks. Its connection has no time limit,
   * as those of a server.
   */
  const whileHeld = async (statement: string, work: () => Promise<void>) => {
    const session = await openSession(await addressOf(server.store));
    await session.query(`begin; ${statement}`);
    await work().finally(() => session.query("rollback"));
  };
  const articles = "lock table articles in access exclusive mode";

  test("a workspace never has the last ones", async () => {
    const busy = await keyOf("busy");
    const quiet = await keyOf("quiet");
    await whileHeld(articles, async () => {
      void Promise.all(times(20, () => get("/v1/articles", busy)));
      await expect.poll(waiting).toBeGreaterThanOrEqual(6);
      for (let n = 0; n < 10; n++)
        expect(await waiting()).toBeLessThanOrEqual(6);
      expect((await get("/v1/contacts", quiet)).status).toBe(200);
    });
  });

  test("a workspace that had a request a moment ago takes no slot from a busy one", async () => {
    const busy = await keyOf("busy beside a whisper");
    const whisper = await keyOf("whisper");
    await get("/v1/contacts", whisper);
    await whileHeld(articles, async () => {
      void Promise.all(times(7, () => get("/v1/articles", busy)));
      await expect.poll(waiting).toBe(6);
    });
  });

  test("visitors leave some to the team of their workspace, which waits for none of them", async () => {
    const team = await keyOf("team");
    const sessions = await Promise.all(
      times(8, () => credentialsOf(server, "team").session()),
    );
    await whileHeld(articles, async () => {
      void Promise.all(
        times(40, (n) => get("/v1/messenger/articles", sessions[n % 8] ?? "")),
      );
      await expect.poll(waiting).toBeGreaterThanOrEqual(4);
      expect((await get("/v1/contacts", team)).status).toBe(200);
    });
  });

  test.each([
    { kind: "searches", query: "q=factura", ofTeam: "/v1/contacts?q=ana" },
    {
      kind: "large pages",
      query: "limit=100",
      ofTeam: "/v1/contacts?limit=100",
    },
  ])(
    "$kind of visitors leave one to the team of their workspace",
    async ({ kind, query, ofTeam }) => {
      const workspace = `${kind} of a team`;
      const team = await keyOf(workspace);
      const sessions = await Promise.all(
        times(4, () => credentialsOf(server, workspace).session()),
      );
      await whileHeld(articles, async () => {
        const searches = sessions.map((session) =>
          get(`/v1/messenger/articles?${query}`, session),
        );
        sent.push(...searches);
        await expect.poll(waiting).toBe(1);
        expect((await get(ofTeam, team)).status).toBe(200);
        expect(await waiting()).toBe(1);
      });
    },
  );

  test("a search waits for no other search that waits for something else", async () => {
    const busy = await Promise.all(
      ["1", "2", "3"].map((n) => keyOf(`search ${n}`)),
    );
    const quiet = await keyOf("search quietly");
    await whileHeld(articles, async () => {
      const responses = busy.flatMap((key) =>
        times(2, () => get("/v1/articles", key)),
      );
      await expect.poll(waiting).toBe(6);
      const searches = busy.map((key) => get("/v1/contacts?q=ana", key));
      expect(
        await first(get("/v1/contacts?q=eva", quiet), ...responses),
      ).toMatchObject({
        url: "/v1/contacts?q=eva",
        status: 200,
      });
      expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(
        [200, 200, 200],
      );
    });
  });

  test("pages of more than 50 are few, of all and of one workspace, and wait for no smaller one", async () => {
    const keys = await Promise.all(
      ["1", "2", "3"].map((n) => keyOf(`large page ${n}`)),
    );
    const [one = "", ...others] = keys;
    await whileHeld(articles, async () => {
      void Promise.all(times(4, () => get("/v1/articles?limit=51", one)));
      await expect.poll(waiting).toBe(2);
      const small = await get("/v1/contacts?limit=50", one);
      expect(small.status).toBe(200);
      expect(await waiting()).toBe(2);
      for (const key of others)
        void Promise.all(times(4, () => get("/v1/articles?limit=100", key)));
      await expect.poll(waiting).toBe(4);
      for (const key of keys)
        expect((await get("/v1/contacts?limit=50", key)).status).toBe(200);
      expect(await waiting()).toBe(4);
    });
  });

  test("searches are few, of all and of one workspace", async () => {
    const keys = await Promise.all(
      ["1", "2", "3"].map((n) => keyOf(`searches ${n}`)),
    );
    const [one = "", ...others] = keys;
    const search = (key: string) => get("/v1/contacts?q=ana", key);
    /** Expects so many searches at the database, beside which every workspace is served. */
    const expectSearches = async (count: number) => {
      await expect.poll(waiting).toBe(count);
      for (const key of keys)
        expect((await get("/v1/tickets", key)).status).toBe(200);
      expect(await waiting()).toBe(count);
    };

    await whileHeld(
      "lock table contacts in access exclusive mode",
      async () => {
        void Promise.all(times(4, () => search(one)));
        await expectSearches(2);
        for (const key of others) void Promise.all(times(4, () => search(key)));
        await expectSearches(3);
      },
    );
  });

  test("erasures are few, of all and of one workspace", async () => {
    const addContacts = async (key: string) =>
      Promise.all(
        times(4, async (n) => {
          const json = { name: "Ana", email: `ana${n}@example.com` };
          const created = await server.call("/v1/contacts", { key, json });
          return { key, id: created.body.data.id };
        }),
      );
    const keys = await Promise.all(
      ["1", "2", "3"].map((n) => keyOf(`erasure ${n}`)),
    );
    const [ofOne = [], ...ofOthers] = await Promise.all(keys.map(addContacts));
    const erase = ({ key, id }: { key: string; id: string }) =>
      server.call(`/v1/contacts/${id}`, { key, method: "DELETE" });
    /** Expects so many erasures at the database, beside which every workspace is served. */
    const expectErasures = async (count: number) => {
      await expect.poll(waiting).toBeGreaterThanOrEqual(count);
      for (const key of keys)
        expect((await get("/v1/tickets", key)).status).toBe(200);
      expect(await waiting()).toBeLessThanOrEqual(count);
    };
    const erased: ReturnType<typeof erase>[] = [];

    await whileHeld("select from contacts for update", async () => {
      erased.push(...ofOne.map(erase));
      await expectErasures(1);
      erased.push(...ofOthers.flat().map(erase));
      await expectErasures(2);
    });

    // The lock was held for long, so an erasure may have waited too long for a slot.
    const responses = await Promise.all(erased);
    expect(responses).toHaveLength(12);
    for (const { status } of responses) expect([200, 503]).toContain(status);
  });
});
