import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { contractVersion } from "../../generated/calls.ts";
import { createClient, isCallError, type Client } from "../../client/index.ts";
import type { Fetch } from "../../client/options.ts";
import { createRetryPolicy, retryAfterOf } from "../../client/retry-policy.ts";
import {
  clientOf,
  emptyPage,
  startLocalServer,
  thrown,
} from "./local-server.ts";

/**
 * The behaviours of the server for one request. A POST creates an object unless the server rejects
 * it.
 */
const steps = [
  "429",
  "408",
  "503",
  "created and cut",
  "created and 502",
  "cut",
  "in progress",
  "created",
] as const;
type Step = (typeof steps)[number];
const retries = 2;
/** The first request, the retries, and 8 repetitions after a 429 or a request in progress. */
const maxRequests = 1 + retries + 8;

/** Path of the base address → the steps that the server follows. */
const schedules = new Map<string, Step[]>();
/** Path of the base address → the number of requests that have come. */
const requests = new Map<string, number>();
/** Path of the base address → the idempotency keys for which the server has created something. */
const creations = new Map<string, Set<string>>();

const baseUrl = await startLocalServer((request, response) => {
  const run = request.url?.split("/")[1] ?? "";
  const number = (requests.get(run) ?? 0) + 1;
  requests.set(run, number);
  const step = schedules.get(run)?.[number - 1] ?? "created";
  const refuse = (status: number, code: string, headers = {}) =>
    response
      .writeHead(status, headers)
      .end(JSON.stringify({ error: { code, message: "m" } }));
  request.resume().once("end", () => {
    if (step === "429")
      return refuse(429, "rate_limited", {
        "Retry-After": ["0", "-1", "soon"][number % 3],
      });
    if (step === "408") return refuse(408, "request_timeout");
    if (step === "503")
      return refuse(503, "service_unavailable", { "Retry-After": "0" });
    if (step === "in progress") return refuse(409, "request_in_progress");
    if (step === "cut") return request.socket.destroy();
    const objects = creations.get(run) ?? new Set();
    creations.set(
      run,
      objects.add(String(request.headers["idempotency-key"] ?? number)),
    );
    if (step === "created and cut") return request.socket.destroy();
    if (step === "created and 502")
      return response.writeHead(502).end("<h1>Bad</h1>");
    return response.writeHead(201).end(JSON.stringify({ data: { id: "x" } }));
  });
});

const ticket = { contact_id: "x", subject: "s", description: "d" };
const person = { name: "x", email: "x@example.com" };

describe.each<{ name: string; create: (client: Client) => Promise<unknown> }>([
  { name: "with a key", create: ({ tickets }) => tickets.create(ticket) },
  {
    name: "without a key",
    create: ({ raw }) => raw.POST("/v1/contacts", { body: person }),
  },
])("a creation $name", ({ name, create }) => {
  test("makes no more requests than allowed and no object twice, whatever the order of responses", async () => {
    const samples = fc.sample(
      fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 5 }),
      60,
    );
    const runs = samples.map(async (schedule, n) => {
      const run = `${name.replaceAll(" ", "-")}-${n}`;
      schedules.set(run, schedule);
      await create(
        createClient({ apiKey: "x", baseUrl: `${baseUrl}/${run}`, retries }),
      ).catch((error: unknown) => {
        if (!isCallError(error)) throw error;
      });
      return [
        schedule,
        requests.get(run) ?? 0,
        creations.get(run)?.size ?? 0,
      ] as const;
    });
    for (const [schedule, sent, objects] of await Promise.all(runs)) {
      expect(sent, schedule.join()).toBeLessThanOrEqual(maxRequests);
      expect(objects, schedule.join()).toBeLessThanOrEqual(1);
    }
  });
});

test("a creation waits for an earlier attempt that is in progress, up to 8 times", () => {
  const delayAfter = createRetryPolicy(1);
  const outcome = { status: 409, code: "request_in_progress" };

  const delays = Array.from({ length: 9 }, () => delayAfter(outcome, true));

  expect(delays.map(Number.isFinite)).toEqual([
    ...Array<boolean>(8).fill(true),
    false,
  ]);
});

