import { createServer, type RequestListener } from "node:http";
import { afterAll } from "vitest";
import { listenLocally } from "../support/raw.ts";

/** Starts a server that is none of ours, for what ours never sends. Gives its address. */
export const startLocalServer = async (listener: RequestListener): Promise<string> =>
  `http://${await listenLocally(createServer(listener), afterAll)}`;

/** A page of a list with nothing in it. */
export const emptyPage = JSON.stringify({ data: [], next_cursor: null, has_more: false });
