import {
  alsoFoundBy,
  believe,
  changeResponse,
  data,
  json,
  lookElsewhere,
  notFoundBy,
  oneMore,
  query,
  remember,
  request,
  sent,
  status,
  without,
  type InjectedFault,
} from "./inject.ts";

/** Responses of another form than the contract says. */
const inResponses: InjectedFault[] = [
  {
    name: "a leaked field",
    operation: "getContact",
    law: "body",
    tell: data((it) => ({ ...it, workspace_id: "ws_1" })),
  },
  {
    name: "an error that says more than it may",
    operation: "createTicket",
    law: "body",
    tell: changeResponse(({ status, body }) =>
      status === 422 ? { body: body.replace('"error":{', '"error":{"stack":"at …",') } : {},
    ),
  },
  { name: "200 for 201", operation: "createConversation", law: "status", tell: status(201, 200) },
  {
    name: "HTML",
    operation: "listArticles",
    law: "media type",
    tell: changeResponse(({ headers }) => ({ headers: { ...headers, "content-type": "text/html" } })),
  },
  { name: "no request id", operation: "getEvent", law: "header", tell: without("x-request-id") },
  {
    name: "no WWW-Authenticate with 401",
    operation: "listContacts",
    law: "header",
    tell: without("www-authenticate", 401),
  },
];

/** Requests that are accepted, refused or counted otherwise than the contract says. */
const inRequests: InjectedFault[] = [
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

/** Responses of the right form that say what is not so. */
const inSense: InjectedFault[] = [
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

/** What the harness must find. The server behind is sound: a proxy in front of it tells these. */
export const injectedFaults: InjectedFault[] = [...inResponses, ...inRequests, ...inSense];
