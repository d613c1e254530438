import type { RequestHandler } from "express";
import type { Logger } from "pino";

/** One line per answer. No query, as `q` may hold an email, and no headers, as they hold the key. */
export function accessLog(log: Logger): RequestHandler {
  const lines = log.child({}, { redact: [] }); // members that are named here need no search for secrets
  return function accessLog(request, response, next) {
    const start = performance.now();
    const { method, path } = request;
    response.once("close", () => {
      const { requestId, key } = response.locals;
      lines.info({
        requestId,
        method,
        path,
        operation: request.openapi?.schema.operationId,
        status: response.writableFinished ? response.statusCode : "aborted",
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        key: key?.id,
      });
    });
    next();
  };
}
