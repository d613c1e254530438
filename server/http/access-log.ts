import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { newId } from "../store/ids.ts";
import { measureWaits } from "../store/database/waits.ts";

/** The route of a path that neither the contract nor this server has. */
const unknownRoute = "unknown";
/** Logs the slowest statement from this time at the database on, in milliseconds. */
const slow = 500;
/** The limit of lines per second for requests without a known key. */
const linesWithoutKey = 100;

/**
 * Logs one line per response. For requests without a known key the number of lines is bounded. Of
 * the caller's texts a line has only the method: a path, a query or a header may hold a key or an
 * email. It has the route instead of the path.
 */
export function accessLog(log: Logger): RequestHandler {
  const lines = log.child({}, { redact: [] }); // these fields hold no secrets
  const writeSome = boundedLines(lines);
  return function accessLog(request, response, next) {
    const start = performance.now();
    const waits = measureWaits();
    const { method } = request;
    response.on("close", () => {
      const { requestId, route = unknownRoute, caller } = response.locals;
      const known = caller?.isShared === false ? caller : undefined;
      const atDatabase = waits.milliseconds();
      const fields = {
        requestId,
        method,
        route,
        operation: request.operation?.id,
        status: response.writableFinished ? response.statusCode : "aborted",
        milliseconds: inTenths(performance.now() - start),
        databaseMilliseconds: inTenths(atDatabase),
        statement: atDatabase < slow ? undefined : waits.slowest(),
        key: known?.id,
        workspace: known?.workspaceId,
      };
      if (known) lines.info(fields);
      else writeSome(fields);
    });
    waits.run(next);
  };
}

/**
 * Makes the function that logs requests without a known key: some lines in a second, and one more
 * that counts the rest.
 */
export function boundedLines(log: Logger): (fields: object) => void {
  const isWritten = firstInASecond(linesWithoutKey, (more) => {
    log.warn({ more }, "requests without a known key that were not logged");
  });
  return (fields) => {
    if (isWritten()) log.info(fields);
  };
}

/** Names the route of a request that is not one of the contract's, for the log. */
export function routeName(route: string): RequestHandler {
  return function routeName(_request, response, next) {
    response.locals.route = route;
    next();
  };
}

const inTenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/**
 * Returns whether a call is among the first `maxCalls` of its second. After the second, `report`
 * gets the number of the others.
 */
export function firstInASecond(
  maxCalls: number,
  report: (more: number) => void,
): () => boolean {
  let calls = 0;
  const end = () => {
    if (calls > maxCalls) report(calls - maxCalls);
    calls = 0;
  };
  return () => {
    if (calls === 0) setTimeout(end, 1000).unref();
    return ++calls <= maxCalls;
  };
}

/** Names the request: `X-Request-Id`, and `requestId` in the log (D-29). */
export function requestId(): RequestHandler {
  return function requestId(_request, response, next) {
    response.locals.requestId = newId("req");
    response.setHeader("X-Request-Id", response.locals.requestId);
    next();
  };
}
