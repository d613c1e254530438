import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { startWebhook } from "../../support/delivery.ts";

const hour = 60 * 60 * 1000;

let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const { call, hook, path, createContact, next } = await startWebhook({
  clock: () => new Date(now),
});

test("a rotated secret signs beside the new one for 24 hours", async () => {
  const { data } = (await call(`${path()}/rotate_secret`, {})).body;
  expect(Date.parse(data.previous_secret_expires_at) - now).toBe(
    limits.secretOverlapHours * hour,
  );
  const both = next();
  await createContact();
  const { headers, body } = await both;
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [hook().secret, data.secret])
    expect(verifyWebhook(headers, body, secret).id).toBe(headers["webhook-id"]);
  now += limits.secretOverlapHours * hour;
  const one = next();
  await createContact();
  const last = await one;
  const signed = `${last.headers["webhook-id"]?.toString()}.${last.headers["webhook-timestamp"]?.toString()}.${last.body}`;
  const secret = Buffer.from(data.secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", secret)
    .update(signed)
    .digest("base64");
  expect(last.headers["webhook-signature"]).toBe(`v1,${signature}`);
});

test("another rotation drops the older secret", async () => {
  const rotate = async () =>
    (await call(`${path()}/rotate_secret`, {})).body.data.secret;
  const secrets = [await rotate(), await rotate()];
  const arriving = next();
  await createContact();
  const { headers, body } = await arriving;
  for (const secret of secrets) verifyWebhook(headers, body, secret);
  expect(() => verifyWebhook(headers, body, hook().secret)).toThrow();
});
