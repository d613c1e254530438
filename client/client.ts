import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { createArticles, type Articles } from "./articles.ts";
import { checkedFetch, type Fetch } from "./checked-fetch.ts";
import { createContacts, type Contacts } from "./contacts.ts";
import { createConversations, type Conversations } from "./conversations.ts";
import { createEvents, type Events } from "./events.ts";
import { createTickets, type Tickets } from "./tickets.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

/** How to reach the API. */
export interface ClientOptions {
  /** Your API key. It is secret: for servers only, never for a browser. */
  apiKey: string;
  /** Address of the server, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Sends the requests. Default: `globalThis.fetch`, as it is at the time of each call. */
  fetch?: Fetch;
}

/** The API. Its methods resolve to what was asked for and throw for everything else. */
export interface Client {
  contacts: Contacts;
  conversations: Conversations;
  tickets: Tickets;
  articles: Articles;
  events: Events;
  webhooks: Webhooks;
  /** openapi-fetch over the same contract, for what the methods leave out. It returns errors and checks nothing. */
  raw: FetchClient<paths>;
}

/**
 * Creates a client.
 * @throws TypeError when an option is missing or cannot work; the message does not show the key.
 */
export function createClient({
  apiKey,
  baseUrl,
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): Client {
  requireApiKey(apiKey);
  requireBaseUrl(baseUrl);
  const options = {
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    // The contract's lists in a query, such as `types`, are separated by commas.
    querySerializer: { array: { style: "form", explode: false } },
  } as const;
  // A redirect would turn a creation into a listing, so the methods do not follow one.
  const checked = createFetchClient<paths>({
    ...options,
    redirect: "manual",
    fetch: checkedFetch(fetch, apiKey),
  });
  return {
    contacts: createContacts(checked),
    conversations: createConversations(checked),
    tickets: createTickets(checked),
    articles: createArticles(checked),
    events: createEvents(checked),
    webhooks: createWebhooks(checked),
    raw: createFetchClient<paths>({ ...options, fetch }),
  };
}

function requireApiKey(apiKey: string): void {
  if (!apiKey)
    throw new TypeError("apiKey is missing. Pass the API key that the owner of your workspace gave you.");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey holds a character that no key has, such as a space or a line break.");
  }
}

function requireBaseUrl(baseUrl: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError("baseUrl must be the address of the server, e.g. http://127.0.0.1:3000");
  }
}
