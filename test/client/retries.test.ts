import { describe, expect, test } from "vitest";
import {
  createClient,
  type ClientOptions,
  type Retry,
} from "../../client/index.ts";
import { startServer } from "../support/server.ts";
import { createWindows } from "../support/rate-windows.ts";
import { clientOf, flakyFetch, thrown, type Fault } from "./local-server.ts";

const server = await startServer();
const apiKey = await server.key(["*"]);

/** The requests that the current client has sent. */
let sentRequests: { method: string; key: string | undefined }[] = [];
const baseUrl = server.address;

/** Creates a client whose first requests fail with these faults, in this order. */
function clientWith(faults: Fault[], options: Partial<ClientOptions> = {}) {
  sentRequests = [];
  const flaky = flakyFetch((_, { method, headers }) => {
    sentRequests.push({ method, key: headers["idempotency-key"] });
    return faults.shift();
  });
  return createClient({ apiKey, baseUrl, fetch: flaky, ...options });
}
const methods = () => sentRequests.map(({ method }) => method);
const { id: contact_id } = await createClient({
  apiKey,
  baseUrl: server.address,
}).contacts.create({
  name: "Ana",
  email: "ana@example.com",
});

describe("the client repeats what is safe to repeat", () => {
  test.each<{ name: string; planned: Fault[] }>([
    { name: "a read whose connection breaks", planned: ["cut before"] },
    {
      name: "a read twice, when its second connection breaks too",
      planned: ["cut after", "cut before"],
    },
    { name: "a read that a proxy refuses with 502", planned: [502] },
    { name: "a read of a server that is away for a moment", planned: [503] },
    { name: "a read that takes longer than timeout", planned: ["silent"] },
  ])("$name", async ({ planned }) => {
    const attempts = planned.length + 1;
    expect(
      (await clientWith(planned, { timeout: 2000 }).contacts.get(contact_id))
        .name,
    ).toBe("Ana");
    expect(sentRequests).toHaveLength(attempts);
  });

  test("a creation with a key: the client makes one, keeps it, and nothing is created twice", async () => {
    const { tickets } = clientWith(["cut after", 502]);
    const ticket = await tickets.create({
      contact_id,
      subject: "s",
      description: "d",
    });
    expect(sentRequests).toHaveLength(3);
    expect(new Set(sentRequests.map(({ key }) => key)).size).toBe(1);
    expect(sentRequests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect((await tickets.list()).data).toEqual([ticket]);
    await tickets.create(
      { contact_id, subject: "s", description: "d" },
      { idempotencyKey: "mine" },
    );
    expect(sentRequests.at(-1)?.key).toBe("mine");
  });

  test("an update of a webhook, which the contract declares safe to repeat", async () => {
    const { webhooks } = clientWith([]);
    const { id } = await webhooks.create({
      url: "https://crm.example.com/",
      events: ["*"],
    });
    const changed = await clientWith(["cut after"]).webhooks.update(id, {
      status: "disabled",
    });
    expect(changed.status).toBe("disabled");
    expect(methods()).toEqual(["PATCH", "PATCH"]);
  });

  test("a deletion: a 404 after a lost response is a success, with the same result", async () => {
    const { contacts } = clientWith([]);
    const created = await contacts.create({
      name: "Luz",
      email: "luz@example.com",
    });
    const deleted = await clientWith(["cut after", 502]).contacts.delete(
      created.id,
    );
    expect(deleted).toEqual({
      id: created.id,
      object: "contact",
      deleted: true,
    });
    expect(methods()).toEqual(["DELETE", "DELETE", "DELETE"]);
    await expect(contacts.get(created.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a deletion: a 404 is a success also when a 429 came after the lost response", async () => {
    const { id } = await clientWith([]).contacts.create({
      name: "Sol",
      email: "sol@example.com",
    });
    const deleted = await clientWith(["cut after", 429]).contacts.delete(id);
    expect(deleted).toEqual({ id, object: "contact", deleted: true });
    expect(methods()).toEqual(["DELETE", "DELETE", "DELETE"]);
  });
});

test("a deletion: a 404 after a 500 is a success, as the server may have deleted the object", async () => {
  const statuses = [500];
  const body = JSON.stringify({ error: { code: "not_found", message: "m" } });
  const { contacts } = await clientOf((_, response) =>
    response.writeHead(statuses.shift() ?? 404).end(body),
  );

  expect(await contacts.delete("ct_1")).toEqual({
    id: "ct_1",
    object: "contact",
    deleted: true,
  });
});

describe("the client does not repeat", () => {
  test("a deletion of an object that does not exist", async () => {
    await expect(
      clientWith([]).webhooks.delete("wh_nobody"),
    ).rejects.toMatchObject({ status: 404 });
    expect(methods()).toEqual(["DELETE"]);
    // A 429 before the 404 deleted nothing, so the 404 is no success.
    const limited = await startServer({
      limiter: createWindows({ requests: 1, seconds: 2 }),
    });
    const options = {
      apiKey: await limited.key(["*"]),
      baseUrl: limited.address,
    };
    await createClient(options).webhooks.list();
    await expect(
      createClient(options).webhooks.delete("wh_nobody"),
    ).rejects.toMatchObject({ status: 404 });
    // A 404 for the path, after a lost response, is no success: the base address is wrong.
    const elsewhere = clientWith(["cut after"], {
      baseUrl: `${baseUrl}/elsewhere`,
    }).webhooks;
    await expect(elsewhere.delete("wh_nobody")).rejects.toMatchObject({
      code: "path_not_found",
    });
  });

  test("a deletion: a 404 after an attempt that reached no server is no success", async () => {
    let attempts = 0;
    const reached = createClient({
      apiKey,
      baseUrl,
      fetch: (url, init) => {
        attempts++;
        if (attempts > 1) return fetch(url, init);
        const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
        throw new TypeError("fetch failed", { cause: refused });
      },
    });
    await expect(reached.webhooks.delete("wh_nobody")).rejects.toMatchObject({
      status: 404,
    });
    expect(attempts).toBe(2);
  });

  test("a 409, a 404 and a 422", async () => {
    const { contacts } = clientWith([]);
    const again = { name: "Ana", email: "ana@example.com" };
    const calls = [
      contacts.create(again),
      contacts.get("x"),
      contacts.list({ limit: 1000 }),
    ];
    const statuses = await Promise.all(
      calls.map(async (call) => (await call.result()).status),
    );
    expect(statuses).toEqual([409, 404, 422]);
    expect(sentRequests).toHaveLength(3);
  });

  test.each<{
    call: string;
    faults: Fault[];
    options?: Partial<ClientOptions>;
    error: object;
    requests: number;
  }>([
    {
      call: "a call more often than `retries` allows",
      faults: [502, "cut before", 502, 502],
      error: { status: 502 },
      requests: 3,
    },
    {
      call: "a call with retries: 0",
      faults: [503],
      options: { retries: 0 },
      error: { name: "ServerError" },
      requests: 1,
    },
    {
      call: "a call whose next attempt would be after totalTimeout",
      faults: [503, 503],
      options: { totalTimeout: 900 },
      error: { status: 503 },
      requests: 1,
    },
    {
      call: "a call after its third timeout",
      faults: ["silent", "silent", "silent"],
      options: { timeout: 30 },
      error: { name: "TimeoutError" },
      requests: 3,
    },
    {
      call: "a call after totalTimeout",
      faults: ["silent"],
      options: { totalTimeout: 50 },
      error: { name: "TimeoutError" },
      requests: 1,
    },
  ])(
    "$call, and reports the last fault",
    async ({ faults, options, error, requests }) => {
      const client = clientWith(faults, options);
      const failure = await thrown(client.contacts.list());
      const about = { method: "GET", url: `${baseUrl}/v1/contacts` };
      expect(failure).toMatchObject({ ...error, ...about });
      expect(sentRequests).toHaveLength(requests);
    },
  );

  test("a call whose hook takes longer than totalTimeout", async () => {
    const hooks = { request: () => new Promise(() => undefined) };
    const { contacts } = clientWith([], { totalTimeout: 50, hooks });
    expect(await thrown(contacts.list())).toMatchObject({
      name: "TimeoutError",
      status: undefined,
    });
  });
});

test("hooks see each attempt without the key, and may add headers", async () => {
  const calls: object[] = [];
  const retries: Retry[] = [];
  const { contacts } = clientWith([502, "cut before"], {
    hooks: {
      request: ({ method, url, headers }) => {
        const authorization = headers["Authorization"];
        calls.push({ hook: "request", method, url, authorization });
        headers["X-Trace"] = "1";
      },
      response: ({ status }, { headers }) =>
        calls.push({ hook: "response", status, trace: headers["X-Trace"] }),
      retry: (retry) => retries.push(retry),
    },
  });
  await contacts.get(contact_id);
  const request = {
    hook: "request",
    method: "GET",
    url: `${baseUrl}/v1/contacts/${contact_id}`,
    authorization: undefined,
  };
  expect(calls).toEqual([
    request,
    { hook: "response", status: 502, trace: "1" },
    request,
    request,
    { hook: "response", status: 200, trace: "1" },
  ]);
  const summaries = retries.map(({ attempt, response, error }) => ({
    attempt,
    status: response?.status,
    code: error?.code,
  }));
  expect(summaries).toEqual([
    { attempt: 1, status: 502, code: undefined },
    { attempt: 2, status: undefined, code: "connection_failed" },
  ]);
  for (const { delay } of retries) expect(delay).toBeLessThanOrEqual(1000);
});
