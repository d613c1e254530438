import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient, type Client } from "../../client/index.ts";
import { createMessenger } from "../../client/messenger.ts";
import { example, mockFetch } from "../../client/testing.ts";
import { signTestWebhook } from "../../client/webhooks/index.ts";
import { emptyPage, startLocalServer, thrown } from "./local-server.ts";

// Frameworks, test environments and polyfills replace globals of the runtime, or lack them.

const apiKey = "contacts_live_x";
const baseUrl = await startLocalServer(({ url, method, headers }, response) => {
  if (url?.endsWith("/nobody"))
    response
      .writeHead(404)
      .end('{"error":{"code":"not_found","message":"nobody"}}');
  else if (method === "GET") response.end(emptyPage);
  else
    response.end(
      JSON.stringify({ data: { id: headers["idempotency-key"] ?? "none" } }),
    );
});

afterEach(() => void vi.unstubAllGlobals());

/**
 * A class like the `Response` of @hono/node-server: its methods cannot be written, and it makes
 * the real `Response` when a member is read.
 */
function lightweightResponse(): typeof Response {
  const real = Response;
  class Lightweight {
    readonly #args: ConstructorParameters<typeof Response>;
    static [Symbol.hasInstance](instance: unknown) {
      return instance instanceof real;
    }
    constructor(...args: ConstructorParameters<typeof Response>) {
      this.#args = args;
    }
    get real() {
      return new real(...this.#args);
    }
  }
  for (const name of ["body", "headers", "ok", "status"] as const)
    Object.defineProperty(Lightweight.prototype, name, {
      get(this: Lightweight) {
        return this.real[name];
      },
    });
  for (const name of ["arrayBuffer", "blob", "clone", "json", "text"] as const)
    Object.defineProperty(Lightweight.prototype, name, {
      value(this: Lightweight) {
        return this.real[name]();
      },
    });
  Object.setPrototypeOf(Lightweight.prototype, real.prototype);
  return Object.setPrototypeOf(Lightweight, real) as typeof Response;
}

/** Each way to read a response, and each kind of outcome. */
async function useAll({ contacts, tickets, raw }: Client): Promise<void> {
  expect((await contacts.list()).data).toEqual([]);
  const ticket = { contact_id: "x", subject: "s", description: "d" };
  expect((await tickets.create(ticket)).id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await thrown(contacts.get("nobody"))).toMatchObject({
    code: "not_found",
  });
  const { response } = await contacts.list().withResponse();
  expect(response.status).toBe(200);
  expect(response.ok).toBe(true);
  expect(response.headers.get("Date")).toMatch(/GMT$/);
  expect(await response.text()).toBe(emptyPage);
  expect(await response.clone().json()).toEqual(JSON.parse(emptyPage));
  const read = await raw.GET("/v1/contacts");
  expect(read.data?.data).toEqual([]);
}

test("a Response whose methods cannot be written, as Hono's server brings it, is as good as any", async () => {
  const before = createClient({ apiKey, baseUrl });
  vi.stubGlobal("Response", lightweightResponse());
  const seen: unknown[] = [];
  const hooks = {
    response: async (response: Response) =>
      void seen.push(await response.clone().text()),
  };
  const after = createClient({ apiKey, baseUrl, hooks });
  for (const client of [before, after]) await useAll(client);
  expect(seen[0]).toBe(emptyPage);

  after.raw.use({
    onResponse: ({ response }) => response,
    onRequest: ({ request }) =>
      request.url.endsWith("/me") ? Response.json({ data: {} }) : request,
  });
  await useAll(after);
  expect(await after.me.get()).toEqual({});
});

test.each([
  { name: "Headers", other: class extends Headers {} },
  { name: "Request", other: class extends Request {} },
  { name: "AbortController", other: class extends AbortController {} },
  { name: "FormData", other: class {} },
  { name: "TextDecoder", other: class extends TextDecoder {} },
])("a $name of another library is as good as any", async ({ name, other }) => {
  vi.stubGlobal(name, other);
  await useAll(createClient({ apiKey, baseUrl }));
});

test("an AbortController of another library, as jsdom brings it, still ends a call in time", async () => {
  class ForeignSignal extends EventTarget {
    aborted = false;
    reason: unknown;
  }
  class ForeignController {
    signal = new ForeignSignal();
    abort(reason: unknown) {
      Object.assign(this.signal, { aborted: true, reason });
      this.signal.dispatchEvent(new Event("abort"));
    }
  }
  vi.stubGlobal("AbortController", ForeignController);
  await useAll(createClient({ apiKey, baseUrl }));
  const silent = await startLocalServer(() => undefined);
  const { contacts } = createClient({ apiKey, baseUrl: silent, retries: 0 });
  const late = await thrown(contacts.list({}, { timeout: 50 }));
  expect(late).toMatchObject({ name: "TimeoutError" });
  const controller = new ForeignController();
  const signal = controller.signal as unknown as AbortSignal;
  const call = thrown(contacts.list({}, { signal }));
  controller.abort("enough");
  expect(await call).toBe("enough");
});

describe("without Request, Response and structuredClone, as in a test with jsdom", () => {
  const mock = mockFetch({
    "GET /v1/contacts": ({ query }) => ({
      status: 200,
      body: { data: [], next_cursor: query.get("q"), has_more: false },
    }),
    "POST /v1/contacts": ({ body }) => ({
      status: 201,
      body: { data: example("Contact", { name: body.name }) },
    }),
    "GET /v1/messenger/articles": () => ({
      status: 503,
      body: { error: { code: "service_unavailable", message: "m" } },
    }),
  });
  const withoutThem = () => {
    for (const name of ["Request", "Response", "structuredClone", "fetch"])
      vi.stubGlobal(name, undefined);
  };

  test("a client with a fetch of its own works", async () => {
    withoutThem();
    const seen: unknown[] = [];
    const hooks = {
      response: async (response: Response) =>
        void seen.push(await response.json()),
    };
    const options = { apiKey, baseUrl: "http://x.test", fetch: mock, hooks };
    const { contacts, raw } = createClient(options);
    expect((await contacts.list({ q: "ana" })).next_cursor).toBe("ana");
    const ana = { name: "Ana", email: "ana@example.com" };
    expect((await contacts.create(ana)).name).toBe("Ana");
    expect(await thrown(contacts.get("x"))).toMatchObject({ status: 404 });
    const { data, response } = await raw.GET("/v1/contacts");
    expect(data?.data).toEqual([]);
    expect(response.status).toBe(200);
    expect(seen).toHaveLength(4);
  });

  test("a hook that changes the headers of a response changes only its copy", async () => {
    withoutThem();
    const hooks = {
      response: ({ headers }: Response) => headers.delete("X-Request-Id"),
    };
    const options = { apiKey, baseUrl: "http://x.test", fetch: mock, hooks };
    const { requestId } = await createClient(options)
      .contacts.list({ q: "ana" })
      .withResponse();
    expect(requestId).toBe("req_mock");
  });

  test("the messenger works, and repeats", async () => {
    withoutThem();
    const { articles } = createMessenger({
      token: "contacts_public_x",
      baseUrl: "http://x.test",
      fetch: mock,
      totalTimeout: 900,
    }).resume("contacts_visitor_x");
    expect(await thrown(articles.list())).toMatchObject({ status: 503 });
  });
});

test("timers that become fake while a call is on its way do not stop it", async () => {
  const { contacts } = createClient({
    apiKey,
    baseUrl: "http://x.test",
    fetch: async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      return new Response(emptyPage);
    },
  });
  const warnings = vi.spyOn(process, "emitWarning");
  expect((await contacts.list()).data).toEqual([]);
  vi.useRealTimers();
  expect(warnings).not.toHaveBeenCalled();
  warnings.mockRestore();
});

