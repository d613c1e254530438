import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { limits } from "../../../generated/catalogue.ts";
import { createMemoryLimiter, type Limit } from "../../../server/limiter/limiter.ts";
import { credentialsOf } from "../../support/credentials.ts";
import { startServer, type TestResponse } from "../../support/server.ts";

const memory = createMemoryLimiter();
/** The windows that requests were counted in. */
const counted: { subject: string; limit: Limit | undefined }[] = [];
const limiter: typeof memory = {
  ...memory,
  consume: (subject, limit) => {
    counted.push({ subject, limit });
    return memory.consume(subject, limit);
  },
};
const server = await startServer({ limiter, trustProxy: true });
const credentials = credentialsOf(server, "test");
const website = await credentials.token();

/** The messenger's requests of a client address. */
const from = (address: string) => {
  const headers = { "X-Forwarded-For": address };
  return {
    start: (key: string, json = {}) => server.call("/v1/messenger/sessions", { key, json, headers }),
    read: (key: string) => server.call("/v1/messenger/conversations", { key, headers }),
    write: (key: string) =>
      server.call("/v1/messenger/conversations", { key, json: { body: "Hola" }, headers }),
  };
};
type Client = ReturnType<typeof from>;
const [here, there] = [from("10.1.1.1"), from("10.2.2.2")];
const secretOf = ({ body }: Awaited<ReturnType<Client["start"]>>) => body.data.secret;
const signed = (email: string) => ({
  email,
  email_signature: createHmac("sha256", website.signing_secret).update(email).digest("hex"),
});

/** Sends a request, and uses up the window of this limit that it was counted in. */
async function useUp(limit: Limit, send: (client: Client) => Promise<TestResponse>): Promise<void> {
  counted.length = 0;
  expect((await send(here)).status).toBeLessThan(300);
  const windows = counted.filter((it) => JSON.stringify(it.limit) === JSON.stringify(limit));
  expect(windows).toHaveLength(1);
  for (const { subject } of windows)
    for (let n = 1; n < limit.requests; n++) await memory.consume(subject, limit);
}

/** A refusal whose window ends as late as that of this limit may. */
async function expectRefused(sent: Promise<TestResponse>, { seconds }: Limit): Promise<void> {
  const { status, headers, body } = await sent;
  expect([status, body.error.code]).toEqual([429, "rate_limited"]);
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeGreaterThan(seconds / 2);
  expect(wait).toBeLessThanOrEqual(seconds);
}

const perHour = (requests: number): Limit => ({ requests, seconds: limits.messengerWindowSeconds });

test("the messages of a session are limited; it still reads, and other sessions write", async () => {
  const limit = perHour(limits.messengerMessagesPerSession);
  const [busy, calm] = [await credentials.session(), await credentials.session()];
  await useUp(limit, ({ write }) => write(busy));
  await expectRefused(here.write(busy), limit);
  expect([(await here.read(busy)).status, (await here.write(calm)).status]).toEqual([200, 201]);
});

test("the messages that anonymous visitors of a token write are limited; verified ones still write", async () => {
  const limit = perHour(limits.messengerMessagesPerToken);
  const anonymous = async () => secretOf(await here.start(website.token));
  const verified = secretOf(await here.start(website.token, signed("ana@example.com")));
  const ofAnotherToken = await credentials.session();
  const [one, other] = [await anonymous(), await anonymous()];
  await useUp(limit, ({ write }) => write(one));
  await expectRefused(there.write(other), limit);
  expect([(await there.write(verified)).status, (await there.write(ofAnotherToken)).status]).toEqual([
    201, 201,
  ]);
});

test("the sessions of a token without a signature are limited; those with one start", async () => {
  const limit = perHour(limits.messengerSessionsPerToken);
  await useUp(limit, ({ start }) => start(website.token));
  await expectRefused(there.start(website.token), limit);
  const other = (await credentials.token()).token;
  expect((await there.start(website.token, signed("ana@example.com"))).status).toBe(200);
  expect((await there.start(other)).status).toBe(200);
});

test("the sessions that a client address starts are limited; its other requests are not", async () => {
  const limit = perHour(limits.messengerSessionsPerAddress);
  const { token } = await credentials.token();
  const session = await credentials.session();
  await useUp(limit, ({ start }) => start(token));
  await expectRefused(here.start(token), limit);
  expect([(await there.start(token)).status, (await here.read(session)).status]).toEqual([200, 200]);
});

test("the requests of a client address are limited, whatever sessions it has", async () => {
  const limit = { requests: limits.messengerRequestsPerAddress, seconds: limits.windowSeconds };
  const [one, other] = [await credentials.session(), await credentials.session()];
  await useUp(limit, ({ read }) => read(one));
  await expectRefused(here.read(other), limit);
  expect((await there.read(other)).status).toBe(200);
});
