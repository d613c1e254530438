import type { RequestHandler, Response } from "express";

/**
 * Bounds the bytes of responses that wait in memory until their clients read them. Over `most` bytes, the connections
 * whose responses have waited longest are cut off.
 */
export function limitUnread(most = 256 * 2 ** 20): RequestHandler {
  const unread = new Map<Response, number>();
  let total = 0;
  const forget = (response: Response) => {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  return function limitUnread(_request, response, next) {
    response.once("prefinish", () => {
      const bytes = response.socket?.writableLength ?? 0;
      unread.set(response, bytes);
      total += bytes;
      for (const oldest of unread.keys()) {
        if (total <= most) break;
        forget(oldest);
        oldest.socket?.destroy();
      }
    });
    response.once("close", () => forget(response));
    next();
  };
}