test.each([
  {
    does: "fails, and then is refused",
    first: Array<number>(retries).fill(503),
    then: 429,
  },
  {
    does: "is refused, and then fails",
    first: Array<number>(maxRequests - retries - 1).fill(429),
    then: 503,
  },
])(
  "a call that $does makes as many requests as it may, and not one more",
  ({ first, then }) => {
    const delayAfter = createRetryPolicy(retries);
    for (const status of first)
      expect(delayAfter({ status }, true)).toBeLessThan(Infinity);
    let sent = first.length + 1;
    while (delayAfter({ status: then }, true) < Infinity) sent++;
    expect(sent).toBe(maxRequests);
  },
);

test.each([
  {
    name: "half of it at least",
    random: 0,
    delays: [250, 500, 1000, 2000, 4000, 4000],
  },
  {
    name: "all of it at most",
    random: 1,
    delays: [500, 1000, 2000, 4000, 8000, 8000],
  },
])(
  "the delay doubles up to 8 seconds, and chance makes it $name",
  ({ random, delays }) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    onTestFinished(() => void vi.restoreAllMocks());
    const delayAfter = createRetryPolicy(6);
    expect(delays.map(() => delayAfter({ status: 503 }, true))).toEqual(delays);
    // What the server asks for is waited for.
    const refused = createRetryPolicy(1);
    expect(refused({ status: 429, retryAfter: 60_000 })).toBe(60_000);
  },
);

test.each([
  { value: "2", milliseconds: 2000 },
  { value: "0.5", milliseconds: 500 },
  { value: "0", milliseconds: undefined },
  { value: "-1", milliseconds: undefined },
  { value: "soon", milliseconds: undefined },
  { value: "Sat, 21 Nov 2026 10:00:30 GMT", milliseconds: 30_000 },
  { value: "Sat, 21 Nov 2026 09:00:00 GMT", milliseconds: undefined },
])("Retry-After: $value is $milliseconds ms", ({ value, milliseconds }) => {
  const headers = new Headers({
    "Retry-After": value,
    Date: "Sat, 21 Nov 2026 10:00:00 GMT",
  });
  expect(retryAfterOf(headers)).toBe(milliseconds);
});

test("a creation that gets no response has its key on the error, so that it can be repeated by hand", async () => {
  const keys: unknown[] = [];
  const fetch: Fetch = (_, { headers }) => {
    keys.push(headers["idempotency-key"]);
    return new Promise(() => undefined);
  };
  const options = {
    apiKey: "x",
    baseUrl: "http://nobody.invalid",
    fetch,
    timeout: 50,
    retries: 0,
  };
  const error = await thrown(createClient(options).tickets.create(ticket));
  expect(error).toMatchObject({
    name: "TimeoutError",
    idempotencyKey: keys[0],
  });
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a request that was never sent is repeated, also one that is not safe to repeat", async () => {
  let sent = 0;
  const options = { apiKey: "x", baseUrl: "http://nobody.invalid", retries: 1 };
  const { contacts } = createClient({
    ...options,
    hooks: { request: () => sent++ },
  });
  expect(await thrown(contacts.create(person))).toMatchObject({
    name: "ConnectionError",
    unsent: true,
  });
  expect(sent).toBe(2);
});

test("a call has times, retries and headers of its own", async () => {
  const seen: unknown[] = [];
  const client = await clientOf(
    ({ headers }, response) => {
      seen.push([headers["x-team"], headers["x-trace"], headers["user-agent"]]);
      response.writeHead(seen.length === 1 ? 500 : 200).end(emptyPage);
    },
    { headers: { "X-Team": "crm" }, appName: "crm-sync/2.1" },
  );
  // What is undefined counts as left out.
  const { contacts } = client.withOptions({
    headers: undefined,
    appName: undefined,
  });
  const failing = contacts.list(
    {},
    { retries: 0, headers: { "X-Trace": "1" } },
  );
  expect(await thrown(failing)).toMatchObject({ status: 500 });
  const agent = `crm-sync/2.1 contacts-client/${contractVersion}`;
  expect(seen).toEqual([["crm", "1", agent]]);
  const later = contacts.list({}, { timeout: 5000, totalTimeout: 5000 });
  const { data, response, requestId } = await later.withResponse();
  expect(data.data).toEqual([]);
  expect(response.status).toBe(200);
  expect(requestId).toBeUndefined();
});
