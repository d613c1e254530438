import { createServer } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { limits, values } from "../../../generated/constants.ts";
import type {
  Contact,
  Conversation,
  Event,
  Ticket,
} from "../../../generated/types.ts";
import { createDemoKey, fillDemo } from "../../../server/boot/demo/demo.ts";
import { operate, refusedStart, start } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";

const now = new Date("2026-04-22T00:00:00.000Z");
const server = await startServer({ clock: () => now });
const printed: string[] = [];
let demo: { key: string; path: string };
beforeAll(async () => {
  const path = await fillDemo(server.store, (line) => printed.push(line));
  const { key } = await createDemoKey(server.store);
  demo = { key, path: path ?? "none" };
});

const get = async <Path extends string>(path: Path) => {
  const { status, body } = await server.call(path, { key: demo.key });
  expect(status, path).toBe(200);
  return body;
};

/** All elements of a list. Every page is held against the contract. */
async function all<T>(path: string): Promise<T[]> {
  const elements: T[] = [];
  for (let query = "?limit=100"; ;) {
    const { data, has_more, next_cursor } = await get(path + query);
    elements.push(...(data as T[])); // as the contract says of this list
    if (!has_more) return elements;
    query = `?limit=100&cursor=${next_cursor}`;
  }
}

const countsOf = (names: string[]) =>
  Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      names.filter((it) => it === name).length,
    ]),
  );

describe("the demo", () => {
  test("has an object for each filter of the API's lists", async () => {
    const contacts = await all<Contact>("/v1/contacts");
    expect(contacts).toHaveLength(36);
    expect(
      new Set(contacts.map(({ country }) => country)).size,
    ).toBeGreaterThan(10);
    expect(new Set(contacts.map(({ lifecycle }) => lifecycle))).toEqual(
      new Set(values.Lifecycle),
    );
    expect(contacts.filter(({ vip }) => vip).length).toBeGreaterThan(2);
    const conversations = await all<Conversation>("/v1/conversations");
    expect(countsOf(conversations.map(({ status }) => status))).toEqual({
      open: 10,
      closed: 19,
    });
    const tickets = await all<Ticket>("/v1/tickets");
    const statuses = { open: 5, pending: 4, solved: 5, closed: 4 };
    expect(countsOf(tickets.map(({ status }) => status))).toEqual(statuses);
    expect(
      tickets.filter(({ conversation_id }) => conversation_id !== null).length,
    ).toBeGreaterThan(10);
    const drafts = await server.store.database
      .selectFrom("articles")
      .select("id")
      .execute();
    expect(await all("/v1/articles")).toHaveLength(6);
    expect(drafts).toHaveLength(8);
  });

  test("is plausible: events in order and not yet expired, conversations of two sides", async () => {
    const events = await all<Event>("/v1/events");
    const timestamps = events.map(({ created_at }) => created_at);
    expect(timestamps).toEqual([...timestamps].sort());
    const age = (timestamp = "") =>
      (now.getTime() - Date.parse(timestamp)) / (24 * 60 * 60 * 1000);
    expect(age(timestamps[0])).toBeLessThan(limits.eventDays - 7);
    expect(age(timestamps.at(-1))).toBeGreaterThan(0);
    const authors = new Map<string, Set<string>>();
    for (const { type, data } of events) {
      if (type !== "message.created") continue;
      const { conversation_id, author } = data;
      authors.set(
        conversation_id,
        (authors.get(conversation_id) ?? new Set()).add(author.type),
      );
    }
    expect(authors.size).toBeGreaterThan(0);
    for (const types of authors.values())
      expect(types).toEqual(new Set(values.AuthorType));
  });

  test("can be printed before it runs, shows its progress, and is not changed by a second run", async () => {
    expect(await get(demo.path)).toMatchObject({
      data: { conversations_count: 2, tickets_count: 2 },
    });
    expect(printed[0]).toMatch(/^Demo: filling the workspace demo/);
    expect(printed.at(-1)).toMatch(/ (\d+) of \1 steps$/);
    const events = (await all("/v1/events")).length;
    const lines: string[] = [];
    expect(
      await fillDemo(server.store, (line) => lines.push(line)),
    ).toBeUndefined();
    expect(lines.join("\n")).toMatch(
      /has contacts already, so nothing was changed/,
    );
    expect((await all("/v1/events")).length).toBe(events);
    const keys = await server.store.database
      .selectFrom("api_keys")
      .select("id")
      .execute();
    expect(keys).toHaveLength(1);
  });
});

test("of two runs at once, one fills the workspace", async () => {
  const store = await openTestStore({ clock: () => now });
  const results = await Promise.all([
    fillDemo(store, () => {}),
    fillDemo(store, () => {}),
  ]);
  expect(results.filter((demo) => demo !== undefined)).toHaveLength(1);
  expect(
    await store.database.selectFrom("contacts").select("id").execute(),
  ).toHaveLength(36);
});

describe("the server", () => {
  test("started with --demo prints a call that shows something, and the next time that it is there", async () => {
    const env = await emptyStore();
    const first = start("server/main.ts", ["--demo"], env);
    const [, authorization = "", url = ""] = await first.printed(
      /curl -H "Authorization: ([^"]+)" (\S+)/,
    );
    const response = await fetch(url, {
      headers: { Authorization: authorization },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { tickets_count: 2 } });
    expect(first.output().match(/contacts_live_/g)).toHaveLength(2);
    expect(await first.end()).toBe(0);

    const second = start("server/main.ts", ["--demo"], env);
    await second.printed(
      /has contacts already[^]*keys -- create --workspace demo[^]*DATA_DIR=\S+ npm start -- --demo\n[^]*Contacts API/,
    );
    expect(second.output()).not.toMatch(/contacts_live_|steps/);
  });

  test("that cannot listen fills no demo, and makes no key that nobody would see", async () => {
    const other = createServer();
    const [host = "", port] = (await listenLocally(other)).split(":");
    const env = { ...(await emptyStore()), HOST: host, PORT: port };
    const refused = await refusedStart(env, ["--demo"]);
    expect(refused).toMatch(/^Port \d+ is in use/m);
    expect(refused).not.toContain("Demo:");
    expect(await operate(env, "keys", "list")).toMatchObject({ keys: [] });
  });

  test("refuses an argument that there is not", async () => {
    expect(await refusedStart(await emptyStore(), ["--dmeo"])).toMatch(
      /^Unknown argument: --dmeo\.\nnpm start /,
    );
  });
});
