import { createHmac, randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { limits } from "../../../../generated/constants.ts";
import { createSessionFinder } from "../../../../server/auth/find-visitor.ts";
import { hashSecret } from "../../../../server/auth/secret.ts";
import {
  createMemoryLimiter,
  type Limit,
} from "../../../../server/limits/limiter.ts";
import { meterLimiter } from "../../../../server/telemetry/requests.ts";
import { credentialsOf } from "../../../support/world.ts";
import type { TestResponse } from "../../../support/call.ts";
import { startServer } from "../../../support/server.ts";
import { onPostgres } from "../../../support/store.ts";
import { busySessions, whileLocked } from "../../../support/locks.ts";
import type { Tables } from "../../../../server/store/tables.ts";
import { connectTo } from "../../../support/raw.ts";

const memory = createMemoryLimiter();
/** The windows that requests were counted in. */
const counted: { subject: string; limit: Limit | undefined }[] = [];
/** The subjects whose request was given back. */
const refunded: string[] = [];
const isMessage = (subject: string) => subject.startsWith("messages:");
/** Delays the counting of messages until this promise resolves. */
let counting: Promise<void> | undefined;
const limiter: typeof memory = {
  ...memory,
  consume: async (subject, limit) => {
    counted.push({ subject, limit });
    const window = await memory.consume(subject, limit);
    if (isMessage(subject)) await counting;
    const refund = () => {
      refunded.push(subject);
      window.refund?.();
    };
    return { ...window, refund };
  },
};
/** Is called when a client has left before its response. */
let onLeft = () => {};
const server = await startServer({
  limiter,
  trustProxy: true,
  meter: (_request, response, next) => {
    response.on("close", () => {
      if (!response.writableFinished) onLeft();
    });
    next();
  },
});
const credentials = credentialsOf(server, "test");
const website = await credentials.token();

/** The messenger's requests of a client address. */
const from = (address: string) => {
  const headers = { "X-Forwarded-For": address };
  return {
    start: (key: string, json = {}) =>
      server.call("/v1/messenger/sessions", { key, json, headers }),
    read: (key: string) =>
      server.call("/v1/messenger/conversations", { key, headers }),
    write: (
      key: string,
      idempotencyKey: string = randomUUID(),
      body = "Hola",
    ) =>
      server.call("/v1/messenger/conversations", {
        key,
        json: { body },
        headers: { ...headers, "Idempotency-Key": idempotencyKey },
      }),
    /** Writes to a conversation that does not exist. */
    writeInVain: (key: string) =>
      server.call(`/v1/messenger/conversations/cv_${"0".repeat(26)}/messages`, {
        key,
        json: { body: "Hola" },
        headers,
      }),
  };
};
type Client = ReturnType<typeof from>;
const here = from("10.1.1.1");
const there = from("10.2.2.2");
const secretOf = ({ body }: Awaited<ReturnType<Client["start"]>>) =>
  body.data.secret;
const signed = (email: string, { signing_secret } = website) => ({
  email,
  email_signature: createHmac("sha256", signing_secret)
    .update(email)
    .digest("hex"),
});

/**
 * Sends a request, and uses up the window of this limit that it was counted in, but for so many.
 */
async function useUp(
  limit: Limit,
  send: (client: Client) => Promise<TestResponse>,
  { left = 0, client = here } = {},
): Promise<void> {
  counted.length = 0;
  expect((await send(client)).status).toBeLessThan(300);
  const windows = counted.filter(
    (it) => JSON.stringify(it.limit) === JSON.stringify(limit),
  );
  expect(windows).toHaveLength(1);
  for (const { subject } of windows)
    for (let n = 1; n < limit.requests - left; n++)
      await memory.consume(subject, limit);
}

/** A refusal whose window ends as late as that of this limit may. */
async function expectRefused(
  sent: Promise<TestResponse>,
  { seconds }: Limit,
): Promise<void> {
  const { status, headers, body } = await sent;
  expect(status).toBe(429);
  expect(body.error.code).toBe("rate_limited");
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeGreaterThan(seconds / 2);
  expect(wait).toBeLessThanOrEqual(seconds);
}

const perHour = (requests: number): Limit => ({
  requests,
  seconds: limits.messengerWindowSeconds,
});

test("the messages of a session are limited; it still reads, and other sessions write", async () => {
  const limit = perHour(limits.messengerMessagesPerSession);
  const busy = await credentials.session();
  const calm = await credentials.session();
  await useUp(limit, ({ write }) => write(busy));
  await expectRefused(here.write(busy), limit);
  expect((await here.read(busy)).status).toBe(200);
  expect((await here.write(calm)).status).toBe(201);
});

test("a message has as many characters as the contract allows, and not one more", async () => {
  const session = await credentials.session();
  const statusOf = async (body: string) =>
    (await here.write(session, randomUUID(), body)).status;
  const longest = "😀".repeat(limits.messengerMessage);

  expect(await statusOf(longest)).toBe(201);
  expect(await statusOf(`${longest}x`)).toBe(422);
});

test.each([
  { name: "its session", requests: limits.messengerMessagesPerSession },
  { name: "its network", requests: limits.messengerMessagesPerNetwork },
  { name: "its token", requests: limits.messengerMessagesPerToken },
])(
  "the repetition of the last message that $name may write gets the first response",
  async ({ requests }) => {
    const limit = perHour(requests);
    const client = from("10.3.3.3");
    const { token } = await credentials.token();
    const session = secretOf(await client.start(token));
    await useUp(limit, ({ write }) => write(session), { left: 1, client });

    const last = await client.write(session, "last");
    const again = await client.write(session, "last");

    expect(last.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(last.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    await expectRefused(client.write(session, "another"), limit);
    await expectRefused(client.write(session, "another"), limit);
  },
);

test("the messages that anonymous visitors of a token write are limited; verified ones still write", async () => {
  const limit = perHour(limits.messengerMessagesPerToken);
  const anonymous = async () => secretOf(await here.start(website.token));
  const verified = secretOf(
    await here.start(website.token, signed("ana@example.com")),
  );
  const ofAnotherToken = await credentials.session();
  const one = await anonymous();
  const other = await anonymous();
  await useUp(limit, ({ write }) => write(one));
  // As another process finds it: one that has written is still anonymous.
  expect(
    await createSessionFinder(server.store).find(hashSecret(one)),
  ).toMatchObject({ isVerified: false });
  await expectRefused(there.write(other), limit);
  expect((await there.write(verified)).status).toBe(201);
  expect((await there.write(ofAnotherToken)).status).toBe(201);
});

test("the sessions of a token without a signature are limited; those with one start", async () => {
  const limit = perHour(limits.messengerSessionsPerToken);
  await useUp(limit, ({ start }) => start(website.token));
  await expectRefused(there.start(website.token), limit);
  const other = (await credentials.token()).token;
  expect(
    (await there.start(website.token, signed("ana@example.com"))).status,
  ).toBe(200);
  expect((await there.start(other)).status).toBe(200);
});

test("the sessions that a client address starts are limited; its other requests are not", async () => {
  const limit = perHour(limits.messengerSessionsPerAddress);
  const { token } = await credentials.token();
  const session = await credentials.session();
  await useUp(limit, ({ start }) => start(token));
  await expectRefused(here.start(token), limit);
  expect((await there.start(token)).status).toBe(200);
  expect((await here.read(session)).status).toBe(200);
});

test("a server that is measured has the same limits", async () => {
  const limiter = meterLimiter(new Registry(), createMemoryLimiter());
  const measured = await startServer({ limiter });
  const { token } = await credentialsOf(measured, "test").token();
  const start = () =>
    measured.call("/v1/messenger/sessions", { key: token, json: {} });
  for (let n = 0; n < limits.messengerSessionsPerAddress; n++)
    expect((await start()).status).toBe(200);
  await expectRefused(start(), perHour(limits.messengerSessionsPerAddress));
});

test("the requests of a client address are limited, whatever sessions it has", async () => {
  const limit = {
    requests: limits.messengerRequestsPerAddress,
    seconds: limits.windowSeconds,
  };
  // Its window begins here: that of the other addresses may be about to end.
  const client = from("10.9.9.9");
  const one = await credentials.session();
  const other = await credentials.session();
  await useUp(limit, ({ read }) => read(one), { client });
  await expectRefused(client.read(other), limit);
  expect((await there.read(other)).status).toBe(200);
});

const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, n) => from(`2001:db8:5:${n}::1`));

test("what stores nothing does not count: it is refused, or repeats a response", async () => {
  const session = await credentials.session();
  const options = { left: 2, client: from("10.5.1.1") };
  await useUp(
    perHour(limits.messengerMessagesPerSession),
    ({ write }) => write(session),
    options,
  );
  const unknown = await Promise.all(
    Array.from({ length: 10 }, () => options.client.writeInVain(session)),
  );
  expect(unknown.map(({ status }) => status)).toContain(404);
  for (let n = 0; n < 3; n++)
    expect((await there.write(session, "once")).status).toBe(201);
  expect((await there.write(session)).status).toBe(201);
  expect((await there.write(session)).status).toBe(429);
});

/** A message of a session, as it is sent. */
const bytesOf = (session: string) =>
  `POST /v1/messenger/conversations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${session}\r\n` +
  `Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"body":"Hola"}`;

test("of a visitor that goes away while a message is counted nothing stays counted", async () => {
  const session = await credentials.session();
  let goOn = () => {};
  counting = new Promise((resolve) => (goOn = resolve));
  const left = new Promise<void>((resolve) => (onLeft = resolve));
  counted.length = 0;
  refunded.length = 0;
  const socket = await connectTo(server.address);
  socket.write(bytesOf(session));
  const messages = () =>
    counted.map(({ subject }) => subject).filter(isMessage);
  await expect.poll(messages).not.toEqual([]);
  socket.destroy();
  await left;
  goOn();
  counting = undefined;
  await expect.poll(() => refunded.filter(isMessage)).not.toEqual([]);
  expect(refunded.filter(isMessage)).toEqual(messages());
});

test.runIf(onPostgres)(
  "of a visitor that goes away before it is served nothing is stored or counted",
  async () => {
    const session = await credentials.session();
    const client = from("10.3.3.3");
    expect((await client.read(session)).body.data).toEqual([]); // it is in the cache now
    refunded.length = 0;
    const socket = await connectTo(server.address);
    const lock = (database: Kysely<Tables>) =>
      sql`lock table messenger_tokens`.execute(database);
    const write = () => Promise.resolve(socket.write(bytesOf(session)));
    await whileLocked(server.store, lock, write, async () => {
      socket.destroy();
      await expect
        .poll(() => refunded.some(isMessage), { interval: 5 })
        .toBe(true);
    });
    await expect.poll(() => busySessions(server.store)).toBe(0);
    expect((await client.write(session)).status).toBe(201);
    expect((await client.read(session)).body.data).toHaveLength(1);
  },
);

test("a session that may write no more uses up nothing of the others of its token", async () => {
  const { token } = await credentials.token();
  const stranger = from("10.5.2.1");
  const other = from("10.5.2.2");
  const busy = secretOf(await stranger.start(token));
  const calm = secretOf(await other.start(token));
  const options = { client: stranger };
  await useUp(
    perHour(limits.messengerMessagesPerToken),
    ({ write }) => write(busy),
    { ...options, left: 2 },
  );
  await useUp(
    perHour(limits.messengerMessagesPerSession),
    ({ write }) => write(busy),
    options,
  );
  for (let n = 0; n < 10; n++)
    expect((await stranger.write(busy)).status).toBe(429);
  expect((await other.write(calm)).status).toBe(201);
});

test("messages of one network are a share of the token's, whatever sessions and addresses write them", async () => {
  const limit = perHour(limits.messengerMessagesPerNetwork);
  const { token } = await credentials.token();
  const [one, other] = manyAddresses(2);
  const session = secretOf(await from("10.5.3.1").start(token));
  await useUp(limit, ({ write }) => write(session), { client: one });
  await expectRefused(other?.write(session) ?? there.write(session), limit);
  expect((await there.write(secretOf(await there.start(token)))).status).toBe(
    201,
  );
  const ofAnotherToken = await credentials.session();
  expect((await other?.write(ofAnotherToken))?.status).toBe(201);
  expect(limit.requests * 4).toBeLessThan(limits.messengerMessagesPerToken);
});

test("sessions of one network are a share of the token's, whatever addresses start them", async () => {
  const limit = perHour(limits.messengerSessionsPerNetwork);
  const { token } = await credentials.token();
  const [one, other] = manyAddresses(2);
  await useUp(limit, ({ start }) => start(token), { client: one });
  await expectRefused(other?.start(token) ?? there.start(token), limit);
  expect((await there.start(token)).status).toBe(200);
  const another = (await credentials.token()).token;
  expect((await other?.start(another))?.status).toBe(200);
  expect(limit.requests * 4).toBeLessThan(limits.messengerSessionsPerToken);
});

test("a visitor that a full token refuses again and again starts a session at another website", async () => {
  const visitor = from("10.6.1.1");
  const full = (await credentials.token()).token;
  const other = (await credentials.token()).token;
  const limit = perHour(limits.messengerSessionsPerToken);
  await useUp(limit, ({ start }) => start(full), { client: there });

  for (let n = 0; n < limits.messengerSessionsPerAddress; n++)
    await expectRefused(visitor.start(full), limit);

  expect((await visitor.start(other)).status).toBe(200);
});

test("an Idempotency-Key opens no session over the limit, as the operation takes none", async () => {
  const headers = {
    "X-Forwarded-For": "10.6.2.1",
    "Idempotency-Key": randomUUID(),
  };
  const { token } = await credentials.token();
  const limit = perHour(limits.messengerSessionsPerAddress);
  const client = from("10.6.2.1");
  await useUp(limit, ({ start }) => start(token), { client });

  const json = {};
  const start = { key: token, json, headers };
  await expectRefused(server.call("/v1/messenger/sessions", start), limit);
});

test("a visitor with a signature is not refused for what others send from its address", async () => {
  const office = from("10.3.3.3");
  const shop = await credentials.token();
  const start = (email: string) =>
    office.start(shop.token, signed(email, shop));
  const visitor = secretOf(await start("ana@example.com"));
  const limit = perHour(limits.messengerSessionsPerAddress);
  await useUp(limit, ({ start }) => start(shop.token), { client: office });
  const ofAddress = {
    requests: limits.messengerRequestsPerAddress,
    seconds: limits.windowSeconds,
  };
  while ((await memory.consume("visitors:ip:10.3.3.3", ofAddress)).allowed);
  expect((await office.read(await credentials.session())).status).toBe(429);
  expect((await office.read(visitor)).status).toBe(200);
  expect((await start("colleague@example.com")).status).toBe(200);
  const forged = {
    ...signed("colleague@example.com", shop),
    email: "boss@example.com",
  };
  expect((await office.start(shop.token, forged)).status).toBe(429);
});

test("a wrong signature of an email counts for the limits of strangers, and not for the visitor who has the email", async () => {
  const shop = await credentials.token();
  const visitor = signed("ana@example.com", shop);
  const subjects = async (json: object, status: number) => {
    counted.length = 0;
    expect((await from("10.5.5.5").start(shop.token, json)).status).toBe(
      status,
    );
    return counted.map(({ subject }) => subject);
  };
  const ownSubjects = await subjects(visitor, 200);
  const none = await subjects({}, 200);
  expect(
    await subjects({ ...visitor, email_signature: "0".repeat(64) }, 422),
  ).toEqual(none);
  expect(ownSubjects).not.toEqual(none);
});

test("one signature starts a bounded number of sessions", async () => {
  const limit = perHour(limits.messengerSessionsPerEmail);
  await useUp(
    limit,
    ({ start }) => start(website.token, signed("eva@example.com")),
    { client: there },
  );
  for (const email of ["eva@example.com", "EVA@Example.com"])
    await expectRefused(there.start(website.token, signed(email)), limit);
  expect(
    (await there.start(website.token, signed("olga@example.com"))).status,
  ).toBe(200);
  // The same person is a visitor of another website too.
  const shop = await credentials.token();
  const atShop = signed("eva@example.com", shop);
  expect((await there.start(shop.token, atShop)).status).toBe(200);
});

test.runIf(onPostgres)(
  "what the rate limit refuses does not reach the database",
  async () => {
    const client = from("10.4.4.4");
    const { token } = await credentials.token();
    const session = secretOf(await client.start(token));
    const { id } = await server.store.database
      .selectFrom("messenger_sessions")
      .select("id")
      .where("hash", "=", hashSecret(session))
      .executeTakeFirstOrThrow();
    await client.read(session);
    for (const subject of ["ip:10.4.4.4", id])
      while ((await memory.consume(subject)).allowed);
    await server.store.database.transaction().execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(
        transaction,
      );
      await sql`lock table messenger_tokens, messenger_sessions in access exclusive mode`.execute(
        transaction,
      );
      const refused = Array.from({ length: 20 }, (_, n) =>
        n % 2 ? client.start(token) : client.read(session),
      );
      expect(
        new Set((await Promise.all(refused)).map(({ status }) => status)),
      ).toEqual(new Set([429]));
    });
  },
);
