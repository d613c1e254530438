import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { UnexpectedResponseError } from "../../client/index.ts";
import { clientOf, emptyPage as page, thrown } from "./local-server.ts";

test("a page of the largest changes that the contract allows is read", async () => {
  const event = { id: "evt_1", data: "x".repeat(480_000) };
  const largest = JSON.stringify({
    data: Array(100).fill(event),
    next_cursor: null,
    has_more: false,
  });
  const { events } = await clientOf((_, response) => response.end(largest));
  expect((await events.list({ limit: 100 })).data).toHaveLength(100);
});

test("a body of 64 MiB is read, and one of a byte more is too large", async () => {
  const maxBytes = 64 * 1024 * 1024;
  const whole = page.padEnd(maxBytes);
  const { contacts } = await clientOf((_, response) => response.end(whole));
  expect((await contacts.list()).data).toEqual([]);

  const larger = await clientOf((_, response) => response.end(`${whole} `));

  const failure = await thrown(larger.contacts.list());
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(String(failure)).toContain("a body that is too large");
});

test("a body without end is cut off, and is an error that says so", async () => {
  let sent = 0;
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const { contacts } = await clientOf((_, response) => {
    response.once("close", close);
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent++;
      sent++;
    };
    response.on("drain", more);
    more();
  });
  const failure = await thrown(contacts.list());
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(String(failure)).toContain("a body that is too large");
  expect(sent).toBeLessThan(96);
  await closed;
});

test("a server's fault is a ServerError, however large its body is", async () => {
  const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024));
  const listener: RequestListener = (_, response) =>
    response.writeHead(502, { "Content-Encoding": "gzip" }).end(bomb);
  const { contacts } = await clientOf(listener, { retries: 0 });
  expect(await thrown(contacts.list())).toMatchObject({
    name: "ServerError",
    status: 502,
    body: "",
  });
});
