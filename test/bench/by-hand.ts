import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { hash, randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { parse as parseArray } from "postgres-array";
import { typeid } from "typeid-js";
import { findKeyByHash, readOne, readPage } from "./statements.ts";

/**
 * The yardstick: three operations as an experienced engineer would write them by hand, without a
 * contract, on the tables of this API. It has the same duties: keys by their hash, the rate limit
 * of each key and its headers, validation of requests, ids of requests, a line in the log for each,
 * ETags of reads, events, webhooks and quotas. A change of this file is fair only when it makes the
 * server faster, or adds a duty of these operations in the contract.
 */
const { DATABASE_URL = "", PORT } = process.env;
const quota = { contacts: 1_000_000, bytes: 1e10 };
const rateLimit = { requests: 600, milliseconds: 60_000 };

// `2026-11-22 05:03:56.12+00`, as the sessions are in UTC → `2026-11-22T05:03:56.120Z`
pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text) =>
    `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0")}Z`,
);
const textArray: number = 1009;
pg.types.setTypeParser(textArray, (text) => parseArray(text)); // an earlier version, which pg brings, is slow
const database = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  onConnect: async (client) =>
    void (await client.query("set timezone = 'UTC'; set jit = off")),
});

/**
 * The contact, its event, the count for the quotas, and deliveries of the event, in one statement,
 * which is the transaction. It writes nothing when the workspace has no room.
 */
const insertContact = {
  name: "create",
  text: `with used as (
      select coalesce(sum(contacts), 0) + 1 <= $15::bigint and coalesce(sum(bytes), 0) + $13::bigint <= $16::bigint as has_room
      from workspace_usage_parts where workspace_id = $1
    ), contact as (
      insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      select $1, $2, $3, $4, $5, $6, $7, '', $8, 'lead', false, 'api', $9::json, $10, $10, $10 from used where has_room
      on conflict (workspace_id, lower(email)) do nothing
      returning id
    ), event as (
      insert into events (workspace_id, id, type, data, created_at, contact_id, request)
      select $1, $11, 'contact.created', $12::json, $10, $2, $17::json from contact
    ), counted as (
      insert into workspace_usage_parts as usage (workspace_id, part, contacts, bytes)
      select $1, pg_backend_pid() % 16, 1, $13::bigint from contact
      on conflict (workspace_id, part) do update
        set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes
    ), delivery as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
      select $1, $14 || '_' || webhooks.id, webhooks.id, $11, 'pending', true, $10, $10 from webhooks, contact
      where workspace_id = $1 and status = 'enabled' and events && array['contact.created', '*']
    )
    select has_room, exists (select from contact) as is_new from used`,
};

/** Fields of one type. */
const all = (type: object, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, type]));
const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const array = (items: object) => ({ type: "array", items });
const line = (maxLength: number, minLength = 0) => ({
  type: "string",
  minLength,
  maxLength,
  pattern: "^[^\\x00]*$",
});
const contactId = { type: "string", pattern: "^ct_[0-9a-z]{26}$" };

/** The response as Fastify compiles it, in the order of its fields. */
const contactFields = {
  ...all(
    text,
    "id",
    "object",
    "name",
    "email",
    "phone",
    "company",
    "country",
    "city",
  ),
  tags: array(text),
  lifecycle: text,
  vip: { type: "boolean" },
  ...all(text, "source", "created_at", "updated_at", "last_seen_at"),
  ...all(integer, "conversations_count", "tickets_count"),
  custom_fields: { type: "object", additionalProperties: true },
};
const summary = all(text, "id", "object", "subject", "status", "created_at");

