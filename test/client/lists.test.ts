import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { clientOf } from "./local-server.ts";
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

/** The names that a loop sees, which is left at `last`, and how many requests that took. */
async function walk(
  list: AsyncIterable<{ name: string }>,
  last?: string,
): Promise<[string[], number]> {
  const seen: string[] = [];
  for await (const { name } of list) {
    seen.push(name);
    if (name === last) break;
  }
  return [seen, requestCount];
}

test.each<{
  does: string;
  query: Parameters<typeof contacts.list>[0];
  last?: string;
  seen: string[];
  requests: number;
}>([
  {
    does: "is every element when it is iterated over, a page in hand",
    query: { limit: 2 },
    seen: names,
    requests: 3,
  },
  {
    does: "asks for nothing more when the loop is left",
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
  requestCount = 0;
  expect(await walk(contacts.list(query), last)).toEqual([seen, requests]);
});

test("a list is one page when it is awaited, which is the first of the iteration", async () => {
  requestCount = 0;
  const list = contacts.list({ limit: 2 });
  const page = await list;
  expect([
    page.data.map(({ name }) => name),
    page.has_more,
    requestCount,
  ]).toEqual([["e", "d"], true, 1]);
  expect(await walk(list, "c")).toEqual([["e", "d", "c"], 2]);
  expect(
    (await walk(contacts.list({ cursor: page.data[0]?.id, limit: 1 })))[0],
  ).toEqual(names.slice(1));
});

test("as an array it has as many elements as are asked for, and asks for no page beyond them", async () => {
  const namesOf = (all: { name: string }[]) => all.map(({ name }) => name);
  requestCount = 0;
  expect([
    namesOf(await contacts.list({ limit: 2 }).toArray({ limit: 2 })),
    requestCount,
  ]).toEqual([["e", "d"], 1]);
  expect(
    namesOf(await contacts.list({ limit: 2 }).toArray({ limit: 3 })),
  ).toEqual(["e", "d", "c"]);
  expect(
    namesOf(await contacts.list({ limit: 2 }).toArray({ limit: undefined })),
  ).toEqual(names);
  await expect(contacts.list().toArray({ limit: 0 })).rejects.toThrow(
    "number from 1 to 4294967295.",
  );
});

test("an iteration asks for pages of the contract's largest size, unless the caller has set a limit", async () => {
  let asked: (string | null)[] = [];
  const longList = await clientOf((request, response) => {
    const { searchParams } = new URL(`http://x${request.url}`);
    asked.push(searchParams.get("limit"));
    const isFirst = searchParams.get("cursor") === null;
    response.end(
      JSON.stringify({
        data: [{ name: "Ana" }, { name: "Eva" }],
        next_cursor: isFirst ? "ct_2" : null,
        has_more: isFirst,
      }),
    );
  });
  const most = "100";
  const sizesOf = async (read: () => Promise<unknown>) => {
    asked = [];
    await read();
    return asked;
  };
  const long = longList.contacts;
  expect(await sizesOf(() => walk(long.list()))).toEqual([most, most]);
  const pages = async () => {
    for await (const { data } of long.list({ q: "a" }).pages())
      expect(data).toHaveLength(2);
  };
  expect(await sizesOf(pages)).toEqual([most, most]);
  expect(await sizesOf(() => long.list().toArray())).toEqual([most, most]);
  const three = () => long.list().toArray({ limit: 3 });
  expect(await sizesOf(three)).toEqual(["3", "3"]);
  const undefinedLimit = () => walk(long.list({ limit: undefined }));
  expect(await sizesOf(undefinedLimit)).toEqual([most, most]);

  // One page is the caller's own, or of the default of the API.
  expect(await sizesOf(() => long.list())).toEqual([null]);
  expect(await sizesOf(() => walk(long.list({ limit: 7 })))).toEqual([
    "7",
    "7",
  ]);
  const firstAlone = async () => {
    const list = long.list();
    await list;
    await list.toArray();
  };
  expect(await sizesOf(firstAlone)).toEqual([null, most]);

  const events = longList.events.follow({ types: ["contact.created"] });
  expect(await sizesOf(() => events.next())).toEqual([most]);
});

test("a list that fails before its iteration begins is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
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
