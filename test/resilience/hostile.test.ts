import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { connectTo, raw } from "../support/raw.ts";
import { emptyStore } from "../support/store.ts";
import {
  beginnings,
  footprintOf,
  launch,
  makeKeys,
  scaled,
  type Service,
} from "./service.ts";

test(
  "what strangers send forges no line of the log, costs little while it is idle, and leaves nothing open",
  { timeout: 120_000 },
  async () => {
    const settings = await emptyStore();
    const service = await launch(
      { ...settings, LOG_LEVEL: "info" },
      await makeKeys(settings, 40),
    );
    await forgeLines(service);
    await stayIdle(service);
    await reset(service);
  },
);

/** Idle connections cost little, and one address keeps nobody out. */
async function stayIdle({ program, address, call }: Service): Promise<void> {
  await call("/v1/contacts");
  const before = footprintOf(program)?.memory;
  const count = scaled(5000);
  const idle: Socket[] = [];
  while (idle.length < count) {
    const socket = await connectTo(
      address,
      `127.0.0.${2 + (idle.length % 10)}`,
    );
    idle.push(socket.resume().on("end", () => socket.destroy()));
  }
  expect((await call("/v1/contacts")).status).toBe(200);
  const after = footprintOf(program)?.memory;
  if (before !== undefined && after !== undefined) {
    console.log(
      `${count} idle connections: ${Math.round(after - before)} MiB more, and requests get responses`,
    );
    expect((after - before) / count).toBeLessThan(0.05);
  }
}

/** Connections that are reset, wherever they are, harm nobody and leave nothing open. */
async function reset({ program, address, call }: Service): Promise<void> {
  await call("/v1/contacts");
  const before = footprintOf(program)?.descriptors;
  const random = (below: number) => Math.floor(Math.random() * below);
  for (let i = 0; i < scaled(5000); i++) {
    const socket = await connectTo(address, `127.0.1.${1 + (i % 200)}`);
    // Each beginning comes first, whole; then others follow, and the last one breaks off.
    const text = [i, random(10), random(10)]
      .map((n) => beginnings[n % beginnings.length])
      .join("");
    const first = beginnings[i % beginnings.length]?.length ?? 0;
    socket.write(text.slice(0, first + random(text.length)));
    if (i % 3 > 0) await setImmediate();
    if (i % 3 > 1) await Promise.race([once(socket, "data"), setTimeout(5)]);
    socket.resetAndDestroy();
  }
  expect((await call("/v1/contacts")).status).toBe(200);
  if (before !== undefined)
    await expect
      .poll(() => footprintOf(program)?.descriptors)
      .toBeLessThan(before + 20);
}

async function forgeLines({ program, address, call }: Service): Promise<void> {
  const forged = '{"level":60,"msg":"all is lost"}';
  await call(`/v1/${encodeURIComponent(`a\n${forged}`)}`, {
    headers: { "User-Agent": forged },
  });
  const path = `/%0a${encodeURIComponent(forged)}%0a`;
  await raw(
    address,
    `GET ${path} HTTP/1.1\r\nHost: a\r\nUser-Agent: \u001b[2J\r\nConnection: close\r\n\r\n`,
  );
  const lines = () =>
    program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
  await expect.poll(() => lines().length).toBeGreaterThanOrEqual(2);
  for (const line of lines())
    expect(JSON.parse(line).msg).not.toBe("all is lost");
  expect(program.output()).not.toContain("\u001b");
}
