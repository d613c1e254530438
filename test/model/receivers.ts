import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What somebody who has a webhook does with a delivery. `quotes` repeats what it was sent; `waits` responds when told. */
export type Manner = "takes" | "quotes" | "fails" | "leaves" | "waits";

/** A delivery that its receiver has confirmed with a 2xx. */
export interface Confirmed {
  /** The path of the webhook's address. */
  path: string;
  eventId: string;
}

export interface Receivers {
  address: string;
  /** How each path responds from now on. */
  manners: Map<string, Manner>;
  confirmed: Confirmed[];
  /** Lets those that wait respond. */
  release: () => void;
  stop: () => void;
}

/** Servers of those who have webhooks: one, with a path for each. */
export async function startReceivers(): Promise<Receivers> {
  const manners = new Map<string, Manner>();
  const confirmed: Confirmed[] = [];
  const waiting = new Set<() => void>();
  const confirm = (path: string, eventId: string, response: ServerResponse, body = "") =>
    response.writeHead(200).end(body, () => {
      if (!response.req.socket.destroyed) confirmed.push({ path, eventId });
    });
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      const eventId = String(request.headers["webhook-id"]);
      const manner = manners.get(path) ?? "takes";
      if (manner === "fails") response.writeHead(500).end();
      else if (manner === "leaves") response.writeHead(410).end();
      else if (manner === "waits") waiting.add(() => confirm(path, eventId, response));
      else confirm(path, eventId, response, manner === "quotes" ? quoted(body) : "");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    ...{ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, manners, confirmed },
    release: () => {
      for (const respond of waiting) respond();
      waiting.clear();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The addresses in what was sent, as a receiver's message about its work names people. */
const quoted = (body: string) => (body.match(/[\w.]+@[\w.]+/g) ?? []).join(" ").slice(0, 500);
