import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Validator } from "./contract/validator/validator.ts";
import type { Cipher } from "./encryption/cipher.ts";
import type { Limiter } from "./limiter/limiter.ts";
import "./locals.ts";
import { accessLog } from "./middleware/access-log.ts";
import { sendJson } from "./middleware/respond.ts";
import { crossOrigin, preflight, requireOrigin } from "./middleware/cross-origin.ts";
import { dispatch } from "./middleware/dispatch.ts";
import { documents } from "./middleware/documents.ts";
import { errorBody } from "./middleware/error-body.ts";
import { head } from "./middleware/head.ts";
import { identify, requireCaller } from "./middleware/identify.ts";
import { jsonBody } from "./middleware/json-body.ts";
import { limitUnread } from "./middleware/limit-unread.ts";
import { limitVisitors } from "./middleware/limit-visitors.ts";
import { probes } from "./middleware/probes.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import { requestId } from "./middleware/request-id.ts";
import { requireOperation } from "./middleware/require-operation.ts";
import { requireScopes } from "./middleware/require-scopes.ts";
import { takeTurns } from "./middleware/turns.ts";
import { routes } from "./routes.ts";
import type { Store } from "./store/store.ts";

/** The parts of the application. */
export interface Parts {
  validator: Validator;
  store: Store;
  cipher: Cipher;
  limiter: Limiter;
  log: Logger;
  /** The proxies whose X-Forwarded-For is used, as in Express's `trust proxy`. */
  trustProxy?: boolean | number | string;
  /** Whether webhooks may point to this machine and to private networks, over http too. */
  localWebhooks?: boolean;
  /** Aborted when this process is about to end: it still serves requests, but `/readyz` responds 503. */
  leaving?: AbortSignal | undefined;
  /** Counts and times requests. */
  meter?: RequestHandler | undefined;
  /** Makes a span for each request. */
  tracer?: RequestHandler | undefined;
}

/** The API as an Express application that does not listen yet. A request passes these steps in this order. */
export function createApp({
  validator,
  store,
  cipher,
  limiter,
  log,
  trustProxy = false,
  localWebhooks = false,
  leaving,
  meter,
  tracer,
}: Parts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", "simple");
  app.set("trust proxy", trustProxy);

  // One route, as Express compares the path with each `use`.
  const steps = app.route(/^/);
  if (meter) steps.all(meter);
  if (tracer) steps.all(tracer);
  steps.all(requestId());
  steps.all(accessLog(log));
  steps.all(probes(store, leaving));
  steps.all(documents(limiter));

  steps.all(limitUnread());
  steps.all(head());
  steps.all(validator.findOperation);
  steps.all(sendJson(validator.responseFault));
  steps.all(crossOrigin(store));
  steps.all(identify(store));
  steps.all(rateLimit(limiter)); // 429
  steps.all(preflight()); // 204
  steps.all(requireCaller()); // 401
  steps.all(requireOperation()); // 404, 405
  steps.all(requireScopes()); // 403
  steps.all(requireOrigin()); // 403
  steps.all(jsonBody()); // 415, 413, 400
  steps.all(validator.checkRequest); // 400, 422
  steps.all(limitVisitors(limiter)); // 429
  steps.all(takeTurns()); // 429, 503
  steps.all(dispatch(routes, { store, cipher, localWebhooks, log })); // 404, 409, success

  app.use(errorBody(log));
  app.use(errorBody(log)); // sends a 500 when the first one's response breaks the contract
  return app;
}
