import { sql } from "kysely";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { newSecret } from "../../../server/auth/secret.ts";
import { boundedLines } from "../../../server/http/access-log.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { nameOf } from "../../support/database.ts";
import { connectTo, raw, sendBytes } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf } from "../../support/world.ts";
import { onPostgres } from "../../support/store.ts";
import { addressOf, openSession } from "../../support/postgres.ts";

type Line = Record<string, unknown>;

/** Starts a server whose log the test reads. */
async function startLogged() {
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  const log = createLog("info", { write });
  return { server: await startServer({ log }), log, lines };
}

const { server, log, lines } = await startLogged();

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

test("strangers fill no disk with lines: they are short, few, and the rest is counted", async () => {
  await fetch(`${server.address}/${"x".repeat(10_000)}`);
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.stringify(lines[0]).length).toBeLessThan(300);
  const more = () =>
    lines.find((line) => "more" in line)?.["more"] as number | undefined;
  while (more() === undefined) {
    await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${server.address}/v1/contacts`)),
    );
  }
  expect(more()).toBeGreaterThan(0);
  const before = lines.length;
  await server.call("/v1/contacts", { key: await server.key(["*"]) });
  await expect
    .poll(() => lines.slice(before).some(({ status }) => status === 200))
    .toBe(true);
});

test("of a second the log has a hundred lines of strangers, and then the number of the others", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const written: Line[] = [];
  const write = (line: string) => written.push(JSON.parse(line) as Line);
  const writeSome = boundedLines(createLog("info", { write }));
  for (let n = 1; n <= 102; n++) writeSome({ n });
  expect(written.map(({ n }) => n)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );

  vi.advanceTimersByTime(1000);
  writeSome({ n: 103 });

  expect(written.slice(100)).toMatchObject([{ more: 2 }, { n: 103 }]);
});

test("a line has the route of the contract, and nothing of the path itself", async () => {
  const key = await server.key(["*"]);
  const routes = {
    "/v1/contacts/ct_01j00000000000000000000000": "/v1/contacts/{id}",
    [`/v1/contacts/${key}`]: "/v1/contacts/{id}",
    "/v1/contacts/ana@example.com/": "unknown",
    [`/v1/${key}`]: "unknown",
    "/livez": "/livez",
    "/docs/ana@example.com": "/docs/",
  };
  for (const [path, route] of Object.entries(routes)) {
    const before = lines.length;
    await fetch(server.address + path, { headers: bearer(key) });
    await expect.poll(() => lines.length).toBe(before + 1);
    expect(lines[before]).toMatchObject({ method: "GET", route });
  }
  // A path of the contract with another method has its route too.
  const before = lines.length;
  await fetch(`${server.address}/v1/contacts/${key}`, {
    method: "PUT",
    headers: bearer(key),
  });
  await expect.poll(() => lines.length).toBe(before + 1);
  expect(lines[before]).toMatchObject({
    status: 405,
    route: "/v1/contacts/{id}",
  });
});

test("nothing that identifies a person or opens a door is in a line, whatever part of a request it came in", async () => {
  const key = await server.key(["*"]);
  const email = "secretiva@example.com";
  const json = { name: "Secretiva", email, phone: email };
  const headers = {
    ...bearer(key),
    "Content-Type": "application/json",
    "Idempotency-Key": email,
    "If-None-Match": `"${email}"`,
    "Accept-Language": email,
    "X-Forwarded-For": email,
    "X-Request-Id": email,
    Cookie: email,
    Origin: `https://${key}`,
    Referer: `https://example.com/?key=${key}`,
    "User-Agent": key,
    traceparent: email,
    tracestate: `a=${email}`,
  };
  const paths = [
    `/v1/contacts?q=${email}&cursor=${email}&email=${encodeURIComponent(email)}`,
    `/v1/contacts/${email}`,
    `/v1/contacts/${key}/conversations`,
    `/v1/${email}/${key}`,
    `/${encodeURIComponent(email)}`,
    `/docs/${key}`,
    `/docs/${key}.html?${email}`,
    `/readyz?${key}`,
  ];
  const before = lines.length;
  let sent = 0;
  for (const path of paths)
    for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"]) {
      const body = method === "POST" ? { body: JSON.stringify(json) } : {};
      await fetch(server.address + path, { method, headers, ...body });
      sent++;
    }
  await server.call("/v1/contacts", { key, json });
  const secret = `Host: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  for (const bytes of [
    `${key} /${email} HTTP/1.1\r\n${secret}`,
    `GET /${email}#${key} HTTP/1.1\r\n${secret}`,
    `CONNECT ${key}:443 HTTP/1.1\r\n${secret}`,
    `GET /${email} ${key}/1.1\r\n${secret}`,
  ])
    await raw(server.address, bytes);
  await expect.poll(() => lines.length - before).toBeGreaterThan(sent + 4);
  const text = JSON.stringify(lines.slice(before));
  for (const part of [key, key.slice(-38), "ecretiva", "example.com"])
    expect(text).not.toContain(part);
});

