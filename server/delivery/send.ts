import * as http from "node:http";
import * as https from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { delivery, limits } from "../../generated/catalogue.ts";
import type { Attempt } from "../../generated/types.ts";
import { refusedRanges } from "../webhooks/address.ts";

/** How a request to a receiver ended. */
export interface Outcome extends Omit<Attempt, "number" | "at"> {
  /** How long the receiver asked to be left alone with a 429 or a 503, in milliseconds. */
  retryAfter?: number | undefined;
}

/** Sends to receivers, over connections that are kept alive. */
export interface Sender {
  /** A POST of JSON. Never throws: every failure is an outcome. */
  send: (url: string, headers: Record<string, string>, body: string) => Promise<Outcome>;
  close: () => void;
}

/** With `local` it connects to every address, else only to those on the public internet. Redirects are not followed. */
export function createSender(local: boolean): Sender {
  const options = { keepAlive: true };
  const filter = { ...options, denyIPAddressList: refusedRanges };
  const agents = {
    http: local ? new http.Agent(options) : new RequestFilteringHttpAgent(filter),
    https: local ? new https.Agent(options) : new RequestFilteringHttpsAgent(filter),
  };
  return {
    send: async (url, headers, body) => {
      const started = performance.now();
      const { request, agent } = url.startsWith("https:")
        ? { request: https.request, agent: agents.https }
        : { request: http.request, agent: agents.http };
      const post = () =>
        request(url, {
          method: "POST",
          agent,
          headers: {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
            "User-Agent": "contacts-api",
            ...headers,
          },
          signal: AbortSignal.timeout(delivery.timeout),
        }).end(body);
      const result = await outcomeOf(post);
      return { ...result, duration_ms: Math.round(performance.now() - started) };
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

type Result = Omit<Outcome, "duration_ms">;

async function outcomeOf(post: () => http.ClientRequest): Promise<Result> {
  const sent = post();
  try {
    const answer = await answerTo(sent);
    const response_status = answer.statusCode ?? 0;
    const retryAfter = [429, 503].includes(response_status)
      ? waitIn(answer.headers["retry-after"])
      : undefined;
    return { response_status, error: null, response_excerpt: await excerptOf(answer), retryAfter };
  } catch (error) {
    // The receiver may close a connection that is kept alive just when it is used again.
    if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET") return outcomeOf(post);
    return { response_status: null, error: reasonOf(error), response_excerpt: "" };
  }
}

function answerTo(sent: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve).on("error", reject);
  });
}

/** How the body begins. What comes after that, or after the time limit, is not waited for. */
async function excerptOf(answer: http.IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer) {
      text += decoder.decode(chunk as Buffer, { stream: true });
      if (text.length >= 2 * limits.responseExcerpt) break;
    }
  } catch {
    // A broken connection ends the body; the status has arrived.
  }
  return [...text].slice(0, limits.responseExcerpt).join("").replaceAll("\0", "\uFFFD");
}

/** Retry-After (RFC 9110, 10.2.3), a number of seconds or a date, in milliseconds from now. */
function waitIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function reasonOf(error: unknown): string {
  const { code = "", message, name } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return "timeout";
  if (/is not allowed/.test(message)) return "address_refused"; // the agent's errors have no code
  if (["ENOTFOUND", "EAI_AGAIN"].includes(code)) return "dns_error";
  if (/^ERR_(TLS|SSL)|CERT|^EPROTO$|UNABLE_TO/.test(code)) return "tls_error";
  return "connection_error";
}
