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
 * Sends to receivers, over connections that are kept alive. With `local` it connects to every
 * address, else only to those on the public internet. Redirects are not followed.
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
    if (!local && isIP(target.hostname.replace(/^\[|\]$/g, "")))
      await publicAddressesOf(target.hostname);
    const [request, agent] =
      target.protocol === "https:"
        ? [https.request, agents.https]
        : [http.request, agents.http];
    for (;;) {
      const sent = request(target, { method: "POST", agent, headers });
      const ended = await exchange(sent, body, deadline - performance.now());
      if (!isStale(sent, ended)) return ended;
    }
  };

  return {
    /**
     * A POST of JSON. It ends within the contract's time limit and never throws: every failure is
     * an outcome.
     */
    send: async (
      url: string,
      headers: Record<string, string>,
      body: string,
    ): Promise<Outcome> => {
      const started = performance.now();
      const all = {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "contacts-api",
        ...headers,
      };
      const ended = await post(
        url,
        all,
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
  // Node takes any three digits for a status (RFC 9110, section 15: it is from 100 to 599).
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
    retryAfter: [429, 503].includes(status) ? waitIn(retryAfter) : undefined,
  };
}

/** Retry-After (RFC 9110, 10.2.3), a number of seconds or a date, in milliseconds from now. */
function waitIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // A date begins with its day of the week; of other texts Date.parse makes one too, e.g. of 3600.5
  // one in the year 3600.
  const wait = /^[a-z]/i.test(header) ? Date.parse(header) - Date.now() : NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
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
/** The number of addresses of a name that are tried. */
const maxAddresses = 4;

/** Resolves a host to its checked addresses, so that a connection cannot go to others. */
const lookupPublic: LookupFunction = (hostname, { all }, done) => {
  publicAddressesOf(hostname).then(
    (addresses) => {
      const found = addresses
        .slice(0, maxAddresses)
        .map((address) => ({ address, family: isIP(address) }));
      if (all) done(null, found);
      else done(null, found[0]?.address ?? "", found[0]?.family);
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  );
};
