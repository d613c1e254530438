import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createClient,
  type ClientOptions,
  type Fetch,
  type HookRequest,
} from "../../client/index.ts";
import { clientOf, emptyPage, startLocalServer } from "./local-server.ts";

// Faults that users of other SDKs have reported: this client must not have them.

const apiKey = "contacts_live_x";

describe("a header has one value, whatever the case of its name", () => {
  /** Returns the headers that a client sends. */
  async function sentBy(options: ClientOptions) {
    let received: NodeJS.Dict<string | string[]> = {};
    const client = await clientOf((request, response) => {
      received = request.headers;
      response.end(emptyPage);
    }, options);
    await client.contacts.list();
    return received;
  }

  test("a header of the options replaces the client's own", async () => {
    const sent = await sentBy({
      language: "en",
      headers: { "user-agent": "mine/1", "ACCEPT-LANGUAGE": "es" },
    });
    expect(sent).toMatchObject({
      "user-agent": "mine/1",
      "accept-language": "es",
    });
  });

  test("a header of a hook replaces the client's own", async () => {
    const request = ({ headers }: HookRequest) => {
      headers["User-Agent"] = "mine/1";
    };
    const sent = await sentBy({ hooks: { request } });
    expect(sent["user-agent"]).toBe("mine/1");
  });

  test("a header that a hook sets to undefined is not sent", async () => {
    const request = ({ headers }: HookRequest) =>
      void Object.assign(headers, { "x-trace": undefined });
    const sent = await sentBy({
      headers: { "X-Trace": "1" },
      hooks: { request },
    });
    expect(sent).not.toHaveProperty("x-trace");
  });
});

test("a creation whose key a hook sets to undefined is not repeated", async () => {
  let sent = 0;
  const request = ({ headers }: HookRequest) =>
    void Object.assign(headers, { "idempotency-key": undefined });
  const client = await clientOf(
    (_, response) => {
      sent++;
      response.writeHead(503).end();
    },
    { hooks: { request } },
  );

  const call = client.contacts.create({ name: "Ana", email: "a@example.com" });

  await expect(call).rejects.toMatchObject({ status: 503 });
  expect(sent).toBe(1);
});

describe("a signal without reasons, as in React Native", () => {
  /** A controller like that of the package abort-controller 3, which React Native has. */
  function createOldController() {
    const listeners: (() => void)[] = [];
    const signal = {
      aborted: false,
      addEventListener: (_: string, listener: () => void) =>
        listeners.push(listener),
    };
    const abort = () => {
      signal.aborted = true;
      for (const listener of listeners) listener();
    };
    return { signal: signal as unknown as AbortSignal, abort };
  }
  const aborted = { name: "AbortError", message: "The call was aborted." };

  test("ends a running call with an AbortError", async () => {
    const { signal, abort } = createOldController();
    const client = await clientOf(abort);
    const call = client.contacts.list({}, { signal });
    await expect(call).rejects.toMatchObject(aborted);
  });

  test("that has aborted before the call ends it with an AbortError", async () => {
    const { signal, abort } = createOldController();
    abort();
    const client = await clientOf(() => undefined);
    const call = client.contacts.list({}, { signal });
    await expect(call).rejects.toMatchObject(aborted);
  });
});

describe("a mock of fetch that returns no response is an error at once", () => {
  test.each<{ name: string; returned: unknown }>([
    { name: "nothing", returned: undefined },
    { name: "null", returned: null },
    {
      name: "an object with json() only",
      returned: { ok: true, json: async () => ({}) },
    },
    {
      name: "an object whose headers are an object",
      returned: {
        ok: true,
        status: 200,
        headers: {},
        text: async () => emptyPage,
      },
    },
  ])("$name", async ({ returned }) => {
    let calls = 0;
    // A mock in JavaScript has no types.
    const fetch = (async () => {
      calls++;
      return returned;
    }) as unknown as Fetch;
    const client = createClient({
      apiKey,
      baseUrl: "https://x.example",
      fetch,
    });

    await expect(client.contacts.list()).rejects.toThrow(
      new TypeError(
        "fetch must return a Response, with status, headers and text().",
      ),
    );
    expect(calls).toBe(1);
  });
});

test("the error of a key from a file with a line break says so, without the key", () => {
  const create = () =>
    createClient({ apiKey: `${apiKey}\n`, baseUrl: "https://x.example" });
  expect(create).toThrow(
    "apiKey must be printable ASCII text without a line break or a space at its end",
  );
  expect(create).not.toThrow(apiKey);
});

test("Retry-After with an invalid or past value does not lengthen the wait", async () => {
  const values = ["-1", "120s", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"];
  let sent = 0;
  const client = await clientOf(
    (_, response) => {
      const value = values[sent++];
      if (value === undefined) response.end(emptyPage);
      else response.writeHead(503, { "Retry-After": value }).end();
    },
    {
      retries: values.length,
      hooks: { retry: ({ delay }) => delays.push(delay) },
    },
  );
  const delays: number[] = [];

  await client.contacts.list();

  expect(delays).toHaveLength(values.length);
  // The usual delays of the client: half a second, doubled, less a random part.
  delays.forEach((delay, index) => {
    expect(delay).toBeLessThanOrEqual(500 * 2 ** index);
  });
});

test("a body with a byte order mark is read", async () => {
  const client = await clientOf((_, response) =>
    response.end(`\uFEFF${emptyPage}`),
  );
  await expect(client.contacts.list()).resolves.toMatchObject({ data: [] });
});

test("frozen options, headers, hooks and queries work", async () => {
  const baseUrl = await startLocalServer((_, response) =>
    response.end(emptyPage),
  );
  const options = Object.freeze({
    apiKey,
    baseUrl,
    headers: Object.freeze({ "X-App": "1" }),
    hooks: Object.freeze({ request: () => undefined }),
  });
  const list = createClient(options).contacts.list(
    Object.freeze({ limit: 2 }),
    Object.freeze({ headers: Object.freeze({ "X-Call": "1" }) }),
  );
  await expect(list).resolves.toMatchObject({ data: [] });
});

test("no regular expression has a Unicode property, which React Native 0.74 rejects at its start", () => {
  const files = readdirSync("client").filter((name) => name.endsWith(".ts"));
  const withProperty = files.filter((name) =>
    readFileSync(join("client", name), "utf8").includes("\\p{"),
  );
  expect(files).toContain("json-value.ts");
  expect(withProperty).toEqual([]);
});