test("no email, phone, key, token or session is in a line, from a path, a query, a header or a body", async () => {
  const key = await server.key(["*"]);
  const { token, session } = credentialsOf(server, "test");
  const website = await token();
  const texts = [
    "secretiva@example.com",
    "+54 9 11 5555-1234",
    await server.key(["contacts:read"]),
    website.token,
    website.signing_secret,
    await session(),
  ];
  const before = lines.length;
  let sent = 0;
  for (const text of texts) {
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": text,
      Referer: `https://example.com/${text}`,
      "Client-Name": text,
      "Idempotency-Key": text,
      "If-Match": `"${text}"`,
    };
    const written = encodeURIComponent(text);
    for (const authorization of [`Bearer ${key}`, `Bearer ${text}`])
      for (const path of [
        `/v1/contacts/${written}`,
        `/v1/contacts?q=${written}&cursor=${written}`,
        `/${written}`,
      ])
        for (const body of [null, JSON.stringify({ name: text }), `{${text}`]) {
          await fetch(server.address + path, {
            method: body === null ? "GET" : "POST",
            headers: { ...headers, Authorization: authorization },
            body,
          });
          sent++;
        }
  }
  // Requests without a known key are logged up to a number a second, and then counted.
  await expect.poll(() => lines.length - before).toBeGreaterThan(sent / 2);
  const written = JSON.stringify(lines.slice(before));
  for (const text of texts) expect(written).not.toContain(text);
});

test("the error of a 500 is logged without the values that it quotes", async () => {
  const key = await server.key(["*"]);
  await sql`
    create function breaks() returns trigger language plpgsql as $$ begin
      if new.name like 'Secretiva%' then perform new.name::integer; end if;
      if new.name = 'Ana' then raise exception 'not % nor %', new.email, new.phone; end if;
      if new.name = 'Eva' then raise exception 'not %', new.phone; end if;
      return new; end $$`.execute(server.store.database);
  await sql`create trigger breaks before insert on contacts for each row execute function breaks()`.execute(
    server.store.database,
  );
  const before = lines.length;
  const email = "secretiva@example.com";
  for (const json of [
    { name: "Secretiva", email },
    { name: "Ana", email, phone: key },
    { name: "Eva", email, phone: "whsec_c2VjcmV0aXZh" },
  ])
    expect((await server.call("/v1/contacts", { key, json })).status).toBe(500);
  await sql`drop trigger breaks on contacts`.execute(server.store.database);
  const errors = () => lines.slice(before).filter(({ level }) => level === 50);
  await expect.poll(() => errors().length).toBe(3);
  expect(errors()[0]).toMatchObject({ operation: "createContact" });
  expect(JSON.stringify(errors()[0])).toContain("invalid input syntax");
  const text = JSON.stringify(errors());
  for (const part of [key, "ecretiva", "example.com", "c2VjcmV0aXZh"])
    expect(text).not.toContain(part);
});

test("what is no request of HTTP has a line too, with the X-Request-Id of its response", async () => {
  const { headers } = await sendBytes(
    "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    server.address,
  );
  const fields = {
    requestId: headers.get("x-request-id"),
    status: 501,
    code: "not_implemented",
  };
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining(fields));
});

test("a line has the workspace, and how long of its time the request waited for the database", async () => {
  const key = await server.key(["*"]);
  const before = lines.length;
  const { id } = (
    await server.call("/v1/contacts", {
      key,
      json: { name: "Ana", email: "a@example.com" },
    })
  ).body.data;
  await server.call(`/v1/contacts/${id}`, { key });
  await server.call(`/v1/contacts/${id}`, {
    key,
    method: "PATCH",
    json: { company: "x" },
  });
  await expect.poll(() => lines.length - before).toBe(3);
  for (const { workspace, milliseconds, databaseMilliseconds } of lines.slice(
    before,
  )) {
    expect(workspace).toMatch(/^ws_/);
    expect(databaseMilliseconds).toBeGreaterThan(0);
    expect(databaseMilliseconds).toBeLessThanOrEqual(Number(milliseconds));
  }
});

