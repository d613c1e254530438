import { expect, test } from "vitest";
import { clientOf, emptyPage } from "./local-server.ts";

/** A client of a server whose responses have these `Remaining`, and when its requests arrived. */
async function clientOfWindow(
  end: number,
  remaining: number[],
  resets: number[] = [],
) {
  const arrivals: number[] = [];
  const { contacts } = await clientOf((_, response) => {
    arrivals.push(Date.now() / 1000);
    response
      .writeHead(200, {
        "X-RateLimit-Limit": "10",
        "X-RateLimit-Remaining": String(remaining.shift() ?? 9),
        "X-RateLimit-Reset": String(resets.shift() ?? end),
      })
      .end(emptyPage);
  });
  return { contacts, arrivals };
}

test("requests of another program with this key count too", async () => {
  const end = Math.ceil(Date.now() / 1000) + 1;
  const { contacts, arrivals } = await clientOfWindow(end, [8, 0]);
  await contacts.list();
  await contacts.list();
  await contacts.list();
  expect(arrivals[2]).toBeGreaterThanOrEqual(end);
});

test("a response with more left than this client counts is one of before", async () => {
  const end = Math.ceil(Date.now() / 1000) + 1;
  const { contacts, arrivals } = await clientOfWindow(end, [1, 5]);
  await contacts.list();
  await contacts.list();
  await contacts.list();
  expect(arrivals[2]).toBeGreaterThanOrEqual(end);
});

test("a response counts too whose end of the window is rounded down", async () => {
  const end = Math.ceil(Date.now() / 1000) + 2;
  const { contacts, arrivals } = await clientOfWindow(
    end,
    [8, 0],
    [end, end - 1],
  );
  await contacts.list();
  await contacts.list();
  await contacts.list();
  expect(arrivals[2]).toBeGreaterThanOrEqual(end - 1);
});
