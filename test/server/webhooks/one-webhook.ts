import { beforeAll, beforeEach } from "vitest";
import { settled, startDelivery, startReceiver, type Receiver } from "../../support/delivery.ts";
import { startServer, type Caller, type TestServer } from "../../support/server.ts";
import type { Delivery } from "../../../generated/types.ts";

/** A server that delivers to one webhook, which each test has anew. */
export interface OneWebhook {
  server: TestServer;
  receiver: Receiver;
  call: Caller;
  /** The webhook of the test at hand; those of earlier tests are gone. */
  hook: () => { id: string; secret: string };
  path: () => `/v1/webhooks/${string}`;
  /** Makes another one, for these types of events, the webhook of the test. */
  create: (events: string[]) => Promise<void>;
  createContact: () => Promise<string>;
  deliveries: (query?: string) => Promise<Delivery[]>;
  /** What the worker has logged of the webhook. */
  logged: () => string[];
}

export async function startOneWebhook(clock: () => Date = () => new Date()): Promise<OneWebhook> {
  const server = await startServer({ clock, localWebhooks: true });
  const key = await server.key(["*"]);
  const receiver = await startReceiver();
  const call = server.caller(() => key);
  let hook = { id: "", secret: "" };
  let count = 0;
  const create = async (events: string[]) => {
    hook = (await call("/v1/webhooks", { url: `${receiver.address}/hook`, events })).body.data;
  };
  const lines: { webhook?: string; msg: string }[] = [];
  beforeAll(() => startDelivery(server, (line) => lines.push(JSON.parse(line))));
  beforeEach(async () => {
    for (const { id } of (await call("/v1/webhooks")).body.data)
      await call(`/v1/webhooks/${id}`, undefined, "DELETE");
    await settled(server);
    receiver.received.length = 0;
    receiver.respond = (_, response) => response.writeHead(204).end();
    await create(["*"]);
  });
  return {
    ...{ server, receiver, call, create },
    hook: () => hook,
    path: () => `/v1/webhooks/${hook.id}`,
    logged: () => lines.filter(({ webhook }) => webhook === hook.id).map(({ msg }) => msg),
    createContact: async () =>
      (await call("/v1/contacts", { name: "Ana", email: `ana${++count}@example.com` })).body.data.id,
    deliveries: async (query = "") =>
      (await call(`/v1/webhooks/${hook.id}/deliveries?limit=100${query}`)).body.data,
  };
}
