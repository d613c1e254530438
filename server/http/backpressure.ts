import type { RequestHandler, Response } from "express";
import { addressOf, clientOf } from "../limits/client-address.ts";
import { workspaceOf } from "./authenticate.ts";

/**
 * The bytes of a response that wait in memory, and its workspace, or its client when it has none.
 */
interface Unread {
  subject: string;
  bytes: number;
}

/**
 * Bounds the bytes of responses that wait in memory until their clients read them. Over `maxBytes`
 * bytes, the subject with the most bytes loses the connections whose responses have waited longest.
 */
export function backpressure(maxBytes = 256 * 2 ** 20): RequestHandler {
  /** The oldest first. */
  const unread = new Map<Response, Unread>();
  let total = 0;
  const forget = (response: Response) => {
    total -= unread.get(response)?.bytes ?? 0;
    unread.delete(response);
  };
  return function backpressure(request, response, next) {
    response.on("prefinish", () => {
      if (response.closed) return; // The client has left: no `close` follows.
      const bytes = response.socket?.writableLength ?? 0;
      unread.set(response, {
        subject: workspaceOf(response) ?? clientOf(addressOf(request)),
        bytes,
      });
      total += bytes;
      if (total <= maxBytes) return;
      const greediest = subjectWithMost(unread.values());
      for (const [oldest, { subject }] of unread) {
        if (total <= maxBytes) break;
        if (subject !== greediest) continue;
        forget(oldest);
        oldest.socket?.destroy();
      }
    });
    response.on("close", () => forget(response));
    next();
  };
}

function subjectWithMost(unread: Iterable<Unread>): string {
  const sums = new Map<string, number>();
  for (const { subject, bytes } of unread)
    sums.set(subject, (sums.get(subject) ?? 0) + bytes);
  const [[subject] = [""]] = [...sums].toSorted(([, a], [, b]) => b - a);
  return subject;
}
