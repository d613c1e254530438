import type { ClientRequest, IncomingMessage } from "node:http";
import { limits } from "../../generated/constants.ts";

/** A receiver's response, or the error that came instead. */
export type Exchange = Received | { error: unknown };

interface Received {
  status: number;
  /** The `Retry-After` of the response. */
  retryAfter: string | undefined;
  /** The beginning of the body, as far as it was received. */
  excerpt: string;
}

/** The receiver did not respond within the time limit. */
export class TimedOut extends Error {}

/** The number of 1xx responses that are ignored; after one more the exchange fails. */
const maxInformational = 20;

/**
 * Sends a request and reads the response. It ends after `time` milliseconds at the latest, whatever
 * the receiver does. The connection is then closed, unless the request was sent whole and the
 * response was read whole.
 */
export function exchange(
  request: ClientRequest,
  body: string,
  time: number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let result: Exchange = { error: new TimedOut() };
    const end = () => {
      clearTimeout(timer);
      request.destroy();
      resolve(result);
    };
    const timer = setTimeout(end, time);
    const fail = (error: unknown) => {
      if (!("status" in result)) result = { error };
      end();
    };
    let informational = 0;
    request
      .on("error", fail)
      .on("information", () => {
        if (++informational > maxInformational)
          fail(new Error("The receiver sends no final response."));
      })
      .on("upgrade", (response, socket) => {
        result = received(response);
        socket.destroy();
        end();
      })
      .on("response", (response) => {
        const current = (result = received(response));
        readExcerpt(response, (excerpt) => (current.excerpt = excerpt), end);
      })
      .on("close", () =>
        fail(new Error("The connection ended without a response.")),
      )
      .end(body);
  });
}

const received = ({ statusCode = 0, headers }: IncomingMessage): Received => ({
  status: statusCode,
  retryAfter: headers["retry-after"],
  excerpt: "",
});

/**
 * Calls `update` with the beginning of the body whenever more is received, and `end` when enough
 * has been read.
 */
function readExcerpt(
  response: IncomingMessage,
  update: (excerpt: string) => void,
  end: () => void,
): void {
  const decoder = new TextDecoder();
  let text = "";
  response
    .on("data", (chunk: Buffer) => {
      text += decoder.decode(chunk, { stream: true });
      update(
        [...text]
          .slice(0, limits.responseExcerpt)
          .join("")
          .replaceAll("\0", "\uFFFD"),
      );
      // A character has at most two code units.
      if (text.length >= 2 * limits.responseExcerpt) end();
    })
    .on("error", end)
    .on("end", end);
}
