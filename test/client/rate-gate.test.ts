import { expect, test } from "vitest";
import { clientOf, emptyPage } from "./local-server.ts";

/** The headers of a window that ends with this second of the clock. */
const window = (end: number, left: number) => ({
  "X-RateLimit-Limit": "10",
  "X-RateLimit-Remaining": String(left),
  "X-RateLimit-Reset": String(end),
});

test("nobody waits for a slow response to somebody else when a window has ended", async () => {
  let sent = 0;
  let respondSlowly = () => {};
  const { contacts } = await clientOf((_, response) => {
    const now = Date.now() / 1000;
    // The first response uses the window up; the second, which opens the next, is slow until others were served.
    if (++sent === 1) return void response.writeHead(200, window(Math.ceil(now), 0)).end(emptyPage);
    const respond = () => response.writeHead(200, window(Math.ceil(now) + 60, 5)).end(emptyPage);
    if (sent === 2) respondSlowly = respond;
    else respond();
  });
  await contacts.list();
  const slow = contacts.list();
  await Promise.all([contacts.list(), contacts.list()]);
  respondSlowly();
  await slow;
  expect(sent).toBe(4);
});

test("a used-up window holds requests back until it ends, unless that is after totalTimeout", async () => {
  let sent = 0;
  const ends = Math.ceil(Date.now() / 1000) + 1;
  const times: number[] = [];
  const { contacts, withOptions } = await clientOf((_, response) => {
    times.push(Date.now() / 1000);
    const left = ++sent <= 2 ? 0 : 9;
    response.writeHead(200, window(left === 0 ? ends : ends + 60, left)).end(emptyPage);
  });
  await contacts.list();
  await contacts.list({}, { totalTimeout: 100 });
  expect(sent).toBe(2);
  // A client with other options shares the window.
  await withOptions({ headers: { "X-Team": "crm" } }).contacts.list();
  expect(sent).toBe(3);
  expect(times[2]).toBeGreaterThanOrEqual(ends);
});

test("the end of a window is a time of the server, whose clock may be an hour behind", async () => {
  const seconds = () => Date.now() / 1000 - 3600;
  const ends = Math.ceil(seconds()) + 1;
  const times: number[] = [];
  const { contacts } = await clientOf((_, response) => {
    times.push(seconds());
    const headers = times.length === 1 ? window(ends, 0) : window(ends + 60, 9);
    response.writeHead(200, { ...headers, Date: new Date(seconds() * 1000).toUTCString() }).end(emptyPage);
  });
  await contacts.list();
  await contacts.list();
  expect(times[1]).toBeGreaterThanOrEqual(ends);
});
