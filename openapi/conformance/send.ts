import { setTimeout as wait } from "node:timers/promises";
import type { Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";

/** A request to an operation. */
export interface Call {
  method: string;
  /** With the values of its parameters, e.g. `/books/7`. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The value that is sent as JSON. */
  body: unknown;
  /** The media type of the body. */
  media: string;
  /** The security scheme whose key it is sent with; empty for none. */
  scheme: string;
}

/** A response, whose body has been read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface SendOptions {
  url: string;
  /** Security scheme → key. */
  keys: Map<string, string>;
  /** Requests a second. */
  rate: number;
  /** Requests in all. */
  requests: number;
  /** Sends writes too that name no object, such as `POST /reset` and `PUT /settings`. */
  actions: boolean;
}

/** Says that as many requests were sent as allowed. */
export class LimitReached extends Error {}

/** Sends requests, no faster and no more than the options allow. */
export interface Sender {
  /** @throws LimitReached, and Error when the server does not respond */
  send: (call: Call) => Promise<Answer>;
  sent: () => number;
}

const longestWait = 60_000;
const timeout = 30_000;

export function createSender(contract: Contract, options: SendOptions): Sender {
  let sent = 0;
  let next = 0;
  const once = async (call: Call): Promise<Answer> => {
    if (sent >= options.requests) throw new LimitReached();
    sent++;
    const now = performance.now();
    const delay = Math.max(0, next - now);
    next = Math.max(now, next) + 1000 / options.rate;
    if (delay > 0) await wait(delay);
    const { headers, query } = credentials(contract, call, options.keys);
    const address = addressOf(options.url, {
      ...call,
      query: { ...call.query, ...query },
    });
    const response = await fetch(address, {
      method: call.method,
      headers: { ...headersOf(call), ...headers },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  return {
    sent: () => sent,
    send: async (call) => {
      const answer = await once(call);
      const seconds = Number(answer.headers.get("retry-after") ?? "1");
      if (answer.status !== 429 || !(seconds * 1000 <= longestWait))
        return answer;
      await wait(seconds * 1000);
      return once(call);
    },
  };
}

const headersOf = ({ headers, body, media }: Call): Record<string, string> => ({
  ...headers,
  ...(body !== undefined && { "Content-Type": media }),
});

function addressOf(url: string, { path, query }: Call): string {
  const search = String(new URLSearchParams(query));
  return `${url.replace(/\/+$/, "")}${path}${search === "" ? "" : `?${search}`}`;
}

/** The header or the query that shows the key of a call's scheme. */
function credentials(
  { components }: Contract,
  { scheme }: Call,
  keys: ReadonlyMap<string, string>,
): { headers: Record<string, string>; query: Record<string, string> } {
  const key = keys.get(scheme);
  if (key === undefined) return { headers: {}, query: {} };
  const {
    type,
    in: location,
    name,
    scheme: manner,
  } = components.securitySchemes[scheme] as Node;
  if (type === "apiKey" && location === "query")
    return { headers: {}, query: { [String(name)]: key } };
  if (type === "apiKey") {
    const header = location === "cookie" ? "Cookie" : String(name);
    const value = location === "cookie" ? `${String(name)}=${key}` : key;
    return { headers: { [header]: value }, query: {} };
  }
  const isBasic = String(manner).toLowerCase() === "basic";
  const shown = isBasic ? btoa(key) : key;
  const header = `${isBasic ? "Basic" : "Bearer"} ${shown}`;
  return { headers: { Authorization: header }, query: {} };
}

/** The command that repeats a call. `$KEY` is in the place of the key. */
export function curlOf(contract: Contract, url: string, call: Call): string {
  const isBasic =
    contract.components.securitySchemes[call.scheme]?.scheme === "basic";
  const keys = new Map([[call.scheme, "$KEY"]]);
  const shown = call.scheme === "" ? new Map<string, string>() : keys;
  const { headers, query } = credentials(contract, call, shown);
  const address = addressOf(url, {
    ...call,
    query: { ...call.query, ...query },
  }).replaceAll("%24KEY", "$KEY");
  const { Authorization: authorization, ...others } = headers;
  const words = [`curl -i -X ${call.method}`, `"${address}"`];
  if (authorization !== undefined)
    words.push(isBasic ? '-u "$KEY"' : `-H "Authorization: ${authorization}"`);
  for (const [name, value] of Object.entries({
    ...others,
    ...headersOf(call),
  }))
    words.push(`-H "${name}: ${value}"`);
  if (call.body !== undefined) words.push(`-d ${quoted(bodyText(call.body))}`);
  return words.join(" ");
}

/** A long text is shown by what makes it in bash. */
const bodyText = (body: unknown) => JSON.stringify(body);

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
