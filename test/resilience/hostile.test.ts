import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { resolve } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKey, revokeKey } from "../../server/auth/keys.ts";
import { newSecret } from "../../server/auth/secret.ts";
import { start, type Program } from "../support/process.ts";
import { connectTo, raw, responsesIn, statusesIn } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { emptyStore } from "../support/store.ts";
import { scaled } from "./scale.ts";
import { launch, makeKeys, type Service } from "./service.ts";

/** Resident memory of a process in MiB, where the system tells. */
function memoryOf({ child }: Program): number | undefined {
  const file = `/proc/${child.pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) / 1024;
}

/** How many files and sockets a process has open, where the system tells. */
function descriptorsOf({ child }: Program): number | undefined {
  const folder = `/proc/${child.pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : undefined;
}

async function serve(): Promise<Service> {
  const settings = await emptyStore();
  return launch(settings, await makeKeys(settings, 40));
}

test("idle connections cost little, and one address keeps nobody out", { timeout: 120_000 }, async () => {
  const { program, address, call } = await serve();
  await call("/v1/contacts");
  const before = memoryOf(program);
  const count = scaled(5000);
  const idle: Socket[] = [];
  onTestFinished(() => idle.forEach((socket) => socket.destroy()));
  while (idle.length < count) {
    const socket = await connectTo(address, `127.0.0.${2 + (idle.length % 10)}`);
    idle.push(socket.resume().on("end", () => socket.destroy()));
  }
  expect((await call("/v1/contacts")).status).toBe(200);
  const after = memoryOf(program);
  if (before !== undefined && after !== undefined) {
    console.log(
      `${count} idle connections: ${Math.round(after - before)} MiB more, and requests get responses`,
    );
    expect((after - before) / count).toBeLessThan(0.05);
  }
});

const rest = "HTTP/1.1\r\nHost: a\r\n";
/** What connections are reset behind, or in the middle of. */
const beginnings = [
  `CONNECT a:1 ${rest}\r\n`,
  `GET /livez ${rest}\r\n`,
  `GET /openapi.json ${rest}\r\n`,
  `GET /v1/contacts ${rest}\r\n`,
  `GET /docs/ ${rest}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `GET /readyz ${rest}Expect: miracle\r\n\r\n`,
  `POST /v1/contacts ${rest}Content-Length: 20\r\n\r\n{"name":`,
  "GET /livez HTTP/1.1\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GARBAGE\r\n\r\n",
];

test("connections that are reset, wherever they are, harm nobody and leave nothing open", async () => {
  const { program, address, call } = await serve();
  await call("/v1/contacts");
  const before = descriptorsOf(program);
  const random = (below: number) => Math.floor(Math.random() * below);
  for (let i = 0; i < scaled(5000); i++) {
    const socket = await connectTo(address, `127.0.1.${1 + (i % 200)}`);
    // Each beginning comes first, whole; then others follow, and the last one breaks off.
    const text = [i, random(10), random(10)].map((n) => beginnings[n % beginnings.length]).join("");
    const first = beginnings[i % beginnings.length]?.length ?? 0;
    socket.write(text.slice(0, first + random(text.length)));
    if (i % 3 > 0) await setImmediate();
    if (i % 3 > 1) await Promise.race([once(socket, "data"), setTimeout(5)]);
    socket.resetAndDestroy();
  }
  expect((await call("/v1/contacts")).status).toBe(200);
  if (before !== undefined) await expect.poll(() => descriptorsOf(program)).toBeLessThan(before + 20);
});

test("distinct media types leave nothing behind", { timeout: 300_000 }, async () => {
  const settings = await emptyStore();
  const options = `--expose-gc --import ${resolve("test/resilience/report-heap.mjs")}`;
  const { program, call } = await launch(
    { ...settings, NODE_OPTIONS: options },
    await makeKeys(settings, 40),
  );
  /** The heap in use, in kB, which does not depend on when garbage is collected. */
  const heap = async () => {
    const printed = program.output().length;
    program.child.kill("SIGUSR2");
    const report = /heap in use: (\d+) bytes/;
    await expect.poll(() => report.test(program.output().slice(printed))).toBe(true);
    return Number(report.exec(program.output().slice(printed))?.[1]) / 1000;
  };
  const send = async (from: number, to: number) => {
    for (let i = from; i < to; i += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const headers = { "Content-Type": `application/json; n=${i + n}; ${"x".repeat(4000)}=${i + n}` };
          const { status } = await call("/v1/contacts", { json: { name: "" }, headers });
          if (![400, 429].includes(status)) throw new Error(`The response was ${status}.`);
        }),
      );
    }
  };
  await send(0, scaled(5000));
  const before = await heap();
  await send(scaled(5000), scaled(15_000));
  const growth = (await heap()) - before;
  console.log(`${scaled(10_000)} more media types of 4 kB each: ${Math.round(growth)} kB more in the heap`);
  // Kept, each would be at least its own 4 kB; what the heap holds more is compiled code, and does not grow with them.
  expect(growth / scaled(10_000)).toBeLessThan(2);
});

describe("bytes that are no proper request", async () => {
  const server = await startServer();
  const key = await server.key(["*"]);

  const request = (lines: string[], body = "") =>
    [
      "POST /v1/contacts HTTP/1.1",
      "Host: a",
      "Content-Type: application/json",
      `Authorization: Bearer ${key}`,
      ...lines,
      "",
      body,
    ].join("\r\n");

  test.each<[string, string[], string]>([
    [
      "Content-Length and Transfer-Encoding",
      ["Content-Length: 4", "Transfer-Encoding: chunked"],
      "0\r\n\r\n",
    ],
    ["two lengths", ["Content-Length: 4", "Content-Length: 5"], "{}  "],
    ["a list of lengths", ["Content-Length: 4, 4"], "{}  "],
    ["a signed length", ["Content-Length: +2"], "{}"],
    ["a length in hexadecimal", ["Content-Length: 0x2"], "{}"],
    ["chunked twice", ["Transfer-Encoding: chunked, chunked"], "0\r\n\r\n"],
    ["chunked before identity", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"],
    ["a space before the colon", ["Content-Length : 2"], "{}"],
    ["a folded header", ["X-One: a", " Content-Length: 2"], "{}"],
    ["a chunk size that overflows", ["Transfer-Encoding: chunked"], "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"],
    ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], "2\r\n{}{}\r\n0\r\n\r\n"],
    ["NUL in a header", ["X-One: a\0b"], ""],
  ])("does not let %s smuggle a request", async (_, lines, body) => {
    const smuggled = "GET /v1/contacts HTTP/1.1\r\nHost: a\r\n\r\n";
    const text = await raw(server.address, request(lines, body + smuggled));
    expect(responsesIn(text)).toBe(1);
    expect(statusesIn(text)[0]).toBe(400);
  });

  test.each([["thousands of them", Array.from({ length: 4000 }, (_, n) => `X-${n}: x`)]])(
    "refuses headers: %s",
    async (_, lines) => {
      expect(statusesIn(await raw(server.address, request(lines)))[0]).toBe(431);
    },
  );

  test.each([
    ["an extension of a chunk", 400, `2;a=${"b".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ["trailers", 431, `2\r\n{}\r\n0\r\nX-One: ${"b".repeat(20_000)}\r\n\r\n`],
  ])("refuses 20 kB of %s", async (_, status, body) => {
    const text = await raw(server.address, request(["Transfer-Encoding: chunked"], body));
    expect(statusesIn(text)).toEqual([status]);
  });

  test("unpacks nothing", async () => {
    const headers = { "Content-Encoding": "gzip" };
    const { status } = await server.call("/v1/contacts", { key, json: { name: "x".repeat(1000) }, headers });
    expect(status).toBe(415);
  });
});

