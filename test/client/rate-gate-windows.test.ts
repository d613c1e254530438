import { expect, test } from "vitest";
import { clientOf, emptyPage } from "./local-server.ts";

const limit = 5;
const seconds = 2;

/**
 * Starts a server with a small rate limit, and returns a client of it.
 * @param skews what the first responses add to their `Date`, in seconds
 */
async function limitedClient(skews: number[] = []) {
  const counts = new Map<number, number>();
  const { contacts } = await clientOf(
    (_, response) => {
      const now = Date.now() / 1000;
      const end = (Math.floor(now / seconds) + 1) * seconds;
      const count = (counts.get(end) ?? 0) + 1;
      counts.set(end, count);
      const date = new Date((now + (skews.shift() ?? 0)) * 1000);
      response
        .writeHead(count > limit ? 429 : 200, {
          Date: date.toUTCString(),
          "X-RateLimit-Limit": limit,
          "X-RateLimit-Remaining": Math.max(0, limit - count),
          "X-RateLimit-Reset": end,
        })
        .end(emptyPage);
    },
    { retries: 0 },
  );
  return contacts;
}

test("calls that wait for a new window go out within its limit", async () => {
  const contacts = await limitedClient();
  // The client knows the limit, and its window is used up.
  for (let n = 0; n < limit; n++) await contacts.list();
  const calls = Array.from({ length: 2 * limit }, () => contacts.list());
  expect(await Promise.all(calls)).toHaveLength(2 * limit);
});

test("one Date that is an hour ahead does not end the waits for the rate limit", async () => {
  const contacts = await limitedClient([3600]);
  const calls = [];
  for (let n = 0; n < 2 * limit; n++) calls.push(await contacts.list());
  expect(calls).toHaveLength(2 * limit);
});
