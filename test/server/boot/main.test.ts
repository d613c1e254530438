import { once } from "node:events";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { banner } from "../../../server/boot/serve.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { scrape } from "../../resilience/alerts.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { operate, refusedStart, run } from "../../support/process.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";

// Tests what a server does from its start to its end, as its operator sees it.

test("the first start of an embedded store prints a call that works, keeps others from its folder, and makes it private", async () => {
  const env = await emptyStore("embedded");
  const folder = env["DATA_DIR"] ?? "";
  const pathsInFolder = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    );
  const isOpenToOthers = (path: string) => (statSync(path).mode & 0o077) !== 0;
  for (const path of [folder, ...pathsInFolder()])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);

  const first = (await launch({ ...env, METRICS_PORT: "0" }, [])).program;

  expect(pathsInFolder().filter(isOpenToOthers)).toEqual([]);
  const [, metricsUrl = ""] = await first.printed(/Metrics +(\S+)/);
  const { samples } = await scrape(metricsUrl);
  expect(samples.get("contacts_api_data_free_bytes")).toBeGreaterThan(0);
  const [, authorization = "", url = ""] = await first.printed(
    /curl -H "Authorization: ([^"]+)" (\S+)/,
  );
  const printedCall = await fetch(url, {
    headers: { Authorization: authorization },
  });
  expect(printedCall.status).toBe(200);
  await first.printed(/survives a killed process, not a power cut/);

  const refused = await refusedStart(env);
  expect(refused).toContain("is in use by another server");
  expect(refused).not.toMatch(/^ +at /m);
  expect(await first.end()).toBe(0);

  const { program: second, address } = await launch(env, []);
  expect(second.output()).not.toContain("contacts_live_");
  const [, options = ""] = await second.printed(/npm run -s keys -- (.+)/);
  const line = options.replaceAll('"', "").split(" ");
  const { key, workspace } = await operate(env, "keys", ...line);
  expect(workspace).toBe("main");
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${address}/v1/me`, { headers })).status).toBe(200);
});

/** The line of a start that says how to get a key of a workspace. */
const getKey = (workspace: string) =>
  `Keys          a new one: npm run -s keys -- create --workspace ${workspace} --scopes "*"\n`;

test.runIf(onPostgres)(
  "the first start of a database says how to get a key",
  async () => {
    const { program } = await launch(await emptyStore(), []);
    expect(program.output()).toContain(getKey("main"));
  },
);

test("a start of a store with workspaces says how to get a key of the first one", async () => {
  const env = await emptyStore();
  await makeKeys(env, 1, "zeta");
  await makeKeys(env, 1, "acme");

  const { program } = await launch(env, []);

  expect(program.output()).toContain(getKey("zeta"));
});

test("a start does not show a workspace's name that a shell would not read as one word", () => {
  const printed = banner(readSettings({}), {
    address: "http://127.0.0.1:3000",
    metrics: undefined,
    example: undefined,
    workspace: "Acme & Co",
  });
  expect(printed).toContain(getKey("NAME"));
});

test("keys are made and revoked while the server runs, and made while it does not", async () => {
  const env = await emptyStore("embedded");
  const create = (scopes: string, ...more: string[]) => {
    const options = ["--workspace", "acme", "--scopes", scopes, ...more];
    return operate(env, "keys", "create", ...options);
  };
  const before = await create("contacts:read");
  const { call } = await launch(env, []);
  const statusOf = async ({ key }: { key: string }) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await call("/v1/contacts", { headers })).status;
  };
  expect(await statusOf(before)).toBe(200);

  const during = await create("contacts:read,contacts:write", "--name", "CRM");
  expect(during).toMatchObject({
    workspace: "acme",
    scopes: ["contacts:read", "contacts:write"],
    name: "CRM",
  });
  expect(await statusOf(during)).toBe(200);
  const misspelt = ["keys", "create", "--workspace", "amce", "--scopes", "*"];
  expect(await run("server/operator/main.ts", misspelt, ".", env)).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "There is no workspace amce. Did you mean acme? To make it, add: --new\n",
  });

  const revoked = await operate(env, "keys", "revoke", during.id);
  expect(revoked).toEqual({ id: during.id, revoked: true });
  expect(await statusOf(during)).toBe(401);
});

test("one server keeps a second one from its port, logs no key, and lets a request in flight finish", async () => {
  const env = await emptyStore();
  const [key = ""] = await makeKeys(env, 1);
  const launched = await launch({ ...env, LOG_LEVEL: "trace" }, [key]);
  const server = launched.program;
  const { hostname, port } = new URL(launched.address);

  const second = await refusedStart({ ...(await emptyStore()), PORT: port });
  expect(second).toMatch(new RegExp(`^Port ${port} is in use[^\\n]+\\n$`));

  const { headers } = await launched.call("/v1/contacts?q=ana@example.com");
  const id = headers.get("x-request-id") ?? "none";
  const [line] = await server.printed(new RegExp(`{.*${id}.*}`));
  expect(JSON.parse(line)).toMatchObject({
    method: "GET",
    route: "/v1/contacts",
    operation: "listContacts",
    status: 200,
  });
  expect(server.output()).not.toContain(key.slice(14));
  expect(server.output()).not.toContain("ana@example.com");

  const body = JSON.stringify({ name: "Ana", email: "ana@example.com" });
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // After 100 Continue the request is in flight.
  await once(socket, "data");
  server.child.kill("SIGTERM");
  await server.printed(/shutting down/);
  // Ctrl+C under `npm start` sends a second signal.
  server.child.kill("SIGTERM");
  socket.write(body);
  expect(await text(socket)).toMatch(
    /^HTTP\/1.1 201 Created\r\n[^]*\r\nConnection: close\r\n/,
  );
  expect(await server.ended).toBe(0);
});

test("after a server was killed the next one starts, knows how full a workspace is, and runs commands", async () => {
  const env = { ...(await emptyStore("embedded")), QUOTA_CONTACTS: "1" };
  const [key = ""] = await makeKeys(env, 1);
  const create = (name: string) => ({
    json: { name, email: `${name}@example.com` },
  });
  const { program, call } = await launch(env, [key]);
  expect((await call("/v1/contacts", create("ana"))).status).toBe(201);
  expect(await program.end("SIGKILL")).toBeNull();

  const next = await launch(env, [key]);

  expect((await next.call("/v1/contacts", create("eva"))).status).toBe(422);
  const { keys } = await operate(env, "keys", "list");
  expect(keys).toMatchObject([{ last_four: key.slice(-4) }]);
});

describe("while a server would serve for an hour more", () => {
  const launchDraining = async (env: NodeJS.ProcessEnv = {}) => {
    const settings = { ...env, DRAIN_SECONDS: "3600", LOG_LEVEL: "info" };
    return (await launch({ ...(await emptyStore()), ...settings }, [])).program;
  };

  test("Ctrl+C stops it at once", async () => {
    const { child, ended } = await launchDraining();
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("a third signal cuts the stop off, with status 1", async () => {
    const { child, ended, printed, output } = await launchDraining();
    child.kill("SIGTERM");
    await printed(/shutting down/);
    child.kill("SIGTERM");
    child.kill("SIGINT"); // another one, as two equal signals can arrive as one

    expect(await ended).toBe(1);
    expect(output()).toContain("The shutdown was cut off by another signal.\n");
  });

  test("30 seconds after that hour its stop is cut off, with status 1", async () => {
    // Given a process in which this time, and no other, is over at once.
    const program = `
      const real = setTimeout;
      const shorter = (time) => (time === 3_630_000 ? 0 : time);
      globalThis.setTimeout = (run, time, ...given) => real(run, shorter(time), ...given);`;
    const { child, ended, output } = await launchDraining({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}`,
    });

    child.kill("SIGTERM");

    expect(await ended).toBe(1);
    expect(output()).toContain("The shutdown took too long and was cut off.\n");
  });
});

test.each([
  { host: "0.0.0.0", address: "http://127.0.0.1:3000" },
  { host: "[::]", address: "http://[::1]:3000" },
])(
  "a server that listens on every address, $host, prints one that can be opened",
  ({ host, address }) => {
    const printed = banner(readSettings({}), {
      address: `http://${host}:3000`,
      metrics: `http://${host}:9464/metrics`,
      example: undefined,
      workspace: "main",
    });

    expect(printed).toContain(
      `Contacts API  ${address}\nDocs          ${address}/docs\n`,
    );
    expect(printed).toContain("Listens       on every address");
    expect(printed).not.toContain(host);
  },
);
