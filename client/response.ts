/** A response whose body has arrived: what the client itself works with, whatever the runtime's `Response` is. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Whether the status is a success. */
export const isSuccess = ({ status }: { status: number }): boolean =>
  status >= 200 && status < 300;

type Base = typeof Response;
type ReceivedClass = new (received: Received) => Response;

/** The class of `toResponse` for each `Response` that the runtime has had. */
const classes = new WeakMap<Base, ReceivedClass>();

/**
 * Makes a `Response` for callers, hooks and middleware, each call a new one. It is an instance of the runtime's
 * `Response` as that is now: frameworks and tests replace the global.
 */
export function toResponse(received: Received): Response {
  const base = (globalThis as { Response?: Base }).Response;
  if (!base) return plainResponse(received);
  const made = classes.get(base) ?? receivedClass(base);
  classes.set(base, made);
  return new made(received);
}

/** The members that read the body. */
type Reading = "text" | "json" | "clone" | "body" | "arrayBuffer" | "blob";

/** The statuses that the constructor of `Response` takes no body for. */
const withoutBody = [204, 205, 304];

/** A `Response` that can be read any number of times. A stream costs more than all of the rest, so few members make one. */
function receivedClass(base: Base): ReceivedClass {
  const withoutReading: new (
    body: null,
    init: ResponseInit,
  ) => Omit<Response, Reading> = base;
  return class extends withoutReading {
    readonly #received: Received;

    constructor(received: Received) {
      super(null, initOf(received));
      this.#received = received;
    }
    async text(): Promise<string> {
      return this.#received.text;
    }
    json(): Promise<unknown> {
      return this.#unread().json();
    }
    clone(): Response {
      return toResponse(this.#received);
    }
    get body(): Response["body"] {
      return this.#unread().body;
    }
    arrayBuffer(): Promise<ArrayBuffer> {
      return this.#unread().arrayBuffer();
    }
    blob(): Promise<Blob> {
      return this.#unread().blob();
    }

    #unread(): Response {
      const { status, text } = this.#received;
      const hasBody = text !== "" && !withoutBody.includes(status);
      return new base(hasBody ? text : null, initOf(this.#received));
    }
  };
}

/** Copies the headers, as a hook may change them. */
const initOf = ({ status, headers }: Received) => ({
  status,
  headers: [...headers],
});

/** The part of a `Response` that needs no streams, for a runtime without one, such as a test environment with jsdom. */
function plainResponse(received: Received): Response {
  const { status, text } = received;
  const response = {
    status,
    ok: isSuccess(received),
    headers: new Headers([...received.headers]),
    text: async () => text,
    json: async (): Promise<unknown> => JSON.parse(text),
    clone: () => plainResponse(received),
  };
  // There is no such type at run time, so nothing can be an instance of it.
  return response as unknown as Response;
}
