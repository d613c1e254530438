import type { Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";

/** A request to an operation. */
export interface TestRequest {
  method: string;
  /** The path with the values of its parameters, e.g. `/books/7`. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The value that is sent as JSON. */
  body: unknown;
  /** The media type of the body. */
  mediaType: string;
  /** The security scheme whose key is sent; empty for a request without a key. */
  scheme: string;
}

/** Returns the headers of a request, without its key. */
export function headersOf({
  headers,
  body,
  mediaType,
}: TestRequest): Record<string, string> {
  if (body === undefined) return headers;
  return { ...headers, "Content-Type": mediaType };
}

/** Returns the address of a request at a server. */
export function addressOf(
  serverUrl: string,
  path: string,
  query: Record<string, string>,
): string {
  const search = String(new URLSearchParams(query));
  const base = serverUrl.replace(/\/+$/, "");
  return search === "" ? `${base}${path}` : `${base}${path}?${search}`;
}

/** The headers and the query parameters that carry a key. */
interface Credentials {
  headers: Record<string, string>;
  query: Record<string, string>;
}

/**
 * Returns the credentials of a request.
 * @param keys security scheme → key; a scheme without a key gets no credentials
 */
export function credentialsOf(
  { components }: Contract,
  { scheme }: TestRequest,
  keys: ReadonlyMap<string, string>,
): Credentials {
  const key = keys.get(scheme);
  if (key === undefined) return { headers: {}, query: {} };
  const definition = components.securitySchemes[scheme] as Node;
  const name = String(definition["name"]);
  const location = definition["in"];
  if (definition["type"] !== "apiKey")
    return {
      headers: { Authorization: authorization(definition["scheme"], key) },
      query: {},
    };
  if (location === "query") return { headers: {}, query: { [name]: key } };
  if (location === "cookie")
    return { headers: { Cookie: `${name}=${key}` }, query: {} };
  return { headers: { [name]: key }, query: {} };
}

/** Returns the header of an HTTP authentication scheme (RFC 7617, RFC 6750). */
function authorization(httpScheme: unknown, key: string): string {
  const isBasic = String(httpScheme).toLowerCase() === "basic";
  return isBasic ? `Basic ${btoa(key)}` : `Bearer ${key}`;
}

/** Returns the command of curl that repeats a request, with `$KEY` in the place of the key. */
export function curlOf(
  contract: Contract,
  serverUrl: string,
  request: TestRequest,
): string {
  const { scheme } = request;
  const isBasic =
    contract.components.securitySchemes[scheme]?.scheme === "basic";
  const keys = new Map(scheme === "" ? [] : [[scheme, "$KEY"]]);
  const credentials = credentialsOf(contract, request, keys);
  const address = addressOf(serverUrl, request.path, {
    ...request.query,
    ...credentials.query,
  }).replaceAll("%24KEY", "$KEY");
  const words = [`curl -i -X ${request.method}`, `"${address}"`];
  const { Authorization: authorizationHeader, ...keyHeaders } =
    credentials.headers;
  if (authorizationHeader !== undefined)
    words.push(
      isBasic ? '-u "$KEY"' : `-H "Authorization: ${authorizationHeader}"`,
    );
  const headers = { ...keyHeaders, ...headersOf(request) };
  for (const [name, value] of Object.entries(headers))
    words.push(`-H "${name}: ${value}"`);
  if (request.body !== undefined)
    words.push(`-d ${shellQuoted(JSON.stringify(request.body))}`);
  return words.join(" ");
}

const shellQuoted = (text: string) =>
  `'${text.replaceAll("'", String.raw`'\''`)}'`;