test("a line names the key of a request, and no key for a stranger's", async () => {
  // The server of the other tests refuses strangers for a while, as they have sent it so much.
  const own = await startLogged();
  const { id, key } = await createKey(own.server.store, {
    workspace: "test",
    scopes: ["*"],
  });

  await own.server.call("/v1/contacts", { key });
  await own.server.call("/v1/contacts", { key: newSecret() });

  await expect.poll(() => own.lines.length).toBe(2);
  const [known, stranger] = own.lines;
  expect(known).toMatchObject({ key: id, status: 200 });
  expect(stranger).toMatchObject({ status: 401 });
  expect(stranger).not.toHaveProperty("key");
});

test("a line of a website's public token, which many have, names no key and no workspace", async () => {
  const own = await startLogged();
  const { token } = await credentialsOf(own.server, "test").token();

  const path = "/v1/messenger/sessions";
  await own.server.call(path, { key: token, json: {} });

  await expect.poll(() => own.lines.length).toBe(1);
  const [line] = own.lines;
  expect(line).toMatchObject({ operation: "createMessengerSession" });
  expect(line).not.toHaveProperty("key");
  expect(line).not.toHaveProperty("workspace");
});

test("the line of a request whose client leaves before its response says that it was aborted", async () => {
  // It may leave before its key is known, and the server writes few lines of strangers in a second.
  const own = await startLogged();
  const key = await own.server.key(["*"]);
  const socket = await connectTo(own.server.address);
  socket.write(
    `POST /v1/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n",
  );
  await once(socket, "data"); // the server waits for the body

  socket.destroy();

  await expect
    .poll(() => own.lines)
    .toContainEqual(
      expect.objectContaining({ operation: "createTicket", status: "aborted" }),
    );
});

test("the line of a slow request has the statement that took longest, without its values", async () => {
  const key = await server.key(["*"]);
  await sql`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.51); return new; end $$`.execute(
    server.store.database,
  );
  await sql`create trigger slowly before insert on events for each row execute function slowly()`.execute(
    server.store.database,
  );
  const json = { name: "Ana", email: "slow@example.com" };
  // The response is stored by a statement that is sent with that of the event, and waits for it.
  const headers = { "Idempotency-Key": "slow" };
  const { status } = await server.call("/v1/contacts", { key, json, headers });
  expect(status).toBe(201);
  const slow = () =>
    lines.find(
      ({ statement, operation }) =>
        statement !== undefined && operation === "createContact",
    );
  await expect
    .poll(slow)
    .toMatchObject({ operation: "createContact", status: 201 });
  expect(slow()?.["statement"]).toMatch(/insert into "events" \(workspace_id/);
  expect(JSON.stringify(lines)).not.toContain("slow@example.com");
  await sql`drop trigger slowly on events`.execute(server.store.database);
});

test.runIf(onPostgres)(
  "an outage writes a line a second, which says how many responses it stands for",
  async () => {
    // A server of its own: what nobody can authenticate counts for its address, whose limit the
    // strangers have reached.
    const alone = await startServer({ log });
    const key = await alone.key(["*"]);
    const name = nameOf(await addressOf(alone.store));
    const admin = await openSession(process.env["TEST_DATABASE_URL"]);
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [name],
    );
    const before = lines.length;
    const start = performance.now();
    let unavailable = 0;
    while (unavailable < 100) {
      const calls = Array.from({ length: 10 }, () =>
        alone.call("/v1/contacts", { key }),
      );
      for (const { status } of await Promise.all(calls))
        if (status === 503) unavailable++;
    }
    const errors = () =>
      lines.slice(before).filter(({ level }) => level === 50);
    const counted = () =>
      errors().reduce((sum, { responses }) => sum + Number(responses), 0);
    await expect.poll(counted).toBe(unavailable);
    expect(errors().length).toBeLessThanOrEqual(
      1 + (performance.now() - start) / 1000,
    );
    expect(errors().at(0)?.["last"]).toMatchObject({
      operation: "listContacts",
      reason: "unreachable",
    });
  },
);
