import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { levels } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { misspeltSettings } from "../../../server/settings/misspelt.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { openEmbedded } from "../../../server/store/database/embedded.ts";
import { scrape } from "../../resilience/alerts.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { banner } from "../../../server/boot/serve.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { operate, refusedStart, run, start } from "../../support/process.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";

test("the first start of an embedded store prints a call that works, keeps others from its folder, and makes it private", async () => {
  const env = await emptyStore("embedded");
  const folder = env["DATA_DIR"] ?? "";
  const all = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    );
  for (const path of [folder, ...all()])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
  const { program: server } = await launch({ ...env, METRICS_PORT: "0" }, []);
  const [, metrics = ""] = await server.printed(/Metrics +(\S+)/);
  expect(all().filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual(
    [],
  );
  expect(
    (await scrape(metrics)).samples.get("contacts_api_data_free_bytes"),
  ).toBeGreaterThan(0);
  const [, header = "", url = ""] = await server.printed(
    /curl -H "Authorization: ([^"]+)" (\S+)/,
  );
  expect(
    (await fetch(url, { headers: { Authorization: header } })).status,
  ).toBe(200);
  await server.printed(/survives a killed process, not a power cut/);
  const second = await refusedStart(env);
  expect(second).toContain("is in use by another server");
  expect(second).not.toMatch(/^ +at /m);
  expect(await server.end()).toBe(0);
  const { program: again, address } = await launch(env, []);
  expect(again.output()).not.toContain("contacts_live_");
  const [, options = ""] = await again.printed(/npm run -s keys -- (.+)/);
  const line = options.replaceAll('"', "").split(" ");
  const { key, workspace } = await operate(env, "keys", ...line);
  expect(workspace).toBe("main");
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${address}/v1/me`, { headers })).status).toBe(200);
});

test.each([
  [undefined, "main"],
  ["acme", "acme"],
  ["Acme & Co", "NAME"],
])(
  "a start of a store whose first workspace is %s says how to get a key",
  async (name, shown) => {
    const env = await emptyStore();
    if (name !== undefined) {
      const other = ["--name", "b", "--scopes", "*"];
      for (const workspace of [name, "zeta"])
        await operate(
          env,
          ...["keys", "create", "--workspace", workspace],
          ...(workspace === name ? [] : ["--new"]),
          ...other,
        );
    }
    const { program } = await launch(env, []);
    // A new embedded store prints its first key instead.
    if (name === undefined && !onPostgres)
      expect(program.output()).toContain("Your key, shown only now");
    else
      expect(program.output()).toContain(
        `Keys          a new one: npm run -s keys -- create --workspace ${shown} --scopes "*"\n`,
      );
  },
);

test("keys are made and revoked while the server runs, and made while it does not", async () => {
  const env = await emptyStore("embedded");
  const create = (...options: string[]) =>
    operate(
      env,
      "keys",
      "create",
      "--workspace",
      "acme",
      "--scopes",
      ...options,
    );
  const before = await create("contacts:read");
  const { call } = await launch(env, []);
  const statusOf = async ({ key }: { key: string }) =>
    (
      await call("/v1/contacts", {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;
  expect(await statusOf(before)).toBe(200);

  const scopes = ["contacts:read", "contacts:write"];
  const during = await create(scopes.join(), "--name", "CRM");
  expect(during).toMatchObject({ workspace: "acme", scopes, name: "CRM" });
  expect(await statusOf(during)).toBe(200);
  const misspelt = ["keys", "create", "--workspace", "amce", "--scopes", "*"];
  expect(await run("server/operator/main.ts", misspelt, ".", env)).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "There is no workspace amce. Did you mean acme? To make it, add: --new\n",
  });

  expect(await operate(env, "keys", "revoke", during.id)).toEqual({
    id: during.id,
    revoked: true,
  });
  expect(await statusOf(during)).toBe(401);
});

test("one server keeps a second one from its port, logs no key, and lets a request in flight finish", async () => {
  const env = await emptyStore();
  const [key = ""] = await makeKeys(env, 1);
  const {
    program: server,
    address,
    call,
  } = await launch({ ...env, LOG_LEVEL: "trace" }, [key]);
  const { hostname, port } = new URL(address);
  const second = await refusedStart({ ...(await emptyStore()), PORT: port });
  expect(second).toMatch(new RegExp(`^Port ${port} is in use[^\\n]+\\n$`));

  const { headers } = await call("/v1/contacts?q=ana@example.com");
  const id = headers.get("x-request-id") ?? "none";
  const [line] = await server.printed(new RegExp(`{.*${id}.*}`));
  const logged = {
    method: "GET",
    route: "/v1/contacts",
    operation: "listContacts",
    status: 200,
  };
  expect(JSON.parse(line)).toMatchObject(logged);
  expect(server.output()).not.toContain(key.slice(14));
  expect(server.output()).not.toContain("ana@example.com");

  const body = JSON.stringify({ name: "Ana", email: "ana@example.com" });
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve)); // 100 Continue: the request is in flight
  server.child.kill("SIGTERM");
  await server.printed(/shutting down/);
  server.child.kill("SIGTERM"); // as Ctrl+C under `npm start` does
  socket.write(body);
  expect(await text(socket)).toMatch(
    /^HTTP\/1.1 201 Created\r\n[^]*\r\nConnection: close\r\n/,
  );
  expect(await server.ended).toBe(0);
});

const fileOfFolder = async () =>
  join((await emptyStore("embedded"))["DATA_DIR"] ?? "", "pglite/PG_VERSION");
test.each([
  ["that is a file", "\\S+PG_VERSION is not a folder", fileOfFolder],
  ["in a file", "ENOTDIR", async () => join(await fileOfFolder(), "data")],
  ["that the system lets nobody make", "ENOENT", () => "/proc/x/y"],
])("a data folder %s is refused at once", async (_, code, folder) => {
  await expect(openEmbedded(await folder())).rejects.toThrow(
    new RegExp(
      `^The data folder \\S+ cannot be used: ${code}[^\\n]*Set DATA_DIR to [^\\n]+$`,
    ),
  );
});

test.each([
  ["to create it", 4000],
  ["for its tables", 8000],
])(
  "a first start that may not write the files of its database %s says why, and asks for room",
  async (_, fileSize) => {
    const env = {
      ...(await emptyStore("embedded")),
      DATA_DIR: temporaryFolder(),
    };
    const { printed } = start("server/main.ts", [], env, { fileSize });
    await printed(
      / cannot be opened: [^.]*\(ulimit -f\)[^.]*\. Make room on its disk, or set DATA_DIR to another folder\.$/m,
    );
  },
);

test("a first start on a disk that is full says so", async ({ skip }) => {
  const folder = temporaryFolder();
  const mount = ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder];
  const isMounted = spawnSync("mount", mount).status === 0;
  skip(!isMounted, "no tmpfs can be mounted here");
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  const env = { ...(await emptyStore("embedded")), DATA_DIR: folder };
  const { printed } = start("server/main.ts", [], env);
  await printed(
    / cannot be opened: no space is left on the disk \(ENOSPC\)\. Make room on its disk, or set DATA_DIR to another folder\.$/m,
  );
});

test("a host that is not of this machine is refused", async () => {
  const printed = await refusedStart({
    ...(await emptyStore()),
    HOST: "203.0.113.9",
  });
  expect(printed).toMatch(
    /^203\.0\.113\.9 is not an address of this machine\. Set HOST to /m,
  );
});

test.each([
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["[::]", "http://[::1]:3000"],
])(
  "a server that listens on every address, %s, prints one that can be opened",
  (host, address) => {
    const listening = `http://${host}:3000`;
    const metrics = `http://${host}:9464/metrics`;
    const running = {
      address: listening,
      metrics,
      example: undefined,
      workspace: "main",
    };
    const printed = banner(readSettings({}), running);
    expect(printed).toContain(
      `Contacts API  ${address}\nDocs          ${address}/docs\n`,
    );
    expect(printed).toContain("Listens       on every address");
    expect(printed).not.toContain(host);
  },
);

