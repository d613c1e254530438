import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHistogram, performance } from "node:perf_hooks";
import createFetchClient from "openapi-fetch";
import { createClient } from "../../client/index.ts";
import { examples } from "../../generated/examples.ts";
import type { paths } from "../../generated/types.ts";
import { readOptions } from "../../openapi/options.ts";
import { inRounds, print, type Round, type Samples } from "./compare.ts";

const apiKey = "contacts_live_x";
const inFlight = 8;

type Call = () => Promise<unknown>;

/**
 * Returns the calls to compare: reading a page and creating an object, each with fetch alone, with
 * our client and with openapi-fetch.
 */
function contenders(
  baseUrl: string,
): Record<string, [server: string, call: Call][]> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const ours = createClient({ apiKey, baseUrl });
  const other = createFetchClient<paths>({ baseUrl, headers });
  const body = { contact_id: "x", subject: "x", description: "x" };
  const create: RequestInit = {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return {
    "read a page": [
      [
        "bare fetch",
        async () => (await fetch(`${baseUrl}/v1/contacts`, { headers })).json(),
      ],
      ["this client", () => ours.contacts.list()],
      ["openapi-fetch", () => other.GET("/v1/contacts")],
    ],
    create: [
      [
        "bare fetch",
        async () => (await fetch(`${baseUrl}/v1/tickets`, create)).json(),
      ],
      ["this client", () => ours.tickets.create(body)],
      ["openapi-fetch", () => other.POST("/v1/tickets", { body })],
    ],
  };
}

/**
 * CPU of this process per call, which a server in a process of its own serves; medians of rounds.
 */
async function compareClients(
  rounds: number,
  requests: number,
): Promise<Samples[]> {
  const server = fork(import.meta.filename, {
    execArgv: ["--import", import.meta.resolve("tsx")],
  });
  const [port] = await once(server, "message");
  const all = Object.entries(contenders(`http://127.0.0.1:${port}`));
  const fields = all.flatMap(([kind, ways]) =>
    ways.map(([name, call]) => ({ kind, server: name, call })),
  );
  for (const { call } of fields) await measure(call, requests);
  const samples = await inRounds(rounds, fields, ({ call }) =>
    measure(call, requests),
  );
  server.disconnect();
  return samples;
}

async function measure(call: Call, requests: number): Promise<Round> {
  const began = performance.now();
  const before = process.cpuUsage();
  const left = Array.from({ length: requests }).values();
  const histogram = createHistogram();
  const timed = performance.timerify(call, { histogram });
  const work = async () => {
    for (const _ of left) await timed();
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const { user, system } = process.cpuUsage(before);
  return {
    "CPU µs": (user + system) / requests,
    "per second": (requests * 1000) / (performance.now() - began),
    "p50 ms": histogram.percentile(50) / 1e6,
    "p99 ms": histogram.percentile(99) / 1e6,
  };
}

/**
 * Responds to GET with a page of 20 contacts and to POST with one, at once and without a rate
 * limit. Ends with its parent.
 */
function servePages(): void {
  const { Contact: contact } = examples;
  const page = JSON.stringify({
    data: Array(20).fill(contact),
    next_cursor: contact.id,
    has_more: false,
  });
  const one = JSON.stringify({ data: contact });

  const server = createServer((request, response) => {
    const body = request.method === "GET" ? page : one;
    request.resume().once("end", () => {
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      });
      response.end(body);
    });
  }).listen(0, "127.0.0.1", () =>
    process.send?.((server.address() as AddressInfo).port),
  );
  process.once("disconnect", () => process.exit());
}

if (process.send) servePages();
else {
  const { quick } = readOptions(
    "npm run bench -- client [--quick]   CPU per call beside bare fetch and openapi-fetch",
    { quick: { type: "boolean" } },
  );
  const [rounds, requests] = quick ? [1, 20] : [15, 500];
  console.log(`CPU of the consumer's process, medians of ${rounds} rounds`);
  print(await compareClients(rounds, requests));
}
