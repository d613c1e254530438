import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createClient, type Client } from "../../client/index.ts";
import type { Event } from "../../generated/types.ts";
import type { BenchServer } from "./servers.ts";

/** What was measured of deliveries. */
export interface DeliveryFigures {
  /** Deliveries per second that one process makes to local receivers. */
  perSecond: number;
  /** Milliseconds from the moment of a change to its arrival, at a quiet time. */
  latency: Percentiles;
  /** The same with 20 webhooks, at a steady pace. */
  usual: Percentiles;
  /** The same for 19 of them, while the twentieth never responds. */
  besideHanging: Percentiles;
}

interface Percentiles {
  p50: number;
  p99: number;
}

const webhooks = 20;

/** Measures a server's deliveries. `keys` are of one workspace; each makes at most as many requests as its window allows. */
export async function measureDeliveries(
  { address }: BenchServer,
  keys: string[],
  count: number,
): Promise<DeliveryFigures> {
  const clients = keys.map((apiKey) => createClient({ baseUrl: address, apiKey }));
  const api = clients[0] as Client;
  let created = 0;
  const change = () => {
    const client = clients[created % clients.length] as Client;
    return client.contacts.create({ name: "Ana", email: `delivery${created++}@example.com` });
  };
  const receiver = await startReceiver();
  const subscribe = (path: string) =>
    api.webhooks.create({ url: receiver.address + path, events: ["contact.created"] });

  await subscribe("/1");
  await paced(count, change);
  const latency = await receiver.take(count);

  for (let i = 2; i <= webhooks; i++) await subscribe(`/${i}`);
  const began = performance.now();
  await Promise.all(Array.from({ length: 4 }, () => repeated(count / 4, change)));
  await receiver.take(count * webhooks);
  const perSecond = (count * webhooks * 1000) / (performance.now() - began);

  await paced(count, change);
  const usual = await receiver.take(count * webhooks);

  receiver.hang(`/${webhooks}`);
  await paced(count, change);
  const besideHanging = await receiver.take(count * (webhooks - 1));
  receiver.close();
  return {
    perSecond: Math.round(perSecond),
    latency: percentiles(latency),
    usual: percentiles(usual),
    besideHanging: percentiles(besideHanging),
  };
}

async function repeated(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await work();
}

/** Ten a second, whatever each takes. */
async function paced(times: number, work: () => Promise<unknown>): Promise<void> {
  const begun: Promise<unknown>[] = [];
  for (let i = 0; i < times; i++) {
    begun.push(work());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(begun);
}

/** A line for each figure. */
export function toLines({ perSecond, latency, usual, besideHanging }: DeliveryFigures): string {
  const ratio = (besideHanging.p50 / usual.p50).toFixed(2);
  const line = (what: string, { p50, p99 }: Percentiles, rest = "") =>
    `${what.padEnd(46)}${`${p50} ms`.padStart(8)}${`p99 ${p99} ms`.padStart(14)}${rest}`;
  return [
    `${"Deliveries to webhooks".padEnd(46)}${`${perSecond}/s`.padStart(8)}`,
    line("From change to arrival, one webhook", latency),
    line(`From change to arrival, ${webhooks} webhooks`, usual),
    line("The same beside one that never responds", besideHanging, `${ratio.padStart(8)}×`),
  ].join("\n");
}

/** A receiver that notes how long after its change each delivery arrived. */
async function startReceiver() {
  let latencies: number[] = [];
  let hanging: string | undefined;
  let arrived = () => {};
  const server = createServer((request, response) => {
    const now = Date.now();
    void text(request).then((body) => {
      if (request.url === hanging) return;
      response.writeHead(204).end();
      latencies.push(now - Date.parse((JSON.parse(body) as Event).created_at));
      arrived();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: (path: string) => (hanging = path),
    /** The next `count` latencies, in milliseconds. */
    take: async (count: number): Promise<number[]> => {
      await new Promise<void>((resolve) => {
        arrived = () => latencies.length >= count && resolve();
        arrived();
      });
      const taken = latencies;
      latencies = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
