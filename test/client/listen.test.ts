import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { listen, secretOf } from "../../client/listen/listen.ts";
import {
  verifyWebhook,
  type WebhookEvent,
} from "../../client/webhooks/index.ts";
import { start } from "../support/process.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { emptyPage } from "./local-server.ts";

const server = await startServer();
const program = "client/listen/main.ts";

/** A workspace with a client, and what `contacts-listen` needs of it. */
async function workspaceOf(name: string) {
  const apiKey = await server.key(["*"], name);
  const baseUrl = server.address;
  return {
    ...createClient({ apiKey, baseUrl }),
    env: { CONTACTS_API_KEY: apiKey, CONTACTS_BASE_URL: baseUrl },
  };
}

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver on this machine, which responds with these statuses, and then with 204. */
async function startReceiver(statuses: number[] = [], address?: string) {
  const received: Received[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses.shift() ?? 204);
    response.end();
  });
  if (address === undefined)
    return { received, address: await listenLocally(receiver) };
  const { hostname, port } = new URL(`http://${address}`);
  receiver.listen(Number(port), hostname);
  onTestFinished(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  return { received, address };
}

test("each new event reaches the address in order, signed with the printed secret, and its response is printed", async () => {
  const { contacts, env } = await workspaceOf("listen");
  await contacts.create({ name: "Before", email: "before@example.com" });
  const { received, address } = await startReceiver([204, 500]);
  const listener = start(
    program,
    ["--forward", `http://${address}/hooks`],
    env,
  );
  await listener.printed(/whsec_/);

  const ana = await contacts.create({ name: "Ana", email: "ana@example.com" });
  await contacts.update(ana.id, { name: "Ana María" });
  await contacts.create({ name: "Eva", email: "eva@example.com" });
  await listener.printed(
    /contact\.created evt_\w+ 204 \d+ ms[^]*contact\.updated evt_\w+ 500 \d+ ms[^]*contact\.created evt_\w+ 204 \d+ ms/,
  );

  const [secret = ""] = /whsec_\S+/.exec(listener.output()) ?? [];
  expect(secret).toBe(secretOf(env.CONTACTS_API_KEY));
  const verified: WebhookEvent[] = [];
  for (const { headers, body } of received)
    verified.push(await verifyWebhook(headers, body, secret));
  expect(verified.map(({ type }) => type)).toEqual([
    "contact.created",
    "contact.updated",
    "contact.created",
  ]);
  expect(verified[0]?.data).toMatchObject({ id: ana.id, name: "Ana" });
  expect(await listener.end("SIGINT")).toBe(0);
});

test("the secret is the same at the next start, and another one of another key", () => {
  const secret = secretOf("contacts_live_one");
  expect(secretOf("contacts_live_one")).toBe(secret);
  expect(secretOf("contacts_live_other")).not.toBe(secret);
  expect(secret).not.toContain("contacts_live_one");
});

test("of an error response at most 200 characters are printed, and no half of an emoji", async () => {
  const { contacts, env } = await workspaceOf("error bodies");
  const x = (length: number) => "x".repeat(length);
  const bodies = [`${x(198)}🎉`, x(201), `${x(199)}🎉`];
  const receiver = createServer((_request, response) => {
    response.writeHead(500).end(bodies.shift());
  });
  const apiKey = env.CONTACTS_API_KEY;
  const stop = new AbortController();
  const lines: string[] = [];
  const listening = listen(
    { apiKey, baseUrl: server.address },
    {
      forward: `http://${await listenLocally(receiver)}`,
      secret: secretOf(apiKey),
      signal: stop.signal,
      print: (line) => lines.push(line),
    },
  );
  await expect.poll(() => lines).toHaveLength(2);

  for (const name of ["ana", "bea", "cleo"])
    await contacts.create({ name, email: `${name}@example.com` });

  await expect.poll(() => lines, { timeout: 5000 }).toHaveLength(5);
  const details = lines
    .slice(2)
    .map((line) => / 500 \d+ ms(.*)$/.exec(line)?.[1]);
  expect(details).toEqual([
    ` "${x(198)}🎉"`,
    ` "${x(200)}" …`,
    ` "${x(199)}" …`,
  ]);
  stop.abort();
  await listening;
});

/** An address of this machine where nothing listens. */
async function closedAddress(): Promise<string> {
  const nobody = createServer();
  const address = await listenLocally(nobody, () => undefined);
  nobody.close();
  await once(nobody, "close");
  return address;
}

test("an address that is down gets every event when it is back, and the listener says so meanwhile", async () => {
  const { contacts, env } = await workspaceOf("down");
  const address = await closedAddress();
  const listener = start(program, ["--forward", `http://${address}`], env);
  await listener.printed(/whsec_/);
  const names = ["Ana", "Eva", "Isa"];
  for (const name of names)
    await contacts.create({ name, email: `${name}@example.com` });
  await listener.printed(
    /contact\.created evt_\w+ was not delivered: ECONNREFUSED\. Again in 0\.5 s\./,
  );

  const { received } = await startReceiver([], address);
  await listener.printed(/( 204 [^]*){3}/);
  const events = received.map(({ body }) => JSON.parse(body));
  expect(events.map(({ data }) => data.name)).toEqual(names);
  expect(await listener.end("SIGINT")).toBe(0);
});

