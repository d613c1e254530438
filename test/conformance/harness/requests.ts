import { changeResponse, sent, query, believe, lookElsewhere } from "./ways-to-lie.ts";
import type { Lie } from "./ways-to-lie.ts";

/** Requests that are accepted, refused or counted otherwise than the contract says. */
export const inRequests: Lie[] = [
  {
    name: "500 for a body that is null",
    operation: "updateWebhook",
    law: "fault of the server",
    tell: () => async (request, forward) => {
      const response = await forward(request);
      return request.body.toString() === "null" ? { ...response, status: 500 } : response;
    },
  },
  {
    name: "a limit above the maximum",
    operation: "listContacts",
    law: "accepted",
    tell: query((params) => {
      if (params.get("limit") === "101") params.set("limit", "100");
    }),
  },
  {
    name: "a limit below the maximum",
    operation: "listTickets",
    law: "refused",
    tell: query((params) => {
      if (params.get("limit") === "100") params.set("limit", "101");
    }),
  },
  {
    name: "an unknown field that is dropped",
    operation: "createMessage",
    law: "accepted",
    tell: sent(({ unknown: _, ...body }) => body),
  },
  {
    name: "an unknown parameter that is dropped",
    operation: "getTicket",
    law: "accepted",
    tell: query((params) => params.delete("unknown")),
  },
  {
    name: "a text that is cut off",
    operation: "createTicket",
    law: "accepted",
    tell: sent((body) =>
      typeof body.subject === "string"
        ? { ...body, subject: [...body.subject].slice(0, 255).join("") }
        : body,
    ),
  },
  {
    name: "a long text that is refused",
    operation: "createMessage",
    law: "refused",
    tell: sent((body) => (typeof body.body === "string" && body.body.length > 10_000 ? {} : body)),
  },
  {
    name: "a number that is taken for a text",
    operation: "createTicket",
    law: "accepted",
    tell: sent((body) =>
      typeof body.subject === "number" ? { ...body, subject: String(body.subject) } : body,
    ),
  },
  {
    name: "422 for a missing field",
    operation: "createConversation",
    law: "wrong refusal",
    tell: changeResponse(({ status, body }) =>
      status === 400 && body.includes("missing_parameter")
        ? { status: 422, body: body.replace("missing_parameter", "validation_error") }
        : {},
    ),
  },
  {
    name: "404 for a cursor of nothing",
    operation: "listMessages",
    law: "wrong refusal",
    tell: changeResponse(({ status, body }) =>
      status === 422 && body.includes('"cursor"')
        ? { status: 404, body: '{"error":{"code":"not_found","message":""}}' }
        : {},
    ),
  },
  { name: "no key needed", operation: "listArticles", law: "key", tell: believe(401) },
  { name: "another scope that will do", operation: "getTicket", law: "scope", tell: believe(403) },
  {
    name: "the wrong scope named",
    operation: "listEvents",
    law: "scope",
    tell: changeResponse(({ body }) => ({
      body: body.replace('"required_scope":"events:read"', '"required_scope":"contacts:read"'),
    })),
  },
  {
    name: "scopes that the key does not have",
    operation: "listTickets",
    law: "scope",
    tell: changeResponse(({ body }) => ({
      body: body.replace('"granted_scopes":[', '"granted_scopes":["*",'),
    })),
  },
  { name: "a row of another workspace", operation: "getContact", law: "accepted", tell: lookElsewhere },
  {
    name: "requests that are not counted",
    operation: "listEvents",
    law: "window",
    tell: changeResponse(({ headers }) => ({ headers: { ...headers, "x-ratelimit-remaining": "599" } })),
  },
];
