import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
} from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { LRUCache } from "lru-cache";
import { hash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { typeid } from "typeid-js";
import { findKeyByHash, readOne, readPage } from "./statements.ts";

/**
 * The ordinary server: three operations of this API as an engineer writes them who has the
 * contract, and uses Express, express-openapi-validator and pg as their documentation shows. It has
 * the duties of `by-hand.ts`, on the same tables, and also checks its responses against the
 * contract. It is the measure of what plain code costs, so it does not change.
 */
const { DATABASE_URL = "", PORT } = process.env;
const quota = { contacts: 1_000_000, bytes: 1e10 };
const rateLimit = { requests: 600, seconds: 60 };

interface Key {
  id: string;
  workspace_id: string;
  scopes: string[];
}

/** A request, with what the first steps find out about it. */
interface ApiRequest extends Request {
  id?: string;
  key?: Key | undefined;
}

/** An error that the API responds with. */
class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  pipeline: true,
});
const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 1, sync: false, minLength: 4096 }),
);

const keys = new LRUCache<string, Key>({ max: 10_000, ttl: 1000 });

async function findKey(secret: string): Promise<Key | undefined> {
  const hashed = hash("sha256", secret);
  const known = keys.get(hashed);
  if (known) return known;
  const { rows } = await pool.query<Key>({
    ...findKeyByHash,
    values: [hashed],
  });
  const [key] = rows;
  if (key) keys.set(hashed, key);
  return key;
}

/** The key of a request that has passed authentication. */
function keyOf({ key }: ApiRequest): Key {
  if (!key) throw new HttpError(401, "unauthorized", "No valid key");
  return key;
}

