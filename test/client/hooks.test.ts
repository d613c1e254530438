import { expect, test } from "vitest";
import {
  createClient,
  type HookRequest,
  type Hooks,
} from "../../client/index.ts";
import { clientOf, emptyPage, startLocalServer } from "./local-server.ts";

const apiKey = "contacts_live_of_a_test";
const baseUrl = await startLocalServer((_, response) =>
  response.end(emptyPage),
);

/** Lists contacts with a hook of responses that rejects. */
const listWithFailingHook = (reason: unknown) =>
  createClient({
    apiKey,
    baseUrl,
    hooks: { response: () => Promise.reject(reason) },
  }).contacts.list();

test("a call waits for an async hook, and rejects with the error that it throws", async () => {
  await expect(
    listWithFailingHook(new Error("the hook failed")),
  ).rejects.toThrow("the hook failed");
});

test("a call whose hook throws undefined rejects with an error that says so", async () => {
  await expect(listWithFailingHook(undefined)).rejects.toThrow(
    "undefined thrown",
  );
});

test.each([null, false, 0])(
  "a call that is aborted with %s rejects with an error that says so",
  async (reason) => {
    const { contacts } = createClient({ apiKey, baseUrl });
    const signal = AbortSignal.abort(reason);
    await expect(contacts.list({}, { signal })).rejects.toThrow(
      `${reason} thrown`,
    );
  },
);

test("a creation whose key a hook removes is not repeated", async () => {
  let sent = 0;
  const client = await clientOf(
    (_, response) => {
      sent++;
      response.writeHead(503).end();
    },
    {
      hooks: {
        request: ({ headers }: HookRequest) => {
          delete headers["idempotency-key"];
        },
      },
    },
  );
  const ticket = { contact_id: "x", subject: "s", description: "d" };
  await expect(client.tickets.create(ticket)).rejects.toThrow("503");
  expect(sent).toBe(1);
});

test("what a hook writes into Authorization is not sent beside the key", async () => {
  const client = await clientOf(
    ({ headers }, response) =>
      response.end(JSON.stringify({ data: { name: headers.authorization } })),
    {
      apiKey,
      hooks: {
        request: ({ headers }) =>
          void (headers["Authorization"] = "Bearer other"),
      },
    },
  );
  expect((await client.me.get()).name).toBe(`Bearer ${apiKey}`);
});

/** Makes hooks, and the list of their calls. */
function createHookRecorder() {
  const calls: { hook: string; attempt: number; duration?: number }[] = [];
  const hooks: Hooks = {
    request: ({ attempt }) => void calls.push({ hook: "request", attempt }),
    response: (_, { attempt }, duration) =>
      void calls.push({ hook: "response", attempt, duration }),
    retry: ({ attempt, duration }) =>
      void calls.push({ hook: "retry", attempt, duration }),
    failure: (_, { attempt }, duration) =>
      void calls.push({ hook: "failure", attempt, duration }),
  };
  return { hooks, calls };
}

test("hooks get the number of the attempt and its duration", async () => {
  const { hooks, calls } = createHookRecorder();
  let sent = 0;
  const client = await clientOf(
    (_, response) => {
      sent++;
      if (sent === 1) response.writeHead(503).end();
      else setTimeout(() => response.end(emptyPage), 30);
    },
    { hooks },
  );

  await client.contacts.list();

  const duration = expect.any(Number);
  expect(calls).toEqual([
    { hook: "request", attempt: 1 },
    { hook: "response", attempt: 1, duration },
    { hook: "retry", attempt: 1, duration },
    { hook: "request", attempt: 2 },
    { hook: "response", attempt: 2, duration },
  ]);
});

test("the wait before an attempt is not in its duration", async () => {
  let retriedAt = 0;
  let wait = 0;
  let durationOfSecond = 0;
  let sinceRetry = 0;
  const client = await clientOf(
    (_, response) => {
      if (wait === 0) response.writeHead(503).end();
      else setTimeout(() => response.end(emptyPage), 30);
    },
    {
      hooks: {
        retry: ({ delay }) => {
          retriedAt = performance.now();
          wait = delay;
        },
        response: (_, __, duration) => {
          durationOfSecond = duration;
          sinceRetry = performance.now() - retriedAt;
        },
      },
    },
  );

  await client.contacts.list();

  expect(wait).toBeGreaterThan(100);
  expect(durationOfSecond).toBeGreaterThan(20);
  // A timer may end a millisecond early, and a duration is rounded.
  expect(durationOfSecond).toBeLessThan(sinceRetry - wait + 5);
});

test("the hook of failures gets the number of the attempt and its duration", async () => {
  const { hooks, calls } = createHookRecorder();
  const client = await clientOf(({ socket }) => socket.destroy(), {
    hooks,
  });

  await expect(client.contacts.list({}, { retries: 0 })).rejects.toThrow();

  expect(calls).toEqual([
    { hook: "request", attempt: 1 },
    { hook: "failure", attempt: 1, duration: expect.any(Number) },
  ]);
});
