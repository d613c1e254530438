import { createServer, type RequestListener } from "node:http";
import { afterAll } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../client/index.ts";
import { listenLocally } from "../support/raw.ts";

/** Starts a server that is none of ours, for what ours never sends. Gives its address. */
export const startLocalServer = async (listener: RequestListener): Promise<string> =>
  `http://${await listenLocally(createServer(listener), afterAll)}`;

/** A client of a server that is none of ours. */
export const clientOf = async (listener: RequestListener, options: ClientOptions = {}): Promise<Client> =>
  createClient({ apiKey: "contacts_live_x", baseUrl: await startLocalServer(listener), ...options });

/** A page of a list with nothing in it. */
export const emptyPage = JSON.stringify({ data: [], next_cursor: null, has_more: false });

/** What a call throws. Fails when it throws nothing. */
export const thrown = async (call: Promise<unknown>): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "rejected") return outcome.reason;
  throw new Error(`It gave ${JSON.stringify(outcome.value)}.`);
};