describe("crypto", () => {
  const ticket = { contact_id: "x", subject: "s", description: "d" };
  const { tickets } = createClient({ apiKey, baseUrl });

  test("without randomUUID, as on pages of plain http, a creation still has a key of its own", async () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", {
      getRandomValues: getRandomValues.bind(crypto),
    });
    const one = await tickets.create(ticket);
    const two = await tickets.create(ticket);
    expect(one.id).toMatch(/^[0-9a-f]{32}$/);
    expect(two.id).toMatch(/^[0-9a-f]{32}$/);
    expect(one.id).not.toBe(two.id);
  });

  test("this key has the random bytes as two hexadecimal digits each", async () => {
    vi.stubGlobal("crypto", {
      getRandomValues: (bytes: Uint8Array) => bytes.map((_, i) => i * 17),
    });
    const { id } = await tickets.create(ticket);
    expect(id).toBe("00112233445566778899aabbccddeeff");
  });

  test.each([
    { name: "no crypto", crypto: undefined },
    { name: "an empty one", crypto: {} },
  ])(
    "with $name a creation rejects and says what lacks; one with a key works",
    async ({ crypto }) => {
      vi.stubGlobal("crypto", crypto);
      const call = tickets.create(ticket);
      const error = await thrown(call);
      expect(inspect(error)).toContain(
        "Error: This runtime lacks crypto.getRandomValues, which makes idempotency keys. " +
          "Load a polyfill, or pass an idempotencyKey.",
      );
      const idempotencyKey = "invoice-1";
      expect((await tickets.create(ticket, { idempotencyKey })).id).toBe(
        idempotencyKey,
      );
    },
  );

  test("without crypto.subtle a webhook is refused with what lacks", async () => {
    vi.stubGlobal("crypto", {});
    const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZg==";
    const signing = signTestWebhook({ id: "evt_1", type: "x" }, secret);
    expect(String(await thrown(signing))).toBe(
      "Error: This runtime lacks crypto.subtle. It needs https, or verifyWebhookSync of contacts-client/webhooks/node.",
    );
  });
});
