import express from "express";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  draftArticle,
  setArticlePublished,
} from "../../../server/api/articles.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import type { Caller } from "../../../server/auth/caller.ts";
import { credentialsOf } from "../../support/world.ts";
import { startNameServer } from "../webhooks/dns.ts";
import { takeSlot } from "../../../server/http/concurrency-slots.ts";
import { connectTo, listenLocally } from "../../support/raw.ts";
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
  const saved = times(8, async (n) => {
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
  expect(
    new Set((await Promise.all(saved)).map(({ status }) => status)),
  ).toEqual(new Set([201]));
});

/**
 * Serves the step that gives slots to a stranger, or another caller, who has four of them and 200
 * places in the queue. A request of /left comes to it when its client has left.
 */
async function serveStranger(caller?: Caller) {
  const counts = { arrived: 0, left: 0 };
  const events = new EventEmitter<{ arrived: []; held: [] }>();
  /** Ends a request that has its slot. */
  const held: (() => void)[] = [];
  const app = express();
  app.set("trust proxy", 1);
  app.use((request, response, next) => {
    counts.arrived++;
    // Like the steps before it: a socket knows its address later only when it was read.
    void request.ip;
    response.locals.query = {};
    response.locals.caller = caller;
    response.once("close", () => counts.left++);
    if (request.url === "/left") response.once("close", () => next());
    else next();
    events.emit("arrived");
  });
  app.use(takeSlot());
  app.use((_request, response) => {
    held.push(() => response.end());
    events.emit("held");
  });
  const address = `http://${await listenLocally(createServer(app))}`;
  const statusOf = async (signal?: AbortSignal) =>
    (await fetch(address, signal ? { signal } : {})).status;
  return { address, counts, events, held, statusOf };
}

test("a request whose client has left keeps no place in the queue", async () => {
  const { counts, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  const leaving = new AbortController();
  const waiting = Array.from({ length: 200 }, () => statusOf(leaving.signal));
  await expect.poll(() => counts.arrived).toBe(204);

  leaving.abort();
  await Promise.allSettled(waiting);
  await expect.poll(() => counts.left).toBe(200);
  const [late] = times(1, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(205);
  for (const end of held) end();

  expect(await Promise.all(first)).toEqual([200, 200, 200, 200]);
  await expect.poll(() => held.length).toBe(5);
  held.at(-1)?.();
  expect(await late).toBe(200);
});

test("a request whose client has left before it can wait keeps no place in the queue", async () => {
  const { address, counts, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  const leaving = new AbortController();
  const { signal } = leaving;
  const gone = times(200, () =>
    fetch(`${address}/left`, { signal }).catch(Error),
  );
  await expect.poll(() => counts.arrived).toBe(204);

  leaving.abort();
  await Promise.all(gone);
  await expect.poll(() => counts.left).toBe(200);
  const [late] = times(1, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(205);
  for (const end of held) end();

  await expect.poll(() => held.length).toBe(5);
  held.at(-1)?.();
  expect(await Promise.all([...first, late])).toEqual(Array(5).fill(200));
});

test("requests whose clients have left before their turn take no slot", async () => {
  // Given more of them than a stranger has slots.
  const { address, counts, events, held, statusOf } = await serveStranger();
  events.on("held", () => held.at(-1)?.());
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = times(5, () =>
    fetch(`${address}/left`, { signal }).catch(Error),
  );
  await expect.poll(() => counts.arrived).toBe(5);
  leaving.abort();
  await Promise.all(left);
  await expect.poll(() => counts.left).toBe(5);

  expect(await statusOf()).toBe(200);
  expect(held).toHaveLength(1);
});

test("a request that finds no place in the queue gets a 429 at once, and may retry after a second", async () => {
  // Given a stranger with four slots and 200 places, who uses all of them.
  const { address, counts, events, held, statusOf } = await serveStranger();
  const all = times(204, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(204);

  const { status, headers } = await fetch(address);

  events.on("held", () => held.at(-1)?.()); // the others get their slots in turn
  for (const end of held) end();
  expect(await Promise.all(all)).toEqual(Array(204).fill(200));
  expect(status).toBe(429);
  expect(headers.get("retry-after")).toBe("1");
});

test("visitors with the public token of one website have a queue for each address", async () => {
  const token: Caller = {
    scheme: "messengerPublicToken",
    id: "mt_1",
    hash: "",
    workspaceId: "ws_1",
    isSuspended: false,
    isShared: true,
    scopes: [],
    owner: {
      id: "mt_1",
      hash: "",
      workspaceId: "ws_1",
      isSuspended: false,
      origins: [],
      signingSecrets: [],
    },
  };
  const { address, counts, events, held, statusOf } =
    await serveStranger(token);
  const busy = times(204, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(204);

  const headers = { "X-Forwarded-For": "192.0.2.1" };
  const [other] = times(1, () => fetch(address, { headers }));
  await expect.poll(() => counts.arrived).toBe(205);
  events.on("held", () => held.at(-1)?.()); // the others get their slots in turn
  for (const end of held) end();

  expect((await other)?.status).toBe(200);
  expect(await Promise.all(busy)).toEqual(Array(204).fill(200));
});

test("a request waits for its slot for 3.5 seconds, and then gets a 503", async () => {
  const { address, events, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  const [patient] = times(1, () => statusOf());
  await once(events, "arrived");
  vi.advanceTimersByTime(3499);
  held.shift()?.(); // it still waits, and gets this slot
  await once(events, "held");
  const [late] = times(1, () => fetch(address));
  await once(events, "arrived");
  vi.advanceTimersByTime(3500);
  events.on("held", () => held.at(-1)?.()); // none is left to hold a slot
  for (const end of held) end();

  const { status, headers } = (await late) ?? expect.unreachable();
  expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await Promise.all([...first, patient])).toEqual(Array(5).fill(200));
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
      await expect.poll(waiting).toBe(count);
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
