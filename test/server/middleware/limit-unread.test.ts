import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limiter.ts";
import { limitUnread } from "../../../server/middleware/limit-unread.ts";
import { connectTo } from "../../support/raw.ts";

test("of responses that nobody reads, those that have waited longest are cut off over the limit", async () => {
  const size = 32 * 2 ** 20;
  const open: boolean[] = [];
  const app = express()
    .use(limitUnread(3.5 * size))
    .get("/:n", ({ socket, params }, response) => {
      const n = Number(params.n);
      open[n] = true;
      socket.once("close", () => (open[n] = false));
      response.end(Buffer.alloc(size));
    });
  const { address, close } = await listen(app, createMemoryLimiter());
  onTestFinished(() => close(0));
  for (let n = 0; n < 6; n++) {
    const socket = await connectTo(address);
    onTestFinished(() => void socket.destroy());
    socket.pause().write(`GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => open.length).toBe(n + 1);
  }
  await expect.poll(() => open).toEqual([false, false, false, true, true, true]);
  // A response that is read leaves room for others.
  const whole = await fetch(`${address}/6`);
  expect((await whole.arrayBuffer()).byteLength).toBe(size);
});
