import type { CallInfo } from "./call-error.ts";
import { UnexpectedResponseError } from "./call-error.ts";
import type { FetchResponse } from "./options.ts";

/** The largest body that is read, in bytes. A page of 100 changes of the largest tickets has 48 MB. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Reads a response to its end, and gives a copy that can be read again. `hide` removes the credential, which a proxy may
 * send back in headers and in errors.
 * @throws UnexpectedResponseError for a status over 599, and for a body that is too large unless it is a 5xx, which says
 * enough without its body
 */
export async function readResponse(
  response: FetchResponse,
  call: CallInfo,
  hide: (text: string) => string,
): Promise<Response> {
  const text = await readText(response);
  // Without the text of the status: proxies write bytes there that no Response takes.
  const init = {
    status: response.status || 302, // browsers hide a redirect's
    headers: new Headers([...response.headers].map(([name, value]) => [name, hide(value)])),
  };
  if (init.status > 599 || (text === undefined && init.status < 500))
    throw new UnexpectedResponseError({ ...call, ...init, body: text && hide(text) });
  return received(text && (response.ok ? text : hide(text)), init);
}

/** The body as text, or undefined when it is larger than `maxBodyBytes`, and the rest is not read. */
async function readText(response: FetchResponse): Promise<string | undefined> {
  // React Native's fetch has no streams, and the body of node-fetch is one of another kind.
  const reader = response.body?.getReader?.();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBodyBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A response that has arrived. A stream costs more than all of the rest, so it is made for who wants more than the text. */
function received(text = "", init: { status: number; headers: Headers }): Response {
  // As bytes: with a text it would add a Content-Type that nobody sent.
  const clone = () => new Response(text ? new TextEncoder().encode(text) : null, init);
  const response = Object.assign(new Response(null, init), {
    clone,
    text: async () => text,
    json: () => clone().json(),
    arrayBuffer: () => clone().arrayBuffer(),
    blob: () => clone().blob(),
  });
  return Object.defineProperty(response, "body", { get: () => clone().body });
}