describe("a start with wrong settings ends at once with one message", () => {
  test("that lists all of them and shows no secret", async () => {
    const printed = await refusedStart({
      PORT: "http",
      DATABASE_URL: "mysql://root:hunter2@db/x",
      LOG_LEVEL: "loud",
      REDIS_URL: "nowhere",
      TRUST_PROXY: "10.0.0.0/8, proxy.internal",
      ENCRYPTION_KEY: "hunter2",
      LOCAL_WEBHOOKS: "yes",
    });
    const names =
      "PORT DATABASE_URL LOG_LEVEL REDIS_URL TRUST_PROXY ENCRYPTION_KEY LOCAL_WEBHOOKS";
    for (const name of names.split(" "))
      expect(printed).toContain(`${name} must be`);
    expect(printed).not.toContain("hunter2");
    expect(printed).not.toMatch(/^ +at /m);
  });

  test.each([
    [{ PORT: "70000" }, /^.*PORT must be a port .*\. It is "70000"\.$/],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL must be .*\. It is "loud"\.$/],
    [{ DATA_DIR: "x".repeat(200) }, /\. It is "x{100}…"\.$/],
    [
      { DATABASE_URL: "mysql://root:hunter2@db/x" },
      /\. It begins with mysql:\.$/,
    ],
    [{ REDIS_URL: "hunter2" }, /\. Its value is not shown\.$/],
    [{ ENCRYPTION_KEY: "hunter2" }, /\. Its value is not shown\.$/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://me:hunter2@collector" },
      /must be an http:\/\/ or https:\/\/ address\. Its value is not shown\.$/,
    ],
    [
      { PORT: "3000", METRICS_PORT: "3000" },
      /METRICS_PORT must be another port than PORT\. Both are 3000\.$/,
    ],
  ])(
    "that says the value and what to do, but no secret: %j",
    (env, message) => {
      const read = () => readSettings(env);
      expect(read).toThrow(message);
      expect(read).not.toThrow("hunter2");
    },
  );

  test.each([
    "contacts:1234/Geheimnis@127.0.0.1:9/contacts",
    "contacts:a@Geheimnis/b@127.0.0.1:9/contacts",
    "contacts:77#Geheimnis@127.0.0.1:9/contacts",
    "contacts:77?Geheimnis@127.0.0.1:9/contacts",
  ])(
    "that shows no part of a password which is not encoded: %s",
    async (rest) => {
      const printed = await refusedStart({
        DATABASE_URL: `postgres://${rest}`,
        ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      });
      expect(printed).toMatch(
        /^The server cannot start with this setting: DATABASE_URL must be .*%2F, %23 or %3F,.*\. It begins with postgres:\.$/m,
      );
      expect(printed).not.toMatch(/geheimnis|1234|77/i);
    },
  );

  test.each([
    "postgres://contacts:a%2Fb%40c%23d%3Fe@127.0.0.1:5432/contacts",
    "postgresql://127.0.0.1/contacts?sslmode=verify-full&sslrootcert=/etc/ssl/our-ca.pem",
    "postgres://contacts:a@b@127.0.0.1:5432/contacts",
    "postgres://contacts:a@[::1]:5432/contacts",
    "postgres://contacts@%2Fvar%2Frun%2Fpostgresql/contacts",
    "postgres:///contacts?host=/var/run/postgresql&user=contacts",
  ])("but takes the address %s", (databaseUrl) => {
    expect(readSettings({ DATABASE_URL: databaseUrl })).toMatchObject({
      databaseUrl,
    });
  });

  test.each([...Object.keys(levels.values), "silent"])(
    "but takes LOG_LEVEL=%s",
    (logLevel) => {
      expect(readSettings({ LOG_LEVEL: logLevel })).toMatchObject({ logLevel });
    },
  );

  test("that names a setting which is misspelt, before anything else", async () => {
    const printed = await refusedStart({
      DRAIN_SECOND: "5",
      ENCRYPTION_KEYS: "hunter2",
      log_level: "info",
      PORT: "http",
    });
    expect(printed).toMatch(
      /^(.+ is not a setting of this server\. Did you mean .+\?\n){3}The server cannot start/,
    );
    expect(printed).toContain(
      "DRAIN_SECOND is not a setting of this server. Did you mean DRAIN_SECONDS?",
    );
    expect(printed).not.toContain("hunter2");
  });

  test("names no variable of another program", () => {
    const others =
      "HOME HOSTNAME POST PORTS SHELL PATH NODE_ENV TEST_DATABASE_URL XDG_DATA_DIRS PGHOST OTEL_SERVICE_NAME OTEL_METRICS_EXPORTER OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT REDIS_PORT API_KEY BASE_URL";
    const env = Object.fromEntries(
      others.split(" ").map((name) => [name, "x"]),
    );
    expect(misspeltSettings(env)).toEqual([]);
  });

  test.each([
    ["PORT", "70000"],
    ["DATA_DIR", "x".repeat(90)],
    ["DATABASE_URL", "postgres://127.0.0.1/contacts?sslmode=yes"],
    ["SECURITY_CONTACT", "security@example.com"],
    ["SECURITY_CONTACT", "http://example.com/security"],
    ["REDIS_URL", "redis://127.0.0.1/abc"],
    ["REDIS_URL", "redis://contacts:77#Geheimnis@127.0.0.1:9"],
    ["REDIS_URL", "redis://127.0.0.1:6379,127.0.0.1:6380/1"],
    ["ENCRYPTION_KEY", randomBytes(16).toString("base64")],
  ])("that is one line when %s alone is wrong", (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(
      new RegExp(
        `^The server cannot start with this setting: ${name} must be .*\\.$`,
      ),
    );
  });

  test("that names a file which should hold a secret, and one that is set twice", async () => {
    const { DATA_DIR = "" } = await emptyStore("embedded");
    const file = join(DATA_DIR, "secret");
    writeFileSync(file, `${randomBytes(32).toString("base64")}\n`);
    expect(
      readSettings({ ENCRYPTION_KEY_FILE: file, PORT: " 1\n" }),
    ).toMatchObject({
      encryptionKeys: [expect.any(Buffer)],
      port: 1,
    });
    expect(() => readSettings({ ENCRYPTION_KEY_FILE: `${file}.none` })).toThrow(
      "ENCRYPTION_KEY_FILE must name a file that can be read (ENOENT).",
    );
    expect(() =>
      readSettings({ REDIS_URL: "redis://a", REDIS_URL_FILE: file }),
    ).toThrow("not both");
    writeFileSync(file, "\n");
    expect(() => readSettings({ DATABASE_URL_FILE: file })).toThrow(
      "must name a file that is not empty.",
    );
  });
});
