import { createArticles, type Articles } from "./articles.ts";
import { createCaller } from "./call.ts";
import { requireOptions } from "./check-options.ts";
import { createContacts, type Contacts } from "./contacts.ts";
import { createConversations, type Conversations } from "./conversations.ts";
import { createEvents, type Events } from "./events.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";
import { createSend, type ClientOptions } from "./send.ts";
import { createTickets, type Tickets } from "./tickets.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

/** The API. Its methods resolve to what was asked for and throw for everything else. */
export interface Client {
  contacts: Contacts;
  conversations: Conversations;
  tickets: Tickets;
  articles: Articles;
  events: Events;
  webhooks: Webhooks;
  /**
   * openapi-fetch, which all of this stands on, for what the methods leave out. It returns errors and checks nothing.
   * What it is told to `use` is used for the methods too.
   */
  raw: RawClient;
}

/**
 * Creates a client. Its calls share what they learn of the rate limit, so make one for each API key.
 * @throws TypeError when an option is missing or cannot work; the message does not show the key.
 */
export function createClient(options: ClientOptions): Client {
  requireOptions(options);
  const baseUrl = new URL(options.baseUrl).href.replace(/\/$/, "");
  const send = createSend({ ...options, baseUrl });
  const raw = createRawClient(send, baseUrl);
  const call = createCaller(raw, send);
  return {
    contacts: createContacts(call),
    conversations: createConversations(call),
    tickets: createTickets(call),
    articles: createArticles(call),
    events: createEvents(call),
    webhooks: createWebhooks(call),
    raw,
  };
}
