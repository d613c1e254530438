/** A response whose body has arrived: what the client itself works with, whatever the runtime's `Response` is. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Whether the status is a success. */
export const isSuccess = ({ status }: { status: number }): boolean =>
  status >= 200 && status < 300;

/** The statuses that the constructor of `Response` takes no body for. */
const withoutBody = [204, 205, 304];

/**
 * Makes a `Response` for callers, hooks and middleware, each call a new one, which can be read any number of times. It is
 * an instance of the runtime's `Response` as that is now, as frameworks and tests replace the global; in a runtime without
 * one, such as a test environment with jsdom, it is a plain object with the part that needs no streams.
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
    // There is no such type at run time, so nothing can be an instance of it.
    return Object.defineProperties(head as Response, reading);

  // A stream costs more than all of the rest, so only these members make one.
  const unread = () =>
    new Response(withoutBody.includes(status) ? null : text || null, received);
  return Object.defineProperties(new Response(null, head), {
    ...reading,
    arrayBuffer: { value: () => unread().arrayBuffer() },
    blob: { value: () => unread().blob() },
    body: { get: () => unread().body },
  });
}