const identify: RequestHandler = (request: ApiRequest, response, next) => {
  request.id = `req_${randomUUID()}`;
  response.set("X-Request-Id", request.id);
  response.set("Cache-Control", "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  next();
};

const logAccess: RequestHandler = (request: ApiRequest, response, next) => {
  const start = performance.now();
  const { method, path } = request;
  response.on("finish", () => {
    log.info({
      requestId: request.id,
      method,
      path,
      operation: (request.route as { path: string } | undefined)?.path,
      status: response.statusCode,
      milliseconds: Math.round((performance.now() - start) * 10) / 10,
      key: request.key?.id,
    });
  });
  next();
};

const authenticate: RequestHandler = async (
  request: ApiRequest,
  _response,
  next,
) => {
  const [scheme, secret] = request.get("Authorization")?.split(" ") ?? [];
  if (scheme === "Bearer" && secret) request.key = await findKey(secret);
  next();
};

const limiter = new RateLimiterMemory({
  points: rateLimit.requests,
  duration: rateLimit.seconds,
});

const limitRate: RequestHandler = async (
  request: ApiRequest,
  response,
  next,
) => {
  const subject = request.key?.id ?? request.ip ?? "";
  let isAllowed = true;
  const window = await limiter.consume(subject).catch((refused: unknown) => {
    isAllowed = false;
    return refused as RateLimiterRes;
  });
  const seconds = Math.ceil(window.msBeforeNext / 1000);
  const end = Math.ceil((Date.now() + window.msBeforeNext) / 1000);
  const remaining = window.remainingPoints;
  response.set("X-RateLimit-Limit", String(rateLimit.requests));
  response.set("X-RateLimit-Remaining", String(remaining));
  response.set("X-RateLimit-Reset", String(end));
  response.set("RateLimit", `"requests";r=${remaining};t=${seconds}`);
  response.set(
    "RateLimit-Policy",
    `"requests";q=${rateLimit.requests};w=${rateLimit.seconds}`,
  );
  if (isAllowed) return next();
  response.set("Retry-After", String(seconds));
  next(new HttpError(429, "rate_limited", "Too many requests"));
};

/** The 401 and the 403 of an operation, which needs one of these scopes. */
function checkScopes(request: Request, scopes: string[]): boolean {
  const key = keyOf(request);
  const isAllowed =
    key.scopes.includes("*") ||
    scopes.every((scope) => key.scopes.includes(scope));
  if (!isAllowed)
    throw new HttpError(403, "forbidden", `The key lacks ${scopes.join(", ")}`);
  return true;
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(identify);
app.use(logAccess);
app.use(authenticate);
app.use(limitRate);
app.use(express.json());
const validators = OpenApiValidator.middleware({
  apiSpec: fileURLToPath(
    new URL("../../generated/openapi.yaml", import.meta.url),
  ),
  validateRequests: true,
  validateResponses: true,
  validateSecurity: { handlers: { apiKey: checkScopes } },
});
app.use(validators as RequestHandler[]);

const etagOf = (read: object) =>
  `"${hash("sha256", JSON.stringify(read), "base64url")}"`;

app.get("/v1/contacts", async (request, response) => {
  const { workspace_id } = keyOf(request);
  const limit = Number(request.query["limit"]);
  const { cursor } = request.query;
  const { rows } = await pool.query<{ id: string }>({
    ...readPage(limit, cursor === undefined),
    values: cursor === undefined ? [workspace_id] : [workspace_id, cursor],
  });
  const data = rows.slice(0, limit);
  response.json({
    data,
    next_cursor: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  });
});

app.get("/v1/contacts/:id", async (request, response) => {
  const { workspace_id } = keyOf(request);
  const { rows } = await pool.query<object>({
    ...readOne,
    values: [workspace_id, request.params.id],
  });
  const [data] = rows;
  if (!data) throw new HttpError(404, "not_found", "No such contact");
  response.set("ETag", etagOf(data));
  response.json({ data }); // Express sends a 304 to a client that has this ETag
});

interface NewContact {
  name: string;
  email: string;
  phone?: string;
  company?: string;
  country: string;
  tags?: string[];
  custom_fields?: Record<string, string | number>;
}

app.post("/v1/contacts", async (request: ApiRequest, response) => {
  const key = keyOf(request);
  const { name, email, phone, company, country, tags, custom_fields } =
    request.body as NewContact;
  const now = new Date();
  const contact = {
    id: `ct_${typeid().toString()}`,
    object: "contact",
    name,
    email,
    phone: phone ?? "",
    company: company ?? "",
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
    custom_fields: custom_fields ?? {},
  };
  await store(contact, key, request.id);
  response.status(201);
  response.location(`/v1/contacts/${contact.id}`);
  response.set("ETag", etagOf({ ...contact, conversations: [], tickets: [] }));
  response.json({ data: contact });
});

interface Contact extends Required<NewContact> {
  id: string;
  created_at: Date;
}

const readUsage = {
  name: "usage",
  text: `select coalesce(sum(contacts), 0)::float8 as contacts, coalesce(sum(bytes), 0)::float8 as bytes
    from workspace_usage_parts where workspace_id = $1`,
};

const insertContact = {
  name: "insert_contact",
  text: `insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, updated_at, last_seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, '', $8, 'lead', false, 'api', $9, $10, $10, $10)`,
};

const insertEvent = {
  name: "insert_event",
  text: `insert into events (workspace_id, id, type, data, created_at, contact_id, request)
    values ($1, $2, 'contact.created', $3, $4, $5, $6)`,
};

const countUsage = {
  name: "count_usage",
  text: `insert into workspace_usage_parts as usage (workspace_id, part, contacts, bytes)
    values ($1, pg_backend_pid() % 16, 1, $2)
    on conflict (workspace_id, part) do update
      set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes`,
};

const insertDeliveries = {
  name: "insert_deliveries",
  text: `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select $1, $2 || '_' || id, id, $3, 'pending', true, $4, $4 from webhooks
    where workspace_id = $1 and status = 'enabled' and events && array['contact.created', '*']`,
};

/**
 * Stores a contact with its event, the deliveries of the event, and what counts for the quotas, in
 * a transaction. Statements that nobody awaits are sent together (`pipeline`).
 * @throws HttpError 409 when another contact has the email, 422 when the workspace is full
 */
async function store(
  contact: Contact,
  { id: keyId, workspace_id }: Key,
  requestId: string | undefined,
): Promise<void> {
  const event = JSON.stringify(contact);
  const bytes = Buffer.byteLength(event);
  const eventId = `evt_${typeid().toString()}`;
  const cause = JSON.stringify({
    id: requestId,
    idempotency_key: null,
    api_key_id: keyId,
    client_name: null,
  });
  const client = await pool.connect();
  try {
    const [, { rows }] = await Promise.all([
      client.query("begin"),
      client.query<{ contacts: number; bytes: number }>({
        ...readUsage,
        values: [workspace_id],
      }),
    ]);
    const [used] = rows;
    const hasRoom =
      used !== undefined &&
      used.contacts < quota.contacts &&
      used.bytes + bytes <= quota.bytes;
    if (!hasRoom)
      throw new HttpError(422, "validation_error", "The workspace is full");
    await Promise.all([
      client.query({
        ...insertContact,
        values: [
          workspace_id,
          contact.id,
          contact.name,
          contact.email,
          contact.phone,
          contact.company,
          contact.country,
          contact.tags,
          JSON.stringify(contact.custom_fields),
          contact.created_at,
        ],
      }),
      client.query({
        ...insertEvent,
        values: [
          workspace_id,
          eventId,
          event,
          contact.created_at,
          contact.id,
          cause,
        ],
      }),
      client.query({ ...countUsage, values: [workspace_id, bytes] }),
      client.query({
        ...insertDeliveries,
        values: [
          workspace_id,
          `whd_${typeid().toString()}`,
          eventId,
          contact.created_at,
        ],
      }),
      client.query("commit"),
    ]);
  } catch (error) {
    await client.query("rollback");
    const isTaken =
      error instanceof pg.DatabaseError &&
      error.constraint?.includes("email") === true;
    throw isTaken
      ? new HttpError(409, "conflict", "Another contact has this email")
      : error;
  } finally {
    client.release();
  }
}

/** The codes of errors that the libraries throw. */
const codes: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "path_not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
};

const sendError: ErrorRequestHandler = (
  error: { status?: number; code?: string; message: string },
  _request,
  response,
  _next,
) => {
  const { status = 500 } = error;
  if (status >= 500) {
    log.error(error);
    const message = "Something went wrong";
    response.status(500).json({ error: { code: "internal_error", message } });
    return;
  }
  const code = error.code ?? codes[status] ?? "validation_error";
  response.status(status).json({ error: { code, message: error.message } });
};
app.use(sendError);

app.listen(Number(PORT), "127.0.0.1");
