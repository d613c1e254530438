import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { emptyPage, startLocalServer } from "./local-server.ts";

test("a key that comes too late does not replace the key of a later call", async () => {
  let valid = "key-2";
  const baseUrl = await startLocalServer(({ headers }, response) => {
    const isValid = headers.authorization === `Bearer ${valid}`;
    response.writeHead(isValid ? 200 : 401).end(emptyPage);
  });
  let asked = 0;
  let releaseFirst = () => {};
  const first = new Promise<void>((resolve) => (releaseFirst = resolve));
  const { contacts } = createClient({
    baseUrl,
    apiKey: async () => {
      const key = `key-${++asked}`;
      if (key === "key-1") await first;
      return key;
    },
  });
  await expect(contacts.list({}, { totalTimeout: 20 })).rejects.toThrow(
    "returned no key in time",
  );
  await contacts.list();
  releaseFirst();
  await after(0); // the late result arrives

  valid = "key-3";
  await contacts.list();
  expect(asked).toBe(3);
});
