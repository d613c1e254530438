import {
  alsoFoundBy,
  changeResponse,
  json,
  data,
  request,
  query,
  oneMore,
  remember,
  notFoundBy,
} from "./ways-to-lie.ts";
import type { Lie } from "./ways-to-lie.ts";

/** Responses of the right form that say what is not so. */
export const inSense: Lie[] = [
  { name: "a page with one more", operation: "listContacts", law: "page", tell: oneMore },
  {
    name: "no cursor on the last page",
    operation: "listWebhooks",
    law: "page",
    tell: json((body) => (body.has_more ? body : { ...body, next_cursor: null })),
  },
  {
    name: "a page that skips one",
    operation: "listConversations",
    law: "walk",
    tell: () => async (request, forward) => {
      const response = await forward(request);
      if (response.status !== 200 || !request.path.includes("cursor=") || request.method === "HEAD")
        return response;
      const body = JSON.parse(response.body);
      return { ...response, body: JSON.stringify({ ...body, data: body.data.slice(1), has_more: false }) };
    },
  },
  {
    name: "more pages to the end",
    operation: "listTickets",
    law: "page",
    tell: json((body) => ({ ...body, has_more: true })),
  },
  {
    name: "the other order",
    operation: "listArticles",
    law: "order",
    tell: json((body) => ({ ...body, data: body.data.toReversed(), next_cursor: body.data[0]?.id ?? null })),
  },
  {
    name: "a filter that does nothing",
    operation: "listTickets",
    law: "filter",
    tell: query((params) => {
      if (params.get("status") === "pending") params.delete("status");
    }),
  },
  {
    name: "a search that finds by another field",
    operation: "listContacts",
    law: "filter",
    tell: alsoFoundBy("company"),
  },
  {
    name: "a search that does not find by one of its fields",
    operation: "listContacts",
    law: "filter",
    tell: notFoundBy("email"),
  },
  {
    name: "a delivery that failed, although its last attempt succeeded",
    operation: "listDeliveries",
    law: "invariant",
    tell: data((it) => ({
      ...it,
      status: "failed",
      next_attempt_at: null,
      attempts: [
        {
          number: 1,
          attempted_at: it.created_at,
          response_status: 204,
          error: null,
          duration_ms: 1,
          response_excerpt: "",
        },
      ],
    })),
  },
  {
    name: "another default",
    operation: "createContact",
    law: "echo",
    tell: data((it) => ({ ...it, country: it.country === "Argentina" ? "AR" : it.country })),
  },
  {
    name: "a text that is changed",
    operation: "createConversation",
    law: "echo",
    tell: data((it) => ({ ...it, subject: it.subject.trim().toUpperCase() })),
  },
  {
    name: "a Location that leads nowhere",
    operation: "createContact",
    law: "location",
    tell: changeResponse(({ headers }) =>
      headers["location"] ? { headers: { ...headers, location: `${headers["location"]}0` } } : {},
    ),
  },
  {
    name: "an Idempotency-Key that does nothing",
    operation: "createTicket",
    law: "repeat",
    tell: request(({ headers: { "idempotency-key": _, ...headers } }) => ({ headers })),
  },
  {
    name: "HEAD that is not GET",
    operation: "getArticle",
    law: "head",
    tell: () => async (request, forward) => {
      const response = await forward(request);
      return request.method === "HEAD"
        ? { ...response, headers: { ...response.headers, "content-length": "0" } }
        : response;
    },
  },
  { name: "a deletion that does nothing", operation: "deleteWebhook", law: "gone", tell: remember },
];