/** The request and the response of each operation. */
const schemas = {
  list: {
    querystring: {
      type: "object",
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
        cursor: contactId,
      },
      additionalProperties: false,
    },
    response: {
      200: object({
        data: array(object(contactFields)),
        next_cursor: { type: ["string", "null"] },
        has_more: { type: "boolean" },
      }),
    },
  },
  get: {
    params: object({ id: contactId }),
    response: {
      200: object({
        data: object({
          ...contactFields,
          conversations: array(object({ ...summary, last_message_at: text })),
          tickets: array(
            object({ ...summary, number: integer, priority: text }),
          ),
        }),
      }),
    },
  },
  create: {
    body: {
      type: "object",
      required: ["name", "email"],
      properties: {
        name: line(200, 1),
        email: { type: "string", format: "email", maxLength: 254 },
        phone: { ...line(50), default: "" },
        company: { ...line(200), default: "" },
        country: { ...line(100, 1), default: "Argentina" },
        tags: { ...array(line(50, 1)), maxItems: 50, default: [] },
        custom_fields: {
          type: "object",
          maxProperties: 50,
          default: {},
          additionalProperties: { type: ["string", "number"], maxLength: 500 },
        },
      },
      additionalProperties: false,
    },
    response: { 201: object({ data: object(contactFields) }) },
  },
};

interface Key {
  id: string;
  workspace_id: string;
  scopes: string[];
}
declare module "fastify" {
  interface FastifyRequest {
    key: Key;
  }
}

const keys = new Map<string, { key: Key; until: number }>();
async function findKey(secret: string): Promise<Key | undefined> {
  const hashed = hash("sha256", secret);
  const known = keys.get(hashed);
  if (known && known.until > performance.now()) return known.key;
  const { rows } = await database.query<Key>({
    ...findKeyByHash,
    values: [hashed],
  });
  if (rows[0])
    keys.set(hashed, { key: rows[0], until: performance.now() + 1000 });
  return rows[0];
}

const windows = new Map<string, { used: number; end: number }>();
function countRequest(reply: FastifyReply, id: string): boolean {
  const now = Date.now();
  let window = windows.get(id);
  if (!window || window.end <= now)
    windows.set(id, (window = { used: 0, end: now + rateLimit.milliseconds }));
  window.used++;
  reply.header("X-RateLimit-Limit", rateLimit.requests);
  reply.header(
    "X-RateLimit-Remaining",
    Math.max(0, rateLimit.requests - window.used),
  );
  reply.header("X-RateLimit-Reset", Math.ceil(window.end / 1000));
  const left = Math.ceil((window.end - Date.now()) / 1000);
  reply.header(
    "RateLimit",
    `"requests";r=${Math.max(0, rateLimit.requests - window.used)};t=${left}`,
  );
  reply.header("RateLimit-Policy", `"requests";q=${rateLimit.requests};w=60`);
  return window.used <= rateLimit.requests;
}

const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 1, sync: false, minLength: 4096 }),
);
const app = fastify({ genReqId: () => `req_${randomUUID()}` });
const exact = formats.default(
  new Ajv({ useDefaults: true, allowUnionTypes: true }),
);
const coercing = formats.default(
  new Ajv({ useDefaults: true, coerceTypes: true }),
);
app.setValidatorCompiler(({ schema, httpPart }) =>
  (httpPart === "body" ? exact : coercing).compile(schema as object),
);

const fail = (
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
) => reply.code(status).send({ error: { code, message } });

const etagOf = (read: object) =>
  `"${hash("sha256", JSON.stringify(read), "base64url")}"`;

app.addHook("onRequest", async (request, reply) => {
  reply.header("X-Request-Id", request.id);
  const [scheme, secret = ""] = request.headers.authorization?.split(" ") ?? [];
  const key = scheme === "Bearer" ? await findKey(secret) : undefined;
  if (!countRequest(reply, key?.id ?? request.ip))
    return fail(reply, 429, "rate_limited", "Too many requests");
  if (!key) return fail(reply, 401, "unauthorized", "No valid key");
  const scope = request.method === "POST" ? "contacts:write" : "contacts:read";
  if (!key.scopes.includes(scope) && !key.scopes.includes("*"))
    return fail(reply, 403, "forbidden", `The key lacks ${scope}`);
  request.key = key;
  return undefined;
});
app.addHook("onResponse", (request, reply, done) => {
  log.info({
    requestId: request.id,
    method: request.method,
    path: request.url.split("?", 1)[0],
    operation: request.routeOptions.url,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    key: request.key.id,
  });
  done();
});
app.addHook("onSend", (_request, reply, _payload, done) => {
  reply
    .header("Cache-Control", "no-store")
    .header("X-Content-Type-Options", "nosniff");
  done();
});
app.setErrorHandler(
  (error: { validation?: unknown; message: string }, _request, reply) =>
    error.validation
      ? fail(reply, 422, "validation_error", error.message)
      : fail(reply, 500, "internal_error", "Something went wrong"),
);

