import { once } from "node:events";
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands before several servers and shares requests among those that are ready. */
export interface Balancer {
  address: string;
  /** Adds a server. */
  add: (address: string) => void;
  /** Whether it sends requests to a server. */
  uses: (address: string) => boolean;
  /** Requests that were lost: a server broke off, or none was ready. */
  lost: string[];
  close: () => void;
}

/** How often `/readyz` is asked, in milliseconds. */
const probing = 100;

/** A balancer as operators run them: it keeps connections, asks for readiness, and repeats nothing. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  const lost: string[] = [];
  let turn = 0;

  const probe = async (address: string) => {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (!ready.has(address)) return;
    if (response) ready.set(address, response.ok);
    else ready.delete(address);
  };
  const timer = setInterval(() => [...ready.keys()].forEach((address) => void probe(address)), probing);

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const servers = [...ready].filter(([, isReady]) => isReady);
    const [address] = servers[turn++ % servers.length] ?? [];
    const lose = (reason: string) => {
      lost.push(`${incoming.method} ${incoming.url}: ${reason}`);
      outgoing.writeHead(502).end();
    };
    if (address === undefined) return lose("no server is ready");
    const { method, headers, url } = incoming;
    const passed = send(address + url, { agent, method, headers }, (response) => {
      const { connection: _, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      response.pipe(outgoing);
    });
    passed.once("error", (error) => lose(error.message));
    incoming.pipe(passed);
  };

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (address) => ready.set(address, true),
    uses: (address) => ready.get(address) === true,
    lost,
    close: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
