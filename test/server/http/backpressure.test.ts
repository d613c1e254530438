import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { backpressure } from "../../../server/http/backpressure.ts";
import { connectTo } from "../../support/raw.ts";

const size = 32 * 2 ** 20;

test("over the limit, who has most unread bytes loses the responses that have waited longest, and nobody else", async () => {
  const open = new Map<string, boolean>();
  const app = express()
    .set("trust proxy", true)
    .use(backpressure(4.5 * size))
    .get("/:name", ({ socket, params: { name } }, response) => {
      open.set(name, true);
      socket.once("close", () => open.set(name, false));
      response.end(Buffer.alloc(size));
    });
  const { address, close } = await listen(app, createMemoryLimiter());
  onTestFinished(() => close(0));
  const ask = async (from: string, name: string) => {
    const socket = await connectTo(address);
    onTestFinished(() => void socket.destroy());
    socket.pause().write(`GET /${name} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n\r\n`);
    await expect.poll(() => open.has(name)).toBe(true);
  };
  await ask("10.0.0.1", "modest");
  for (const name of ["a", "b", "c", "d", "e"]) await ask("10.0.0.2", name);
  const left = { modest: true, a: false, b: false, c: true, d: true, e: true };
  await expect.poll(() => Object.fromEntries(open)).toEqual(left);
  // A response that is read leaves room for others.
  const whole = await fetch(`${address}/whole`);
  expect((await whole.arrayBuffer()).byteLength).toBe(size);
});
