import type { RequestHandler } from "express";
import type { Logger } from "pino";

/** How many characters of a path a line has at most. */
const longestPath = 200;
/** How many lines requests without a known key write in a second at most. */
const strangersLines = 100;

/** One line per response; of strangers' responses a bounded number, and how many more there were. No query, as `q` may hold an email, and no headers, as they hold the key. */
export function accessLog(log: Logger): RequestHandler {
  const lines = log.child({}, { redact: [] }); // members that are named here need no search for secrets
  const isWritten = firstInASecond(strangersLines, (more) => {
    lines.warn({ more }, "more requests without a known key than lines are written for");
  });
  return function accessLog(request, response, next) {
    const start = performance.now();
    const { method, path } = request;
    response.once("close", () => {
      const { requestId, key } = response.locals;
      if (!key && !isWritten()) return;
      lines.info({
        requestId,
        method,
        path: path.slice(0, longestPath),
        operation: request.openapi?.schema.operationId,
        status: response.writableFinished ? response.statusCode : "aborted",
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        key: key?.id,
      });
    });
    next();
  };
}

/** Whether a call is among the first `most` of its second. Afterwards `say` is told how many more there were. */
function firstInASecond(most: number, say: (more: number) => void): () => boolean {
  let calls = 0;
  const end = () => {
    if (calls > most) say(calls - most);
    calls = 0;
  };
  return () => {
    if (calls === 0) setTimeout(end, 1000).unref();
    return ++calls <= most;
  };
}
