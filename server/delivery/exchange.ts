import type { ClientRequest, IncomingMessage } from "node:http";
import { limits } from "../../generated/catalogue.ts";

/** What a receiver answered, or the error that came instead. */
export type Exchange = Answered | { error: unknown };

interface Answered {
  status: number;
  /** The `Retry-After` of the answer. */
  retryAfter: string | undefined;
  /** How the body begins, as far as it came. */
  excerpt: string;
}

/** The time limit was over before the receiver answered. */
export class TimedOut extends Error {}

/** So many 1xx answers are passed over; whoever sends more gets no further. */
const mostInformational = 20;

/**
 * Sends a request and reads the answer. It ends after `time` milliseconds whatever the receiver does: each event that
 * Node has for a request leads to the end, and the time limit does without any. What is left of the connection is cut
 * off then, unless the request was sent and the answer read to the end.
 */
export function exchange(request: ClientRequest, body: string, time: number): Promise<Exchange> {
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
        if (++informational > mostInformational) fail(new Error("The receiver does not come to an answer."));
      })
      .on("upgrade", (response, socket) => {
        result = answered(response);
        socket.destroy();
        end();
      })
      .on("response", (response) => {
        const answer = (result = answered(response));
        readExcerpt(response, (excerpt) => (answer.excerpt = excerpt), end);
      })
      .on("close", () => fail(new Error("The connection ended without an answer.")))
      .end(body);
  });
}

const answered = ({ statusCode = 0, headers }: IncomingMessage): Answered => ({
  status: statusCode,
  retryAfter: headers["retry-after"],
  excerpt: "",
});

/** Tells how the body begins each time more of it comes, and then that there is no more to read. */
function readExcerpt(response: IncomingMessage, tell: (excerpt: string) => void, end: () => void): void {
  const decoder = new TextDecoder();
  let text = "";
  response
    .on("data", (chunk: Buffer) => {
      text += decoder.decode(chunk, { stream: true });
      tell([...text].slice(0, limits.responseExcerpt).join("").replaceAll("\0", "\uFFFD"));
      // A character has at most two code units.
      if (text.length >= 2 * limits.responseExcerpt) end();
    })
    .on("error", end)
    .on("end", end);
}
