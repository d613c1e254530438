import type { Insertable } from "kysely";
import type { Contact, Conversation, Event, Message, Ticket } from "../../../generated/types.ts";
import { newId } from "../../../server/ids.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { at as place } from "../../support/at.ts";
import { chance, common } from "./chance.ts";
import { moments } from "./moments.ts";
import { personAt } from "./people.ts";
import type { Sizes } from "./sizes.ts";
import { subjects, texts } from "./texts.ts";

/** What is loaded of a workspace: a table, how many rows, and the rows. */
export interface Load<Table extends keyof Tables = keyof Tables> {
  table: Table;
  count: number;
  row: (n: number) => Insertable<Tables[Table]>;
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds from the first contact to now. */
const span = 730 * day;
/** The same for the events; less than what the feed keeps. */
const eventSpan = 25 * day;

/** The fields of the documented contact that are columns: each contact has them, but for what differs below. */
const {
  object: _,
  conversations_count: __,
  tickets_count: ___,
  updated_at: ____,
  ...documented
}: Contact = place("/components/examples/createContact.201.full").value.data;

/** The rows of a workspace, table by table in the order of their references, each in the order of creation. */
export function rowsOf(workspace_id: string, workspace: string, sizes: Sizes, now: number): Load[] {
  const ids = (prefix: string, count: number) => Array.from({ length: count }, () => newId(prefix));
  const contactIds = ids("ct", sizes.contacts);
  const conversationIds = ids("cv", sizes.conversations);
  const eventIds = ids("evt", sizes.deliveries);
  const deliveryIds = ids("whd", sizes.deliveries);
  const webhookId = newId("wh");
  const at = (n: number, count: number, length = span) =>
    new Date(now - length + (length * n) / count).toISOString();
  const idOf = (list: string[], n: number) => list[n] ?? "";

  /** Whose conversation or ticket it is: one of the contacts that are there by then. */
  const contactOf = (n: number, count: number) =>
    Math.floor((chance(n, 7) * (n + 1) * sizes.contacts) / count);
  const conversationOf = (n: number) => Math.floor((n * sizes.conversations) / sizes.messages);

  const contact = (n: number) => ({
    ...documented,
    id: idOf(contactIds, n),
    ...personAt(n, sizes.contacts),
    phone: `+54 11 ${5000 + (n % 5000)}-${1000 + (n % 9000)}`,
    city: "",
    tags: n % 3 === 0 ? ["mayorista"] : [],
    lifecycle: "lead" as const,
    vip: n % 100 === 0,
    source: "api" as const,
    custom_fields: n % 4 === 0 ? { plan: "oro", clientes: n % 50 } : {},
    created_at: at(n, sizes.contacts),
    last_seen_at: at(n, sizes.contacts),
  });
  const conversation = (n: number) => ({
    id: idOf(conversationIds, n),
    contact_id: idOf(contactIds, contactOf(n, sizes.conversations)),
    subject: common(subjects, n, 8),
    status: n < sizes.conversations / 2 || chance(n, 9) < 0.9 ? ("closed" as const) : ("open" as const),
    source: "api" as const,
    last_message_at: at(n, sizes.conversations),
    created_at: at(n, sizes.conversations),
  });
  const message = (n: number) => ({
    id: newId("ms"),
    conversation_id: idOf(conversationIds, conversationOf(n)),
    author_type: n % 2 === 0 ? ("contact" as const) : ("team" as const),
    body: common(texts, n, 10),
    created_at: at(n, sizes.messages),
  });
  const ticket = (n: number) => ({
    id: newId("tk"),
    number: n + 1,
    contact_id: idOf(contactIds, contactOf(n, sizes.tickets)),
    conversation_id: null,
    subject: common(subjects, n, 11),
    description: common(texts, n, 12),
    status: n < sizes.tickets * 0.9 ? ("closed" as const) : ("open" as const),
    priority: "normal" as const,
    tags: [],
    custom_fields: {},
    created_at: at(n, sizes.tickets),
    updated_at: at(n, sizes.tickets),
  });
  const happened = (n: number): Pick<Event, "type" | "data"> => {
    const kind = chance(n, 13);
    const of = (count: number) => Math.floor(chance(n, 14) * count);
    if (kind < 0.5) return { type: "message.created", data: shownMessage(of(sizes.messages)) };
    if (kind < 0.84) return { type: "contact.created", data: shownContact(of(sizes.contacts)) };
    if (kind < 0.95)
      return { type: "conversation.created", data: shownConversation(of(sizes.conversations)) };
    return { type: "ticket.created", data: shownTicket(of(sizes.tickets)) };
  };
  const shownContact = (n: number): Contact => ({
    object: "contact",
    ...contact(n),
    ...moments(contact(n)),
    conversations_count: 0,
    tickets_count: 0,
  });
  const shownConversation = (n: number): Conversation => ({
    object: "conversation",
    ...conversation(n),
    ...moments(conversation(n)),
    messages_count: 1,
  });
  const shownTicket = (n: number): Ticket => ({ object: "ticket", ...ticket(n), ...moments(ticket(n)) });
  const shownMessage = (n: number): Message => {
    const { author_type: _, ...row } = message(n);
    const author = { type: "team", contact_id: null, name: workspace };
    return { object: "message", ...row, ...moments(row), author };
  };

  const load = <T extends keyof Tables>(
    table: T,
    count: number,
    row: (n: number) => Omit<Insertable<Tables[T]>, "workspace_id">,
  ) => ({ table, count, row: (n: number) => ({ workspace_id, ...row(n) }) }) as Load;
  return [
    load("contacts", sizes.contacts, (n) => ({
      ...contact(n),
      custom_fields: JSON.stringify(contact(n).custom_fields),
    })),
    load("conversations", sizes.conversations, conversation),
    load("messages", sizes.messages, message),
    load("tickets", sizes.tickets, (n) => ({ ...ticket(n), custom_fields: "{}" })),
    load("articles", sizes.articles, (n) => ({
      id: newId("ar"),
      title: common(subjects, n, 15),
      slug: `articulo-${n}`,
      excerpt: "",
      body: common(texts, n, 16),
      category: "Facturación",
      locale: "es",
      url: null,
      published_at: at(n, sizes.articles),
      created_at: at(n, sizes.articles),
      updated_at: at(n, sizes.articles),
    })),
    load("events", sizes.events, (n) => {
      const { type, data } = happened(n);
      return {
        id: n % 10 === 0 && n / 10 < sizes.deliveries ? idOf(eventIds, n / 10) : newId("evt"),
        type,
        data: JSON.stringify(data),
        created_at: at(n, sizes.events, eventSpan),
      };
    }),
    load("webhooks", 1, () => ({
      id: webhookId,
      url: "https://crm.example.com/",
      events: ["*" as const],
      description: "",
      status: "disabled" as const,
      disabled_reason: "gone" as const,
      secret: "",
      previous_secret: null,
      previous_secret_expires_at: null,
      failing_since: null,
      created_at: at(0, 1),
      updated_at: at(0, 1),
    })),
    load("webhook_deliveries", sizes.deliveries, (n) => ({
      id: idOf(deliveryIds, n),
      webhook_id: webhookId,
      event_id: idOf(eventIds, n),
      status: n % 1000 === 0 ? ("failed" as const) : ("succeeded" as const),
      retry: true,
      attempts: 1,
      next_attempt_at: null,
      created_at: at(n, sizes.deliveries, eventSpan),
    })),
    load("webhook_attempts", sizes.deliveries, (n) => ({
      delivery_id: idOf(deliveryIds, n),
      number: 1,
      at: at(n, sizes.deliveries, eventSpan),
      response_status: n % 1000 === 0 ? 500 : 204,
      error: null,
      duration_ms: 40 + (n % 100),
      response_excerpt: "",
    })),
  ];
}
