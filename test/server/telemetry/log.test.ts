import { expect, test } from "vitest";
import { newSecret, newWebhookSecret } from "../../../server/auth/secret.ts";
import { createLog } from "../../../server/telemetry/log.ts";

test("the cause of an error is logged as the error is: without the values that it quotes", () => {
  // Given an error that the database's refusal of a value has caused.
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });
  const cause = Object.assign(
    new Error('invalid input syntax for type integer: "Secretiva"'),
    {
      severity: "ERROR",
      code: "22P02",
      where: "unnamed portal parameter $1 = 'Secretiva'",
    },
  );

  log.error({ err: new Error("Nothing was stored.", { cause }) }, "failed");

  expect(JSON.parse(lines.join(""))).toMatchObject({
    err: {
      message: "Nothing was stored.",
      cause: {
        message: 'invalid input syntax for type integer: "…"',
        code: "22P02",
      },
    },
  });
  expect(lines.join("")).not.toContain("Secretiva");
});

test.each([
  { kind: "a key", secret: newSecret("apiKey") },
  { kind: "a public token", secret: newSecret("messengerPublicToken") },
  { kind: "a session", secret: newSecret("messengerVisitor") },
  { kind: "a signing secret", secret: newSecret("messengerSigning") },
  { kind: "a webhook's secret", secret: newWebhookSecret() },
])("an error that quotes $kind is logged without it", ({ secret }) => {
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });

  log.error({ err: new Error(`"${secret}" is wrong.`) }, "failed");

  expect(JSON.parse(lines.join(""))).toMatchObject({
    err: { message: '"[secret]" is wrong.' },
  });
});

test("fields that hold a secret by their name are logged without it, beside the others", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });

  log.info({
    authorization: "Secretiva",
    headers: { cookie: "Secretiva" },
    request: { authorization: "Secretiva", headers: ["Secretiva"], id: 1 },
    key: { secret: "Secretiva", id: 2 },
    database: { password: "Secretiva", host: "db" },
  });

  expect(lines.join("")).not.toContain("Secretiva");
  expect(JSON.parse(lines.join(""))).toMatchObject({
    request: { id: 1 },
    key: { id: 2 },
    database: { host: "db" },
  });
});
