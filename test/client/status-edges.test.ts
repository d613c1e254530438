import { describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { startLocalServer, thrown } from "./local-server.ts";

// The client handles each class of statuses up to its edges.

/** Path of the base address → how many requests have come to it. */
const requests = new Map<string, number>();
const page = { data: [], next_cursor: null, has_more: false };
const error = { code: "odd", message: "An error of a later version." };

const baseUrl = await startLocalServer(({ url = "" }, response) => {
  const [, run = ""] = url.split("/");
  requests.set(run, (requests.get(run) ?? 0) + 1);
  const status = Number(run.split("-")[1]);
  response.writeHead(status).end(JSON.stringify({ ...page, error }));
});

const clientOf = (run: string, retries: number) =>
  createClient({
    apiKey: "contacts_live_x",
    baseUrl: `${baseUrl}/${run}`,
    retries,
  });
const callWith = (run: string, retries: number) =>
  clientOf(run, retries).contacts.list();
const follow = (run: string, onError: () => void) =>
  clientOf(run, 0).events.follow({}, { onError }).next();

describe("following the feed", () => {
  test.each([408, 429, 500, 599])("goes on after a %d", async (status) => {
    const outage = new Error("The test has seen enough.");
    const onError = () => {
      throw outage;
    };
    const failure = await thrown(follow(`followed-${status}`, onError));
    expect(failure).toBe(outage);
  });

  test.each([400, 406, 409, 428, 430, 499])(
    "ends with a %d",
    async (status) => {
      const onError = () => expect.unreachable("It is to end.");
      const failure = await thrown(follow(`ended-${status}`, onError));
      expect(failure).toMatchObject({ name: "ApiError", status });
    },
  );
});

describe("a response with the status", () => {
  test.each([200, 201, 299])("%d is a success", async (status) => {
    const { data } = await callWith(`success-${status}`, 0);
    expect(data).toEqual([]);
  });

  test.each([
    { status: 300, name: "UnexpectedResponseError" },
    { status: 399, name: "UnexpectedResponseError" },
    { status: 400, name: "ApiError" },
    { status: 428, name: "ApiError" },
    { status: 429, name: "RateLimitedError" },
    { status: 430, name: "ApiError" },
    { status: 499, name: "ApiError" },
    { status: 500, name: "ServerError" },
    { status: 501, name: "ServerError" },
    { status: 599, name: "ServerError" },
    { status: 600, name: "UnexpectedResponseError" },
  ])("$status is a $name", async ({ status, name }) => {
    const failure = await thrown(callWith(`error-${status}`, 0));
    expect(failure).toMatchObject({ name, status });
  });

  test.each([
    { status: 400, count: 1 },
    { status: 406, count: 1 },
    { status: 408, count: 2 },
    { status: 409, count: 1 },
    { status: 428, count: 1 },
    { status: 430, count: 1 },
    { status: 499, count: 1 },
    { status: 500, count: 2 },
    { status: 501, count: 2 },
    { status: 599, count: 2 },
    { status: 600, count: 2 }, // as a 5xx (RFC 9110, section 15)
  ])("$status makes $count requests", async ({ status, count }) => {
    const run = `repeated-${status}`;
    await thrown(callWith(run, 1));
    expect(requests.get(run)).toBe(count);
  });

  test.each([408, 429, 500])(
    "%d is not repeated without retries",
    async (status) => {
      const run = `once-${status}`;
      await thrown(callWith(run, 0));
      expect(requests.get(run)).toBe(1);
    },
  );
});
