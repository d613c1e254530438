import type { IncomingMessage } from "node:http";

/**
 * Headers that a request may have only once: Node keeps the first, and a proxy before this server
 * may use the last.
 */
const atMostOnce = ["authorization", "content-type"];

/**
 * A name, an address in brackets or nothing, and a port (RFC 3986, section 3.2.2): all that a Host
 * may hold.
 */
const hostPort = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d*)?$/i;

/**
 * Checks what Node's parser does not: a request has the `Host` headers that it needs, each valid
 * (RFC 9112, section 3.2), no second header of the list above, and a body whose end is known.
 * HTTP/1.0 has no chunks (section 6.1).
 */
export function hasProperHeaders({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): boolean {
  if (!hostPort.test(headers.host ?? "")) return false;
  const codings = codingsOf(headers);
  const isChunked = codings.indexOf("chunked") === codings.length - 1;
  if (codings.length > 0 && (!isChunked || httpVersion !== "1.1")) return false;
  if (codings.includes("")) return false;
  const names = rawHeaders
    .filter((_, i) => i % 2 === 0)
    .map((name) => name.toLowerCase());
  const count = (expected: string) =>
    names.filter((name) => name === expected).length;
  const hosts = count("host");
  const hasHosts = hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
  return hasHosts && atMostOnce.every((name) => count(name) <= 1);
}

/** Checks that a body comes in chunks alone: a body in another coding would be read as it is. */
export const hasKnownCoding = ({ headers }: IncomingMessage): boolean =>
  codingsOf(headers).every((coding) => coding === "chunked");

/** The transfer codings of a request, in small letters. */
function codingsOf({
  "transfer-encoding": value = "",
}: IncomingMessage["headers"]): string[] {
  if (value === "") return [];
  return value.split(",").map((coding) => coding.trim().toLowerCase());
}

/**
 * Returns the path and the query of a request's target, or `*`, whichever form it has (RFC 9112,
 * section 3.2); undefined for an invalid target, which parsers read differently.
 */
export function pathOf(target = ""): string | undefined {
  if (/[^\x21\x22\x24-\x7e]/.test(target)) return undefined;
  if (target.startsWith("/") || target === "*") return normalized(target);
  const [, path] = /^https?:\/\/[^/?]+(.*)$/i.exec(target) ?? [];
  if (path === undefined || !URL.canParse(target)) return undefined;
  return normalized(path.startsWith("/") ? path : `/${path}`);
}

/**
 * `/%76%31/me` → `/v1/me`: characters that need no escape mean the same with one (RFC 3986, section
 * 6.2.2.2).
 */
function normalized(path: string): string {
  if (!path.includes("%")) return path;
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape;
  });
}
