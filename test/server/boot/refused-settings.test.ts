import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { levels } from "pino";
import { describe, expect, test } from "vitest";
import { misspeltSettings } from "../../../server/settings/misspelt.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { refusedStart } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";

// Tests the settings that a start refuses, and the messages that it prints.

test("a host that is not of this machine is refused", async () => {
  const printed = await refusedStart({
    ...(await emptyStore()),
    HOST: "203.0.113.9",
  });
  expect(printed).toMatch(
    /^203\.0\.113\.9 is not an address of this machine\. Set HOST to /m,
  );
});

describe("a start with wrong settings ends at once with one message", () => {
  test("that lists all of them and shows no secret", async () => {
    const wrong = {
      PORT: "http",
      DATABASE_URL: "mysql://root:hunter2@db/x",
      LOG_LEVEL: "loud",
      REDIS_URL: "nowhere",
      TRUST_PROXY: "10.0.0.0/8, proxy.internal",
      ENCRYPTION_KEY: "hunter2",
      LOCAL_WEBHOOKS: "yes",
    };

    const printed = await refusedStart(wrong);

    for (const name of Object.keys(wrong))
      expect(printed).toContain(`${name} must be`);
    expect(printed).not.toContain("hunter2");
    expect(printed).not.toMatch(/^ +at /m);
  });

  test.each([
    {
      env: { PORT: "70000" },
      message: /^.*PORT must be a port .*\. It is "70000"\.$/,
    },
    {
      env: { LOG_LEVEL: "loud" },
      message: /LOG_LEVEL must be .*\. It is "loud"\.$/,
    },
    {
      env: { DATA_DIR: "x".repeat(200) },
      message: /\. It is "x{100}…"\.$/,
    },
    {
      env: { DATABASE_URL: "mysql://root:hunter2@db/x" },
      message: /\. It begins with mysql:\.$/,
    },
    {
      env: { REDIS_URL: "hunter2" },
      message: /\. Its value is not shown\.$/,
    },
    {
      env: { ENCRYPTION_KEY: "hunter2" },
      message: /\. Its value is not shown\.$/,
    },
    {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://me:hunter2@collector" },
      message:
        /must be an http:\/\/ or https:\/\/ address\. Its value is not shown\.$/,
    },
    {
      env: { PORT: "3000", METRICS_PORT: "3000" },
      message: /METRICS_PORT must be another port than PORT\. Both are 3000\.$/,
    },
  ])(
    "that says the value and what to do, but no secret: $env",
    ({ env, message }) => {
      const read = () => readSettings(env);
      expect(read).toThrow(message);
      expect(read).not.toThrow("hunter2");
    },
  );

  test.each([
    ["PORT", "65536"],
    ["DRAIN_SECONDS", "3601"],
    ["QUOTA_CONTACTS", "0"],
    ["QUOTA_MEGABYTES", "1000000000"],
    ["TRUST_PROXY", "101"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.1,"],
    ["TRUST_PROXY", "10.0.0.0/8.5"],
    ["DATA_DIR", "ñ".repeat(45)],
    ["SECURITY_CONTACT", "http://example.com/security"],
    ["SECURITY_CONTACT", "mailto:"],
    ["SECURITY_CONTACT", "mailto:security team@example.com"],
    ["LOCAL_WEBHOOKS", "TRUE"],
  ])("that is just wrong: %s=%s", (name, text) => {
    expect(() => readSettings({ [name]: text })).toThrow(`${name} must be `);
  });

  test.each([
    [{ PORT: "65535" }, { port: 65535 }],
    [{ PORT: " 80\n" }, { port: 80 }],
    [{ PORT: " " }, { port: 3000 }],
    [{ DRAIN_SECONDS: "3600" }, { drain: 3_600_000 }],
    [
      { QUOTA_CONTACTS: "1", QUOTA_MEGABYTES: "999999999" },
      { quotas: { contacts: 1, bytes: 999_999_999 * 2 ** 20 } },
    ],
    [{ TRUST_PROXY: "100" }, { trustProxy: 100 }],
    [
      { TRUST_PROXY: "loopback, 128.0.0.0/1,::1/128" },
      { trustProxy: "loopback, 128.0.0.0/1,::1/128" },
    ],
    [
      { TRUST_PROXY: "linklocal, uniquelocal" },
      { trustProxy: "linklocal, uniquelocal" },
    ],
    [{ DATA_DIR: "x".repeat(89) }, { dataDir: "x".repeat(89) }],
    [
      { DATABASE_URL: "postgres://a/b?sslmode=require&user=c" },
      { databaseUrl: "postgres://a/b?sslmode=verify-full&user=c" },
    ],
  ])("but takes what is just right: %j", (env, settings) => {
    expect(readSettings(env)).toMatchObject(settings);
  });

  test.each([
    "contacts:1234/Geheimnis@127.0.0.1:9/contacts",
    "contacts:a@Geheimnis/b@127.0.0.1:9/contacts",
    "contacts:77#Geheimnis@127.0.0.1:9/contacts",
    "contacts:77?Geheimnis@127.0.0.1:9/contacts",
  ])("that shows no part of a password which is not encoded: %s", (rest) => {
    const read = () =>
      readSettings({
        DATABASE_URL: `postgres://${rest}`,
        ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      });
    expect(read).toThrow(
      /^The server cannot start with this setting: DATABASE_URL must be .*%2F, %23 or %3F,.*\. It begins with postgres:\.$/,
    );
    expect(read).not.toThrow(/geheimnis|1234|77/i);
  });

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
      DRAN_SECOND: "5",
      DATADIR: "data",
      ENCRYPTION_KEYS: "hunter2",
      log_level: "info",
      PORT: "http",
    });
    expect(printed).toMatch(
      /^(.+ is not a setting of this server\. Did you mean .+\?\n){4}The server cannot start/,
    );
    expect(printed).toContain(
      "DRAN_SECOND is not a setting of this server. Did you mean DRAIN_SECONDS?",
    );
    expect(printed).not.toContain("hunter2");
  });

  test("names no variable of another program", () => {
    const ofOtherPrograms = {
      HOME: "x",
      HOSTNAME: "x",
      POST: "x",
      PORTS: "x",
      SHELL: "x",
      PATH: "x",
      NODE_ENV: "x",
      TEST_DATABASE_URL: "x",
      XDG_DATA_DIRS: "x",
      PGHOST: "x",
      OTEL_SERVICE_NAME: "x",
      OTEL_METRICS_EXPORTER: "x",
      OTEL_EXPORTER_OTLP_HEADERS: "x",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x",
      OTEL_EXPORTER_OTLP_TIMEOUT: "x",
      REDIS_PORT: "x",
      API_KEY: "x",
      BASE_URL: "x",
    };
    expect(misspeltSettings(ofOtherPrograms)).toEqual([]);
  });

  test.each([
    { name: "PORT", value: "70000" },
    { name: "DATA_DIR", value: "x".repeat(90) },
    {
      name: "DATABASE_URL",
      value: "postgres://127.0.0.1/contacts?sslmode=yes",
    },
    { name: "SECURITY_CONTACT", value: "security@example.com" },
    { name: "SECURITY_CONTACT", value: "http://example.com/security" },
    { name: "REDIS_URL", value: "redis://127.0.0.1/abc" },
    { name: "REDIS_URL", value: "redis://contacts:77#Geheimnis@127.0.0.1:9" },
    { name: "REDIS_URL", value: "redis://127.0.0.1:6379,127.0.0.1:6380/1" },
    { name: "ENCRYPTION_KEY", value: randomBytes(16).toString("base64") },
    {
      name: "ENCRYPTION_KEY",
      value: `${randomBytes(32).toString("base64")},${randomBytes(16).toString("base64")}`,
    },
  ])("that is one line when $name alone is wrong", ({ name, value }) => {
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
