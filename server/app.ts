import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Validator } from "./contract/validator.ts";
import type { Cipher } from "./auth/encryption.ts";
import { createSchemes } from "./auth/schemes.ts";
import type { Limiter } from "./limits/limiter.ts";
import { checkReceiver } from "./steps/check-receiver.ts";
import { takeSlot } from "./http/concurrency-slots.ts";
import { accessLog, requestId } from "./http/access-log.ts";
import {
  authenticate,
  reauthenticate,
  requireActiveWorkspace,
  requireAuthentication,
  requireScopes,
} from "./http/authenticate.ts";
import { createRespond } from "./http/respond.ts";
import { crossOrigin, preflight, requireOrigin } from "./steps/cross-origin.ts";
import {
  deprecation,
  dispatch,
  head,
  requireOperation,
} from "./http/dispatch.ts";
import { documents } from "./http/documents.ts";
import { errorBody } from "./http/error-body.ts";
import { jsonBody } from "./http/json-body.ts";
import { noteDeprecated } from "./http/note-deprecated.ts";
import { backpressure } from "./http/backpressure.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { limitVisitors, limitWrites } from "./steps/visitor-limits.ts";
import { unlessRepeated } from "./http/unless-repeated.ts";
import { probes } from "./http/probes.ts";
import { routes } from "./routes.ts";
import type { Store } from "./store/store.ts";

/** Parts of the application. */
export interface AppOptions {
  validator: Validator;
  store: Store;
  cipher: Cipher;
  limiter: Limiter;
  log: Logger;
  /** The proxies whose X-Forwarded-For is used, as in Express's `trust proxy`. */
  trustProxy?: boolean | number | string;
  /** True when webhooks may point to this machine and to private networks, over http too. */
  localWebhooks?: boolean;
  /** The address for reports of vulnerabilities, in `/.well-known/security.txt`. */
  securityContact?: string | undefined;
  /**
   * Aborted when this process is about to end: it still serves requests, but `/readyz` responds
   * 503.
   */
  leaving?: AbortSignal | undefined;
  /** Returns whether the database had all that its migrations make when it was last compared. */
  isWhole?: (() => boolean) | undefined;
  /** Counts and times requests. */
  meter?: RequestHandler | undefined;
  /** Makes a span for each request. */
  tracer?: RequestHandler | undefined;
}

/**
 * The API as an Express application that does not listen yet. A request passes these steps in this
 * order.
 */
export function createApp({
  validator,
  store,
  cipher,
  limiter,
  log,
  trustProxy = false,
  localWebhooks = false,
  securityContact,
  leaving,
  isWhole,
  meter,
  tracer,
}: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", false);
  app.set("trust proxy", trustProxy);

  const respond = createRespond(validator.checkResponse, log);
  const schemes = createSchemes(store);
  // One route, as Express compares the path with each `use`.
  const steps = app.route(/^/);
  if (meter) steps.all(meter);
  if (tracer) steps.all(tracer);
  steps.all(requestId());
  steps.all(accessLog(log));
  // Another method reaches the API: Express itself would respond to OPTIONS, whatever the limit
  // says.
  steps.get(
    probes(store, { leaving, isWhole }),
    documents(limiter, securityContact),
  );

  steps.all(backpressure());
  steps.all(head());
  steps.all(validator.findOperation);
  steps.all(deprecation());
  steps.all(crossOrigin());
  steps.all(authenticate(store, schemes));
  steps.all(rateLimit(limiter)); // 429
  steps.all(preflight()); // 204
  steps.all(requireAuthentication()); // 401
  steps.all(requireOperation()); // 404, 405
  steps.all(requireActiveWorkspace()); // 403
  steps.all(requireScopes()); // 403
  steps.all(requireOrigin()); // 403
  steps.all(jsonBody()); // 415, 413, 400
  steps.all(validator.checkRequest); // 400, 422
  steps.all(noteDeprecated(store, log, leaving));
  steps.all(limitVisitors(limiter, cipher)); // 429
  steps.all(unlessRepeated(limitWrites(limiter, cipher))); // 429
  steps.all(unlessRepeated(checkReceiver(localWebhooks))); // 422, 429, 503
  steps.all(takeSlot()); // 429, 503
  steps.all(reauthenticate(schemes)); // 401, 403
  steps.all(dispatch(routes, respond, { store, cipher, log })); // 404, 409, success

  app.use(errorBody(respond, log));
  app.use(errorBody(respond, log)); // sends a 500 when the first one's response breaks the contract
  return app;
}
