import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { createWindows } from "../support/rate-windows.ts";
import { startServer } from "../support/server.ts";
import { clientOf, emptyPage } from "./local-server.ts";

/** The headers of a window that ends with this second of the clock. */
const window = (end: number, left: number) => ({
  "X-RateLimit-Limit": "10",
  "X-RateLimit-Remaining": String(left),
  "X-RateLimit-Reset": String(end),
});

test("nobody waits for a slow response to somebody else when a window has ended", async () => {
  let sent = 0;
  let arrive = (_respond: () => void) => {};
  const slowlyArrived = new Promise<() => void>(
    (resolve) => (arrive = resolve),
  );
  const { contacts } = await clientOf(({ headers }, response) => {
    const now = Date.now() / 1000;
    // The first response uses the window up; in the next one is slow until others were served.
    if (++sent === 1)
      return void response
        .writeHead(200, window(Math.ceil(now), 0))
        .end(emptyPage);
    const respond = () =>
      response.writeHead(200, window(Math.ceil(now) + 60, 5)).end(emptyPage);
    if (headers["x-slow"]) arrive(respond);
    else respond();
  });
  await contacts.list();
  const slow = contacts.list({}, { headers: { "X-Slow": "1" } });
  await Promise.all([contacts.list(), contacts.list()]);
  (await slowlyArrived)();
  await slow;
  expect(sent).toBe(4);
});

test("a used-up window holds requests back until it ends, unless that is after totalTimeout", async () => {
  // The end is a time of the server, whose clock may be an hour behind.
  const seconds = () => Date.now() / 1000 - 3600;
  const ends = Math.ceil(seconds()) + 1;
  const times: number[] = [];
  const { contacts, withOptions } = await clientOf((_, response) => {
    const headers =
      times.push(seconds()) <= 2 ? window(ends, 0) : window(ends + 60, 9);
    response
      .writeHead(200, {
        ...headers,
        Date: new Date(seconds() * 1000).toUTCString(),
      })
      .end(emptyPage);
  });
  await contacts.list();
  await contacts.list({}, { totalTimeout: 100 });
  expect(times).toHaveLength(2);
  // A client with other options shares the window.
  await withOptions({ headers: { "X-Team": "crm" } }).contacts.list();
  expect(times).toHaveLength(3);
  expect(times[2]).toBeGreaterThanOrEqual(ends);
});

test("after a 429 no other call is sent before its window ends", async () => {
  const ends = Math.ceil(Date.now() / 1000) + 1;
  const times: number[] = [];
  const { contacts } = await clientOf((_, response) => {
    const isFirst = times.push(Date.now() / 1000) === 1;
    response.writeHead(isFirst ? 429 : 200, window(ends, 0)).end(emptyPage);
  });
  await expect(contacts.list({}, { retries: 0 })).rejects.toMatchObject({
    status: 429,
  });
  await contacts.list();
  expect(times[1]).toBeGreaterThanOrEqual(ends);
});

test("requests under way count, though the server had not counted them in its first response", async () => {
  const ends = Math.ceil(Date.now() / 1000) + 1;
  const arrivals: { at: number; respond: (left: number) => void }[] = [];
  const { contacts } = await clientOf((_, response) => {
    const respond = (left: number) =>
      void response.writeHead(200, window(ends, left)).end(emptyPage);
    arrivals.push({ at: Date.now() / 1000, respond });
  });
  const first = contacts.list();
  await expect.poll(() => arrivals.length).toBe(1);
  const others = [contacts.list(), contacts.list()];
  await expect.poll(() => arrivals.length).toBe(3);
  arrivals[0]?.respond(2);
  await first;

  const fourth = contacts.list();

  await expect.poll(() => arrivals.length).toBe(4);
  expect(arrivals[3]?.at).toBeGreaterThanOrEqual(ends);
  for (const { respond } of arrivals.slice(1)) respond(0);
  await Promise.all([...others, fourth]);
});

test("8 walks at once finish, with no 429 once the limit is known", async () => {
  const limiter = createWindows({ requests: 60, seconds: 2 });
  const limited = await startServer({ limiter });
  const { contacts } = createClient({
    apiKey: await limited.key(["*"]),
    baseUrl: limited.address,
  });
  const pages = 25;
  for (let n = 0; n < pages; n++)
    await contacts.create({ name: "x", email: `${n}@example.com` });
  const walks = Array.from({ length: 8 }, () =>
    contacts.list({ limit: 1 }).toArray(),
  );
  expect((await Promise.all(walks)).map(({ length }) => length)).toEqual(
    Array(8).fill(pages),
  );
  expect(limiter.counts.length).toBeGreaterThan(2);
  expect(limiter.counts.map(({ refused }) => refused)).toEqual(
    limiter.counts.map(() => 0),
  );
});

test("a window may end between any two looks at the clock", async () => {
  const now = performance.now.bind(performance);
  let looks = 0;
  const clock = vi
    .spyOn(performance, "now")
    .mockImplementation(() => now() + looks++);
  onTestFinished(() => clock.mockRestore());
  for (let milliseconds = 1; milliseconds <= 30; milliseconds++) {
    const refusal = {
      status: 429,
      headers: { "Retry-After": String(milliseconds / 1000) },
    };
    const responses = [new Response("", refusal), new Response(emptyPage)];
    const fetch = () => setTimeout(5, responses.shift() ?? Response.error());
    const options = {
      apiKey: "x",
      baseUrl: "http://contacts.test",
      fetch,
      totalTimeout: 20_000,
    };
    expect((await createClient(options).contacts.list()).data).toEqual([]);
  }
});