/** Headers that differ from response to response, whatever the key. */
const changing = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"]);

test("a response does not tell whether a key was revoked, never existed or cannot exist", async () => {
  const server = await startServer({ trustProxy: true });
  const revoked = await createKey(server.store, { workspace: "w", scopes: ["*"] });
  await revokeKey(server.store, revoked.id);
  // A key without the scope goes no further than its look-up, as all the others do.
  const remembered = await server.key(["articles:read"]);
  const senders: [kind: string, status: number, secret: () => string | Promise<string>][] = [
    ["known and remembered", 403, () => remembered],
    ["known", 403, () => server.key(["articles:read"])],
    ["revoked", 401, () => revoked.key],
    ["unknown", 401, newSecret],
    ["malformed", 401, () => `${newSecret()}x`],
  ];
  const times = new Map<string, number[]>(senders.map(([kind]) => [kind, []]));
  const refusals = new Set<string>();
  const rounds = scaled(500);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [kind, wanted, secretOf]] of senders.entries()) {
      // Each comes from an address of its own, so that none has used up its window.
      const from = `10.${i}.${round >> 8}.${round & 255}`;
      const headers = { Authorization: `Bearer ${await secretOf()}`, "X-Forwarded-For": from };
      const began = performance.now();
      const response = await fetch(`${server.address}/v1/contacts`, { headers });
      const text = await response.text();
      times.get(kind)?.push(performance.now() - began);
      expect(response.status, kind).toBe(wanted);
      const told = [...response.headers].filter(([name]) => !changing.has(name));
      if (wanted === 401) refusals.add(`${JSON.stringify(told)} ${text}`);
    }
  }
  expect([...refusals]).toHaveLength(1);
  const medianOf = (kind: string) => times.get(kind)?.toSorted((a, b) => a - b)[rounds / 2] ?? NaN;
  const medians = senders.map(([kind]) => `${kind} ${medianOf(kind).toFixed(2)}`);
  const ratio = medianOf("revoked") / medianOf("unknown");
  console.log(
    `responses to keys, medians of ${rounds} in ms: ${medians.join(", ")}; revoked to unknown: ${ratio.toFixed(2)}`,
  );
});

test("what a client sends cannot forge a line of the log", async () => {
  const settings = { ...(await emptyStore()), LOG_LEVEL: "info" };
  const [key = ""] = await makeKeys(settings, 1);
  const server = start("server/main.ts", [], settings);
  const [, address = ""] = await server.printed(/Contacts API +(\S+)/);
  const forged = '{"level":60,"msg":"all is lost"}';
  await raw(
    address,
    `GET /v1/${encodeURIComponent(`a\n${forged}`)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nUser-Agent: \u001b[2J${forged}\r\nConnection: close\r\n\r\n`,
  );
  await raw(
    address,
    `GET /%0a${encodeURIComponent(forged)}%0a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  server.child.kill("SIGTERM");
  await server.ended;
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) expect(JSON.parse(line).msg).not.toBe("all is lost");
  expect(server.output()).not.toContain("\u001b");
});
