import { keyFlags, withKeys } from "../generate/samples/curl.ts";
import { jsonOf } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { fileName, partsOf, writtenForm, type Form } from "./form.ts";
import {
  credentialsIn,
  sentValue,
  type Credential,
} from "../model/credentials.ts";

/** A request to an operation. */
export interface TestRequest {
  method: string;
  /** The address before the path. */
  server: string;
  /** The path with the values of its parameters, e.g. `/books/7`. */
  path: string;
  /** Parameter → its text in the query, e.g. `limit=3`. */
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The cookies that are no credentials, e.g. `session=s1`. */
  cookies: string[];
  /** The value that is sent as JSON, or as a form. */
  body: unknown;
  /** The form in which the body is sent. Undefined for JSON. */
  form: Form | undefined;
  /** The media type of the body. */
  mediaType: string;
  /** The credentials whose keys are sent; empty for a request without a key. */
  credentials: Credential[];
}

/** A credential with the text that is sent. */
type SentCredential = Credential & { value: string };

/**
 * Returns the credentials of one requirement of an operation: the first requirement whose keys are
 * all known, or else the first one.
 * @param keys security scheme → key
 */
export function neededCredentials(
  contract: Contract,
  { security = [] }: Operation,
  keys: ReadonlyMap<string, string>,
): Credential[] {
  const alternatives = security
    .map((requirement) => credentialsIn(contract, requirement))
    .filter((credentials) => credentials.length > 0);
  const known = alternatives.find((credentials) =>
    credentials.every(({ scheme }) => keys.has(scheme)),
  );
  return known ?? alternatives[0] ?? [];
}

/** Returns the headers of a request, without its keys. */
export function headersOf({
  headers,
  body,
  form,
  mediaType,
}: TestRequest): Record<string, string> {
  // The type of a multipart form has a boundary, which its writer chooses.
  if (body === undefined || form?.kind === "multipart") return headers;
  return { ...headers, "Content-Type": mediaType };
}

/** Returns the address of a request at a server, without its keys. */
function addressOf({ server, path, query }: TestRequest): string {
  const search = Object.values(query)
    .filter((text) => text !== "")
    .join("&");
  const base = server.replace(/\/+$/, "");
  return search === "" ? `${base}${path}` : `${base}${path}?${search}`;
}

/**
 * Returns the address and the headers of a request with its keys.
 * @param keys security scheme → key; a scheme without a key sends nothing
 */
export function withCredentials(
  request: TestRequest,
  keys: ReadonlyMap<string, string>,
): { address: string; headers: Record<string, string> } {
  const sent = request.credentials.flatMap((credential): SentCredential[] => {
    const key = keys.get(credential.scheme);
    if (key === undefined) return [];
    return [{ ...credential, value: sentValue(credential, key) }];
  });
  const headers = { ...headersOf(request) };
  for (const { in: place, name, prefix, value } of sent)
    if (place === "header") headers[name] = prefix + value;
  const cookies = [
    ...request.cookies,
    ...sent
      .filter((each) => each.in === "cookie")
      .map(({ name, value }) => `${name}=${value}`),
  ];
  const encoded = sent.map((each) => ({
    ...each,
    value: encodeURIComponent(each.value),
  }));
  return {
    address: withKeys(addressOf(request), encoded),
    headers: {
      ...headers,
      ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
    },
  };
}

/**
 * Returns the command of curl that repeats a request, with `$KEY` in the place of the key, and
 * `$KEY2` in the place of a second key.
 */
export function curlOf(request: TestRequest): string {
  const keys = request.credentials.map((each, index) => ({
    ...each,
    value: index === 0 ? "$KEY" : `$KEY${index + 1}`,
  }));
  // A shell reads these characters between the quotes of an address.
  const plain = addressOf(request).replaceAll(/[\\"$`]/g, String.raw`\$&`);
  const address = withKeys(plain, keys);
  // `-X HEAD` would wait for a body that never comes.
  const method = request.method === "HEAD" ? "--head" : `-X ${request.method}`;
  const words = [`curl -i ${method}`, `"${address}"`];
  words.push(...keyFlags(keys));
  for (const [name, value] of Object.entries(headersOf(request)))
    words.push(`-H "${name}: ${value}"`);
  for (const cookie of request.cookies) words.push(`-b "${cookie}"`);
  words.push(...bodyWords(request));
  return words.join(" ");
}

/** Returns the flags of curl that send a body. */
function bodyWords({ body, form }: TestRequest): string[] {
  if (body === undefined) return [];
  if (!form) return [`-d ${shellQuoted(jsonOf(body))}`];
  return partsOf(body, form).map(({ name, text, isFile, type }) => {
    const field = `${name}=${text}`;
    if (form.kind === "urlencoded")
      return `--data-urlencode ${shellQuoted(field)}`;
    if (isFile) return `-F ${shellQuoted(`${field};filename=${fileName}`)}`;
    if (type === undefined) return `--form-string ${shellQuoted(field)}`;
    // In quotes curl reads no further words about the part.
    const quoted = `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
    return `-F ${shellQuoted(`${name}=${quoted};type=${type}`)}`;
  });
}

/** Writes the body of a request as it is sent. */
export function bodyOf({ body, form }: TestRequest) {
  if (body === undefined) return null;
  return form ? writtenForm(body, form) : jsonOf(body);
}

const shellQuoted = (text: string) =>
  `'${text.replaceAll("'", String.raw`'\''`)}'`;