test("the delay of an address that stays down doubles up to 5 s", async () => {
  // Given a listener whose first attempt has failed.
  const { contacts, env } = await workspaceOf("long down");
  const apiKey = env.CONTACTS_API_KEY;
  const stop = new AbortController();
  const lines: string[] = [];
  const listening = listen(
    { apiKey, baseUrl: server.address },
    {
      forward: `http://${await closedAddress()}`,
      secret: secretOf(apiKey),
      signal: stop.signal,
      print: (line) => lines.push(line),
    },
  );
  await expect.poll(() => lines).toHaveLength(2);
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  await expect.poll(() => lines).toHaveLength(3);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  // When each later delay has passed.
  for (const seconds of [1, 2, 4, 5]) {
    const before = lines.length;
    await expect.poll(() => lines).toHaveLength(before + 1);
    vi.advanceTimersByTime(1000 * seconds);
  }
  await expect.poll(() => lines).toHaveLength(8);
  stop.abort();
  await listening;

  const delays = lines.flatMap(
    (line) => /Again in (.*)\.$/.exec(line)?.[1] ?? [],
  );
  expect(delays).toEqual(["0.5 s", "1 s", "2 s", "4 s", "5 s", "5 s"]);
});

test("a redirect of the address is printed, and not followed", async () => {
  const { contacts, env } = await workspaceOf("moved");
  const { received, address } = await startReceiver();
  const moved = createServer((_request, response) =>
    response.writeHead(307, { Location: `http://${address}/` }).end(),
  );
  const forward = `http://${await listenLocally(moved)}`;
  const listener = start(program, ["--forward", forward], env);
  await listener.printed(/whsec_/);

  await contacts.create({ name: "Ana", email: "ana@example.com" });

  const [line] = await listener.printed(/contact\.created .* ms\n/);
  expect(line).toContain(" 307 ");
  expect(received).toEqual([]);
});

test("the API is asked for new events every second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let requests = 0;
  const stop = new AbortController();
  const listening = listen(
    {
      apiKey: "x",
      baseUrl: "http://contacts.test",
      fetch: async () => {
        requests++;
        return new Response(emptyPage);
      },
    },
    {
      forward: "http://127.0.0.1:9/",
      secret: secretOf("x"),
      signal: stop.signal,
      print: () => undefined,
    },
  );

  await vi.advanceTimersByTimeAsync(10_000);
  stop.abort();
  await listening;

  expect(requests).toBe(12); // the newest event, then the feed at once and every second
});

test.each([
  { name: "Ctrl-C", signal: "SIGINT" },
  { name: "a kill", signal: "SIGTERM" },
] as const)(
  "$name names the event that the address did not get",
  async ({ signal }) => {
    const { contacts, env } = await workspaceOf(`stopped-${signal}`);
    const address = await closedAddress();
    const listener = start(program, ["--forward", `http://${address}`], env);
    await listener.printed(/whsec_/);
    await contacts.create({ name: "Ana", email: "ana@example.com" });
    await listener.printed(/Again in/);
    expect(await listener.end(signal)).toBe(0);
    expect(listener.output()).toMatch(
      /contact\.created evt_\w+ was not delivered\.\n$/,
    );
  },
);

describe("bad input is one line", () => {
  test.each([
    { args: [], message: /^contacts-listen: --forward is missing\.\nUsage: / },
    {
      args: ["--forward", "localhost"],
      message:
        /^contacts-listen: --forward must be an address like http:\S+, not "localhost"\.\n$/,
    },
    {
      args: ["--forward", "ftp://127.0.0.1/"],
      message:
        /^contacts-listen: --forward must be an address like [^\n]+, not "ftp:\S+"\.\n$/,
    },
    {
      args: ["--forward", "http://ana:x@127.0.0.1/"],
      message:
        /^contacts-listen: --forward must have no user and no password\.\n$/,
    },
    {
      args: ["--to", "x"],
      message: /^contacts-listen: Unknown option '--to'[^\n]*\n$/,
    },
  ])("$args", async ({ args, message }) => {
    const { env } = await workspaceOf("bad input");
    const listener = start(program, args, env);
    expect(await listener.ended).toBe(1);
    expect(listener.output()).toMatch(message);
  });

  test("a key that the API refuses, and none", async () => {
    const args = ["--forward", "http://127.0.0.1:9/"];
    const env = { CONTACTS_BASE_URL: server.address };
    const refused = start(program, args, { ...env, CONTACTS_API_KEY: "x" });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /^contacts-listen: GET \S+ [^\n]*401 unauthorized: The [^\n]*\n$/,
    );
    const none = start(program, args, { ...env, CONTACTS_API_KEY: "" });
    expect(await none.ended).toBe(1);
    expect(none.output()).toBe(
      "contacts-listen: apiKey is missing. Pass it, or set CONTACTS_API_KEY in the environment.\n",
    );
  });
});
