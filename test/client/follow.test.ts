import { afterAll, expect, test } from "vitest";
import {
  createClient,
  type CallError,
  type Event,
} from "../../client/index.ts";
import { clientOf, flakyFetch, type Fault } from "./local-server.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const apiKey = await server.key(["*"]);
const owner = createClient({ apiKey, baseUrl: server.address });
const stop = new AbortController();

let faults: Fault[] = [];
const requests: string[] = [];
let isAway = false;
const flaky = flakyFetch((url) => {
  requests.push(url);
  return isAway ? "cut before" : faults.shift();
});
afterAll(() => stop.abort());
const reader = () =>
  createClient({ apiKey, baseUrl: server.address, fetch: flaky, retries: 0 })
    .events;
const create = (n: number) =>
  owner.contacts.create({ name: `n${n}`, email: `${n}@example.com` });

test("goes on through an outage and a deployment, and loses and repeats nothing", async () => {
  const seen: Event[] = [];
  const errors: CallError[] = [];
  const delays: number[] = [];
  await create(1);
  const onError = (error: CallError, delay: number) => {
    errors.push(error);
    delays.push(delay);
    isAway = false;
  };
  for await (const event of reader().follow(
    { limit: 1 },
    { interval: 20, onError, signal: stop.signal },
  )) {
    seen.push(event);
    if (seen.length === 1) {
      await create(2);
      await create(3);
      isAway = true;
    }
    if (seen.length === 3) {
      faults = [502, 404, "cut after", 503]; // what a deployment looks like from here
      await create(4);
    }
    if (seen.length === 4) break;
  }
  const events: Event[] = await owner.events.list().toArray();
  expect(seen).toEqual(events);
  expect(errors.map(({ name }) => name)).toEqual([
    "ConnectionError",
    "ServerError",
    "UnexpectedResponseError",
    "ConnectionError",
    "ServerError",
  ]);
  // The server has responded between the first failure and the others, so the delays begin anew.
  const longest = [1000, 1000, 2000, 4000, 8000];
  const shares = delays.map((delay, n) => delay / (longest[n] ?? 0));
  expect(shares.filter((share) => share < 0.5 || share >= 1)).toEqual([]);
});

test("started at the newest event, it returns the later ones, also when there is no event yet", async () => {
  const quiet = {
    apiKey: await server.key(["*"], "quiet"),
    baseUrl: server.address,
  };
  const { contacts } = createClient(quiet);
  for (const name of ["first", "second"]) {
    let responses = 0;
    const response = async () => {
      if (++responses === 1)
        await contacts.create({ name, email: `${name}@example.com` });
    };
    const { events } = createClient({ ...quiet, hooks: { response } });
    const follow = events.follow(
      { cursor: "newest" },
      { interval: 20, signal: stop.signal },
    );
    expect((await follow.next()).value).toMatchObject({ data: { name } });
  }
});

test("moves its cursor while nothing matches, and reports it", async () => {
  const cursors: string[] = [];
  const controller = new AbortController();
  const onCursor = (cursor: string) => {
    cursors.push(cursor);
    if (cursors.length === 1) void create(5);
    if (cursors.at(-1) !== cursors[0]) controller.abort(new Error("enough"));
  };
  const [first] = (await owner.events.list({ limit: 1 })).data;
  const follow = reader().follow(
    { types: ["article.published"], cursor: first?.id ?? "" },
    { interval: 20, onCursor, signal: controller.signal },
  );
  await expect(follow.next()).rejects.toThrow("enough");
  const all = await owner.events.list().toArray();
  expect(cursors[0]).toEqual(all.at(-2)?.id);
  expect(cursors.at(-1)).toEqual(all.at(-1)?.id);
  expect(requests.at(-1)).toContain(`cursor=${cursors[0]}`);
});

test.each<{ name: string; follow: () => AsyncGenerator<Event>; error: object }>(
  [
    {
      name: "a key that is not known",
      follow: () =>
        createClient({ apiKey: "x", baseUrl: server.address }).events.follow(),
      error: { code: "unauthorized" },
    },
    {
      name: "a cursor that nobody gave",
      follow: () => reader().follow({ cursor: "evt_nobody" }),
      error: { code: "validation_error" },
    },
    {
      name: "a server that never was the API",
      follow: () => {
        faults = [404];
        return reader().follow();
      },
      error: { name: "UnexpectedResponseError", status: 404 },
    },
    {
      name: "what onError throws, for which it waits",
      follow: () => {
        faults = [502];
        return reader().follow(
          {},
          { onError: () => Promise.reject(new Error("no log")) },
        );
      },
      error: { message: "no log" },
    },
  ],
)("ends with $name", async ({ follow, error }) => {
  await expect(follow().next()).rejects.toMatchObject(error);
});

test("a server that promises more and does not move the cursor is asked no more often than others", async () => {
  const times: number[] = [];
  const ended = new AbortController();
  const { events } = await clientOf((_, response) => {
    if (times.push(performance.now()) === 3) ended.abort();
    response.end('{"data":[],"has_more":true,"next_cursor":"evt_1"}');
  });
  const following = events
    .follow({ cursor: "evt_1" }, { interval: 50, signal: ended.signal })
    .next();
  await expect(following).rejects.toMatchObject({ name: "AbortError" });
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(95);
});

test("returns no event of the page after an abort", async () => {
  const controller = new AbortController();
  const follow = owner.events.follow({}, { signal: controller.signal });
  expect((await follow.next()).value).toMatchObject({
    type: "contact.created",
  });
  controller.abort(new Error("enough"));
  await expect(follow.next()).rejects.toThrow("enough");
});

test("saves each event's position before it returns the next, and ends with the error of saving", async () => {
  const steps: string[] = [];
  const onCursor = async (cursor: string) => {
    await Promise.resolve();
    steps.push(`saved ${cursor}`);
    if (steps.length === 4) throw new Error("the disk is full");
  };
  const follow = owner.events.follow({ limit: 3 }, { onCursor });
  const read = async () => {
    for await (const { id } of follow) steps.push(`given ${id}`);
  };
  await expect(read()).rejects.toThrow("the disk is full");
  const [first = "", second = ""] = (
    await owner.events.list({ limit: 2 })
  ).data.map(({ id }) => id);
  expect(steps).toEqual([
    `given ${first}`,
    `saved ${first}`,
    `given ${second}`,
    `saved ${second}`,
  ]);
});