type List = FastifyRequest<{ Querystring: { limit: number; cursor?: string } }>;
app.get(
  "/v1/contacts",
  { schema: schemas.list },
  async ({ key, query: { limit, cursor } }: List) => {
    const values =
      cursor === undefined ? [key.workspace_id] : [key.workspace_id, cursor];
    const { rows } = await database.query<{ id: string }>({
      ...readPage(limit, cursor === undefined),
      values,
    });
    const has_more = rows.length > limit;
    if (has_more) rows.pop();
    return { data: rows, next_cursor: rows.at(-1)?.id ?? null, has_more };
  },
);

type Get = FastifyRequest<{ Params: { id: string } }>;
app.get(
  "/v1/contacts/:id",
  { schema: schemas.get },
  async ({ key, params, headers }: Get, reply) => {
    const { rows } = await database.query<object>({
      ...readOne,
      values: [key.workspace_id, params.id],
    });
    const [data] = rows;
    if (!data) return fail(reply, 404, "not_found", "No such contact");
    const etag = etagOf(data);
    reply.header("ETag", etag);
    return headers["if-none-match"] === etag
      ? reply.code(304).send()
      : { data };
  },
);

interface NewContact {
  name: string;
  email: string;
  phone: string;
  company: string;
  country: string;
  tags: string[];
  custom_fields: Record<string, string | number>;
}
type Create = FastifyRequest<{ Body: NewContact }>;
app.post(
  "/v1/contacts",
  { schema: schemas.create },
  async ({ key, body, id: requestId }: Create, reply) => {
    const now = new Date().toISOString();
    const id = `ct_${typeid().toString()}`;
    const { name, email, phone, company, country, tags, custom_fields } = body;
    // In the order of a get, of which the ETag is made.
    const data = {
      id,
      object: "contact",
      name,
      email,
      phone,
      company,
      country,
      city: "",
      tags: [...new Set(tags)],
      lifecycle: "lead",
      vip: false,
      source: "api",
      created_at: now,
      updated_at: now,
      last_seen_at: now,
      conversations_count: 0,
      tickets_count: 0,
      custom_fields,
    };
    const event = JSON.stringify(data);
    const cause = JSON.stringify({
      id: requestId,
      idempotency_key: null,
      api_key_id: key.id,
      client_name: null,
    });
    const values = [
      key.workspace_id,
      id,
      name,
      email,
      phone,
      company,
      country,
      data.tags,
      JSON.stringify(custom_fields),
      now,
      `evt_${typeid().toString()}`,
      event,
      Buffer.byteLength(event),
      `whd_${typeid().toString()}`,
      quota.contacts,
      quota.bytes,
      cause,
    ];
    const { rows } = await database.query<{
      has_room: boolean;
      is_new: boolean;
    }>({
      ...insertContact,
      values,
    });
    if (!rows[0]?.has_room)
      return fail(reply, 422, "validation_error", "The workspace is full");
    if (!rows[0].is_new)
      return fail(reply, 409, "conflict", "Another contact has this email");
    const etag = etagOf({ ...data, conversations: [], tickets: [] });
    return reply
      .code(201)
      .header("Location", `/v1/contacts/${id}`)
      .header("ETag", etag)
      .send({ data });
  },
);

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
