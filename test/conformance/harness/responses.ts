import { changeResponse, data, without, status, noMilliseconds } from "./ways-to-lie.ts";
import type { Lie } from "./ways-to-lie.ts";

/** Responses of another form than the contract says. */
export const inResponses: Lie[] = [
  {
    name: "a leaked field",
    operation: "getContact",
    law: "body",
    tell: data((it) => ({ ...it, workspace_id: "ws_1" })),
  },
  {
    name: "a secret shown again",
    operation: "getWebhook",
    law: "body",
    tell: data((it) => ({ ...it, secret: `whsec_${"A".repeat(43)}=` })),
  },
  {
    name: "a field that is missing",
    operation: "listTickets",
    law: "body",
    tell: data(({ conversation_id: _, ...it }) => it),
  },
  {
    name: "null where there is a string",
    operation: "createContact",
    law: "body",
    tell: data((it) => ({ ...it, phone: null })),
  },
  {
    name: "a number as a string",
    operation: "getConversation",
    law: "body",
    tell: data((it) => ({ ...it, messages_count: String(it.messages_count) })),
  },
  {
    name: "a date without milliseconds",
    operation: "getTicket",
    law: "body",
    tell: data((it) => ({ ...it, created_at: noMilliseconds(it.created_at) })),
  },
  {
    name: "a date that is not in UTC",
    operation: "listEvents",
    law: "body",
    tell: data((it) => ({ ...it, created_at: it.created_at.replace("Z", "+00:00") })),
  },
  {
    name: "a status that is not of the list",
    operation: "listDeliveries",
    law: "body",
    tell: data((it) => ({ ...it, status: "done" })),
  },
  {
    name: "an id of another kind",
    operation: "createMessage",
    law: "body",
    tell: data((it) => ({ ...it, id: it.id.replace("ms_", "msg_") })),
  },
  {
    name: "an error that says more than it may",
    operation: "createTicket",
    law: "body",
    tell: changeResponse(({ status, body }) =>
      status === 422 ? { body: body.replace('"error":{', '"error":{"stack":"at …",') } : {},
    ),
  },
  {
    name: "an unknown error code",
    operation: "getArticle",
    law: "body",
    tell: changeResponse(({ body }) => ({ body: body.replace('"not_found"', '"missing"') })),
  },
  { name: "200 for 201", operation: "createConversation", law: "status", tell: status(201, 200) },
  {
    name: "204 for 200",
    operation: "deleteWebhook",
    law: "status",
    tell: changeResponse(({ status }) => (status === 200 ? { status: 204, body: "" } : {})),
  },
  {
    name: "HTML",
    operation: "listArticles",
    law: "media type",
    tell: changeResponse(({ headers }) => ({ headers: { ...headers, "content-type": "text/html" } })),
  },
  { name: "no request id", operation: "getEvent", law: "header", tell: without("x-request-id") },
  { name: "no Location", operation: "createTicket", law: "header", tell: without("location") },
  {
    name: "no WWW-Authenticate with 401",
    operation: "listContacts",
    law: "header",
    tell: without("www-authenticate", 401),
  },
  {
    name: "another limit in the header",
    operation: "listMessages",
    law: "window",
    tell: changeResponse(({ headers }) => ({ headers: { ...headers, "x-ratelimit-limit": "60" } })),
  },
  {
    name: "a reset that is no number",
    operation: "testWebhook",
    law: "header",
    tell: changeResponse(({ headers }) => ({ headers: { ...headers, "x-ratelimit-reset": "soon" } })),
  },
];
