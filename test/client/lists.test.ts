import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { clientOf } from "./local-server.ts";
import { at } from "../support/at.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
let requestCount = 0;
const { contacts } = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
  fetch: (url, init) => {
    requestCount++;
    return fetch(url, init);
  },
});
const names = ["e", "d", "c", "b", "a"];
for (const name of names.toReversed())
  await contacts.create({ name, email: `${name}@example.com` });

beforeEach(() => {
  requestCount = 0;
});

/** Returns the names that a loop sees, which ends after the name `last`. */
async function namesIn(
  list: AsyncIterable<{ name: string }>,
  last?: string,
): Promise<string[]> {
  const seen: string[] = [];
  for await (const { name } of list) {
    seen.push(name);
    if (name === last) break;
  }
  return seen;
}

test.each<{
  does: string;
  query: Parameters<typeof contacts.list>[0];
  last?: string;
  seen: string[];
  requests: number;
}>([
  {
    does: "is every element when it is iterated over, one page after the other",
    query: { limit: 2 },
    seen: names,
    requests: 3,
  },
  {
    does: "requests nothing more when the loop is left",
    query: { limit: 2 },
    last: "d",
    seen: ["e", "d"],
    requests: 1,
  },
  {
    does: "keeps its query",
    query: { q: "c@", limit: 1 },
    seen: ["c"],
    requests: 1,
  },
])("a list $does", async ({ query, last, seen, requests }) => {
  expect(await namesIn(contacts.list(query), last)).toEqual(seen);
  expect(requestCount).toBe(requests);
});

test("a list is one page when it is awaited, which is the first of the iteration", async () => {
  const list = contacts.list({ limit: 2 });
  const page = await list;
  expect(page.data.map(({ name }) => name)).toEqual(["e", "d"]);
  expect(page.has_more).toBe(true);
  expect(requestCount).toBe(1);

  expect(await namesIn(list, "c")).toEqual(["e", "d", "c"]);
  expect(requestCount).toBe(2);
});

test("a list can begin after any element", async () => {
  const [first] = (await contacts.list({ limit: 1 })).data;
  const rest = contacts.list({ cursor: first?.id, limit: 1 });
  expect(await namesIn(rest)).toEqual(names.slice(1));
});

test("as an array it has as many elements as are asked for, and requests no page beyond them", async () => {
  const firstNames = async (limit: number | undefined) => {
    const elements = await contacts.list({ limit: 2 }).toArray({ limit });
    return elements.map(({ name }) => name);
  };
  expect(await firstNames(2)).toEqual(["e", "d"]);
  expect(requestCount).toBe(1);
  expect(await firstNames(3)).toEqual(["e", "d", "c"]);
  expect(await firstNames(undefined)).toEqual(names);
  await expect(contacts.list().toArray({ limit: 0 })).rejects.toThrow(
    "number from 1 to 4294967295.",
  );
});

describe("an iteration requests pages of", async () => {
  let requested: (string | null)[] = [];
  beforeEach(() => {
    requested = [];
  });
  const twoPages = await clientOf((request, response) => {
    const { searchParams } = new URL(`http://x${request.url}`);
    requested.push(searchParams.get("limit"));
    const isFirst = searchParams.get("cursor") === null;
    response.end(
      JSON.stringify({
        data: [{ name: "Ana" }, { name: "Eva" }],
        next_cursor: isFirst ? "ct_2" : null,
        has_more: isFirst,
      }),
    );
  });
  const { list } = twoPages.contacts;
  const largest = String(at("/components/parameters/Limit/schema/maximum"));

  test.each<{ name: string; read: () => Promise<unknown> }>([
    { name: "elements", read: () => namesIn(list()) },
    { name: "an array", read: () => list().toArray() },
    {
      name: "a limit that is undefined",
      read: () => namesIn(list({ limit: undefined })),
    },
  ])("the contract's largest size: $name", async ({ read }) => {
    await read();
    expect(requested).toEqual([largest, largest]);
  });

  test("the contract's largest size: pages", async () => {
    for await (const { data } of list({ q: "a" }).pages())
      expect(data).toHaveLength(2);
    expect(requested).toEqual([largest, largest]);
  });

  test("the contract's largest size: the feed", async () => {
    await twoPages.events.follow({ types: ["contact.created"] }).next();
    expect(requested).toEqual([largest]);
  });

  test("the size that the caller has set", async () => {
    await namesIn(list({ limit: 7 }));
    expect(requested).toEqual(["7", "7"]);
  });

  test("as many elements as the array has at most", async () => {
    await list().toArray({ limit: 3 });
    expect(requested).toEqual(["3", "3"]);
  });

  test("the API's default size where the first page was awaited alone", async () => {
    const awaited = list();
    await awaited;
    expect(requested).toEqual([null]);
    await awaited.toArray();
    expect(requested).toEqual([null, largest]);
  });
});

test("a list that fails before its iteration begins is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  let failed = 0;
  const { tickets } = createClient({
    apiKey: "x",
    baseUrl: server.address,
    retries: 0,
    fetch: () => Promise.reject(new Error("The line broke.")),
    hooks: { failure: () => failed++ },
  });
  const late = tickets.list();
  const never = tickets.list().pages();
  const iterator = tickets.list()[Symbol.asyncIterator]();
  await vi.waitUntil(() => failed === 3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  // Whoever comes later still gets the error.
  for (const call of [late.toArray(), late, never.next(), iterator.next()])
    await expect(call).rejects.toMatchObject({ code: "connection_failed" });
});

test.each([1, 2])(
  "an iteration ends with an error when %i cursors of the server go round",
  async (cursors) => {
    let sent = 0;
    const lost = await clientOf((_, response) =>
      response.end(
        JSON.stringify({
          data: [],
          next_cursor: `ct_${sent % cursors}`,
          has_more: ++sent < 9,
        }),
      ),
    );
    await expect(lost.contacts.list().toArray()).rejects.toThrow(
      "The server returned the same next_cursor twice, so the list would never end.",
    );
    expect(sent).toBe(cursors + 1);
  },
);
