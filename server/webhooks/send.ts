import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { delivery } from "../../generated/constants.ts";
import type { Attempt } from "../../generated/types.ts";
import { codeOf } from "../store/errors.ts";
import { AddressRefused, publicAddressesOf } from "./address.ts";
import { exchange, type Exchange, TimedOut } from "./exchange.ts";

/** The outcome of a request to a receiver. */
export interface Outcome extends Omit<Attempt, "number" | "attempted_at"> {
  /** The receiver's `Retry-After` with a 429 or a 503, in milliseconds. */
  retryAfter?: number | undefined;
}

export type Sender = ReturnType<typeof createSender>;

/**
 * Makes a sender of requests to receivers, over connections that are kept alive. With `local` it
 * connects to every address, else only to those on the public internet. It follows no redirects.
 */
export function createSender(local: boolean) {
  const options = {
    keepAlive: true,
    ...keptAlive,
    ...(!local && { lookup: lookupPublic }),
  };
  const agents = {
    http: new http.Agent(options),
    https: new https.Agent(options),
  };

  const post = async (
    url: string,
    headers: http.OutgoingHttpHeaders,
    body: string,
    deadline: number,
  ) => {
    const target = new URL(url);
    // Node looks no IP address up, so `lookupPublic` would not check this one.
    if (!local && isIP(target.hostname.replace(/^\[|\]$/g, "")))
      await publicAddressesOf(target.hostname);
    const isHttps = target.protocol === "https:";
    const request = isHttps ? https.request : http.request;
    const agent = isHttps ? agents.https : agents.http;
    // Sends once more, over another connection, for each kept one that the receiver has closed.
    for (;;) {
      const sent = request(target, { method: "POST", agent, headers });
      const ended = await exchange(sent, body, deadline - performance.now());
      if (!isStale(sent, ended)) return ended;
    }
  };

  return {
    /**
     * Sends JSON by POST. It ends within the contract's time limit and never throws: every failure
     * is an outcome.
     */
    send: async (
      url: string,
      headers: Record<string, string>,
      body: string,
    ): Promise<Outcome> => {
      const started = performance.now();
      const allHeaders = {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "contacts-api",
        ...headers,
      };
      const ended = await post(
        url,
        allHeaders,
        body,
        started + delivery.timeout,
      ).catch((error: unknown) => ({
        error,
      }));
      return {
        ...resultOf(ended),
        duration_ms: Math.round(performance.now() - started),
      };
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

/**
 * Returns whether the receiver closed a reused connection at the moment when the request was sent.
 */
const isStale = ({ reusedSocket }: http.ClientRequest, ended: Exchange) =>
  reusedSocket && "error" in ended && codeOf(ended.error) === "ECONNRESET";

function resultOf(ended: Exchange): Omit<Outcome, "duration_ms"> {
  if ("error" in ended) {
    return {
      response_status: null,
      error: reasonOf(ended.error),
      response_excerpt: "",
    };
  }
  const { status, retryAfter, excerpt } = ended;
  // Node accepts any three digits as a status; RFC 9110, section 15, only 100 to 599.
  if (status < 100 || status > 599) {
    return {
      response_status: null,
      error: "connection_error",
      response_excerpt: excerpt,
    };
  }
  return {
    response_status: status,
    error: null,
    response_excerpt: excerpt,
    retryAfter: [429, 503].includes(status) ? delayOf(retryAfter) : undefined,
  };
}

/**
 * Converts a Retry-After (RFC 9110, section 10.2.3), which is a number of seconds or a date, to
 * milliseconds from now; undefined when it is neither.
 */
function delayOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // A date begins with its day of the week. Date.parse accepts other texts too: for it, 3600-5 is
  // in the year 3600.
  if (!/^[a-z]/i.test(header)) return undefined;
  const delay = Date.parse(header) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

function reasonOf(error: unknown): string {
  if (error instanceof TimedOut) return "timeout";
  if (error instanceof AddressRefused) return "address_refused";
  const code = codeOf(error);
  if (["ENOTFOUND", "EAI_AGAIN"].includes(code)) return "dns_error";
  if (/^ERR_(TLS|SSL)|CERT|^EPROTO$|UNABLE_TO/.test(code)) return "tls_error";
  return "connection_error";
}

/**
 * The connections to one receiver that are kept for its next deliveries: their number, and the time
 * in milliseconds.
 */
const keptAlive = { maxFreeSockets: 4, timeout: 4000 };
/** The maximum number of addresses of a host that are tried. */
const maxAddresses = 4;

/** Resolves a host to addresses that were checked, so that no connection goes to another one. */
const lookupPublic: LookupFunction = (hostname, { all }, done) => {
  publicAddressesOf(hostname).then(
    (addresses) => {
      const found = addresses
        .slice(0, maxAddresses)
        .map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (all) done(null, found);
      else done(null, first?.address ?? "", first?.family);
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  );
};
