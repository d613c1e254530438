import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { hash, randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { parse as parseArray } from "postgres-array";
import { typeid } from "typeid-js";
import * as schemas from "./schemas.ts";
import * as statements from "./statements.ts";

/**
 * The yardstick: three operations as an experienced engineer would write them by hand, without a contract, on the tables
 * of this API. It has the same duties: keys by their hash, the rate limit of each key and its headers, validation of
 * requests, ids of requests, a line in the log for each, events, webhooks and quotas. Only a change of this file that
 * makes it faster is fair.
 */
const { DATABASE_URL = "", DATA_DIR = "", PORT } = process.env;
const quota = { contacts: 1_000_000, bytes: 1e10 };
const rateLimit = { requests: 600, milliseconds: 60_000 };

// `2026-11-22 05:03:56.12+00`, as the sessions are in UTC → `2026-11-22T05:03:56.120Z`
pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0")}Z`,
);
const textArray: number = 1009;
pg.types.setTypeParser(textArray, (text) => parseArray(text)); // an earlier version, which pg brings, is slow
const database = new pg.Pool({
  ...(DATABASE_URL === ""
    ? createPgConfig(
        await PGlite.create(join(DATA_DIR, "pglite"), { extensions: { btree_gin, pg_trgm, unaccent } }),
      )
    : { connectionString: DATABASE_URL, max: 10 }),
  onConnect: async (client) => void (await client.query("set timezone = 'UTC'; set jit = off")),
});

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
  const { rows } = await database.query<Key>({ ...statements.key, values: [hashed] });
  if (rows[0]) keys.set(hashed, { key: rows[0], until: performance.now() + 1000 });
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
  reply.header("X-RateLimit-Remaining", Math.max(0, rateLimit.requests - window.used));
  reply.header("X-RateLimit-Reset", Math.ceil(window.end / 1000));
  return window.used <= rateLimit.requests;
}

const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 1, sync: false, minLength: 4096 }),
);
const app = fastify({ genReqId: () => `req_${randomUUID()}` });
const exact = formats.default(new Ajv({ useDefaults: true, allowUnionTypes: true }));
const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true }));
app.setValidatorCompiler(({ schema, httpPart }) =>
  (httpPart === "body" ? exact : coercing).compile(schema as object),
);

const fail = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

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
  reply.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
  done();
});
app.setErrorHandler((error: { validation?: unknown; message: string }, _request, reply) =>
  error.validation
    ? fail(reply, 422, "validation_error", error.message)
    : fail(reply, 500, "internal_error", "Something went wrong"),
);

type List = FastifyRequest<{ Querystring: { limit: number; cursor?: string } }>;
app.get("/v1/contacts", { schema: schemas.list }, async ({ key, query: { limit, cursor } }: List) => {
  const values = cursor === undefined ? [key.workspace_id] : [key.workspace_id, cursor];
  const { rows } = await database.query<{ id: string }>({
    ...statements.list(limit, cursor === undefined),
    values,
  });
  const has_more = rows.length > limit;
  if (has_more) rows.pop();
  return { data: rows, next_cursor: rows.at(-1)?.id ?? null, has_more };
});

type Get = FastifyRequest<{ Params: { id: string } }>;
app.get("/v1/contacts/:id", { schema: schemas.get }, async ({ key, params }: Get, reply) => {
  const { rows } = await database.query({ ...statements.get, values: [key.workspace_id, params.id] });
  return rows[0] ? { data: rows[0] as object } : fail(reply, 404, "not_found", "No such contact");
});

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
app.post("/v1/contacts", { schema: schemas.create }, async ({ key, body }: Create, reply) => {
  const now = new Date().toISOString();
  const id = `ct_${typeid().toString()}`;
  const data = {
    ...{
      id,
      object: "contact",
      name: body.name,
      email: body.email,
      phone: body.phone,
      company: body.company,
    },
    ...{ country: body.country, city: "", tags: [...new Set(body.tags)], lifecycle: "lead", vip: false },
    ...{
      source: "api",
      created_at: now,
      updated_at: now,
      last_seen_at: now,
      conversations_count: 0,
      tickets_count: 0,
    },
    custom_fields: body.custom_fields,
  };
  const event = JSON.stringify(data);
  const values = [
    ...[key.workspace_id, id, body.name, body.email, body.phone, body.company, body.country, data.tags],
    ...[
      JSON.stringify(body.custom_fields),
      now,
      `evt_${typeid().toString()}`,
      event,
      Buffer.byteLength(event),
    ],
    ...[`whd_${typeid().toString()}`, quota.contacts, quota.bytes],
  ];
  const { rows } = await database.query<{ has_room: boolean; is_new: boolean }>({
    ...statements.create,
    values,
  });
  if (!rows[0]?.has_room) return fail(reply, 422, "validation_error", "The workspace is full");
  if (!rows[0].is_new) return fail(reply, 409, "conflict", "Another contact has this email");
  return reply.code(201).header("Location", `/v1/contacts/${id}`).send({ data });
});

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
