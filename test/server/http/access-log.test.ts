import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLog } from "../../../server/telemetry/log.ts";
import { nameOf } from "../../support/database.ts";
import { sendBytes } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { addressOf, onPostgres, openSession } from "../../support/store.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog("info", {
  write: (line: string) => lines.push(JSON.parse(line)),
});
const server = await startServer({ log });

test("strangers fill no disk with lines: they are short, few, and the rest is counted", async () => {
  await fetch(`${server.address}/${"x".repeat(10_000)}`);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.["path"]).toHaveLength(200);
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

test("what is no request of HTTP has a line too, with the X-Request-Id of its response", async () => {
  const { headers } = await sendBytes(
    "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    server.address,
  );
  const fields = {
    requestId: headers.get("x-request-id"),
    status: 400,
    code: "malformed_request",
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

test("the line of a slow request has the statement that took longest, without its values", async () => {
  const key = await server.key(["*"]);
  await sql`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.6); return new; end $$`.execute(
    server.store.database,
  );
  await sql`create trigger slowly before insert on contacts for each row execute function slowly()`.execute(
    server.store.database,
  );
  const json = { name: "Ana", email: "slow@example.com" };
  expect((await server.call("/v1/contacts", { key, json })).status).toBe(201);
  const slow = () => lines.find(({ statement }) => statement !== undefined);
  await expect
    .poll(slow)
    .toMatchObject({ operation: "createContact", status: 201 });
  expect(slow()?.["statement"]).toMatch(
    /insert into "contacts" \(workspace_id/,
  );
  expect(JSON.stringify(lines)).not.toContain("slow@example.com");
  await sql`drop trigger slowly on contacts`.execute(server.store.database);
});

test.runIf(onPostgres)(
  "an outage writes a line a second, which says how many responses it stands for",
  async () => {
    // A server of its own: what nobody can authenticate counts for its address, whose limit the strangers have reached.
    const alone = await startServer({ log });
    const key = await alone.key(["*"]);
    const name = nameOf(await addressOf(alone.store));
    const admin = await openSession(process.env["TEST_DATABASE_URL"]);
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [name],
    );
    const [before, start] = [lines.length, performance.now()];
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
