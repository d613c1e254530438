/** A response with its complete body, independent of the `Response` of the runtime. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Returns true for a status from 200 to 299. */
export const isSuccess = ({ status }: { status: number }): boolean =>
  status >= 200 && status < 300;

/** Statuses for which the constructor of `Response` rejects a body. */
const withoutBody = [204, 205, 304];

/**
 * Creates a new `Response` for callers, hooks and middleware. It can be read any number of times.
 * It is an instance of the current `Response` of the runtime, which frameworks and tests may
 * replace. In a runtime without one, such as jsdom, it is a plain object with the members that need
 * no streams.
 */
export function toResponse(received: Received): Response {
  const { status, text } = received;
  const head = {
    status,
    ok: isSuccess(received),
    // A copy, as a hook may change it.
    headers: new Headers([...received.headers]),
  };
  const reading: PropertyDescriptorMap = {
    text: { value: async () => text },
    json: { value: async (): Promise<unknown> => JSON.parse(text) },
    clone: { value: () => toResponse(received) },
  };
  if (typeof Response === "undefined")
    // No code can check for instances of a type that does not exist at run time.
    return Object.defineProperties(head as Response, reading);

  // A stream is expensive, so only these members create one.
  const unread = () =>
    new Response(withoutBody.includes(status) ? null : text || null, received);
  return Object.defineProperties(new Response(null, head), {
    ...reading,
    arrayBuffer: { value: () => unread().arrayBuffer() },
    blob: { value: () => unread().blob() },
    body: { get: () => unread().body },
  });
}
