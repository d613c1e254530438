import type { IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  signTestWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type DeliveryHeaders,
} from "../../client/webhooks/index.ts";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";
import { at } from "../support/at.ts";

describe.each([
  ["verifyWebhook", verifyWebhook],
  [
    "verifyWebhookSync",
    async (...args: Parameters<typeof verifyWebhookSync>) =>
      verifyWebhookSync(...args),
  ],
])("%s", (_name, verify) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = JSON.stringify({ id: "evt_1", type: "contact.created" });
  const signed = (time = new Date(), by = secret) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("evt_1", time, body),
  });
  const { webhookToleranceSeconds: tolerance } = at("/x-limits");
  const tolerances = (count: number) =>
    new Date(Date.now() + count * tolerance * 1000);

  test.each([
    ["node:http", signed()],
    ["fetch", new Headers(signed())],
    [
      "a fetch of another library",
      new Map(Object.entries(signed())) as unknown as Headers,
    ],
    [
      "capitals",
      Object.fromEntries(
        Object.entries(signed()).map(([n, v]) => [n.toUpperCase(), v]),
      ),
    ],
    [
      "a load balancer, which has lists",
      Object.fromEntries(
        Object.entries(signed()).map(([name, value]) => [name, [value]]),
      ),
    ],
    ["nearly too old a delivery", signed(tolerances(-0.8))],
    [
      "two signatures",
      {
        ...signed(),
        "webhook-signature": `v1,AAAA ${signed()["webhook-signature"]}`,
      },
    ],
  ])("takes the headers of %s", async (_, headers) => {
    expect((await verify(headers, Buffer.from(body), secret)).id).toBe("evt_1");
  });

  test.each<
    [string, Record<string, string | string[] | undefined>, string?, string?]
  >([
    ["another body", signed(), body.replace("created", "updated")],
    [
      "another secret",
      signed(),
      body,
      `whsec_${Buffer.alloc(32, 8).toString("base64")}`,
    ],
    ["another id", { ...signed(), "webhook-id": "evt_2" }],
    ["a delivery that is too old", signed(tolerances(-1.2))],
    ["a delivery from the future", signed(tolerances(1.2))],
    ["a changed timestamp", { ...signed(), "webhook-timestamp": "1" }],
    ["no signature", { ...signed(), "webhook-signature": undefined }],
    [
      "a signature of another version",
      {
        ...signed(),
        "webhook-signature": signed()["webhook-signature"].replace("v1", "v2"),
      },
    ],
    ["no headers at all", {}],
  ])("refuses %s", async (_, headers, text = body, by = secret) => {
    await expect(verify(headers, text, by)).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  test.each([
    [
      "is too old",
      signed(tolerances(-1.2)),
      "The delivery was signed more than 5 minutes ago. It is a repetition of an old one, or the clock of this machine is fast.",
    ],
    [
      "is from the future",
      signed(tolerances(1.2)),
      "The delivery has a time more than 5 minutes in the future. Check the clock of this machine.",
    ],
    [
      "has no time",
      { ...signed(), "webhook-timestamp": "today" },
      "The webhook-timestamp of the delivery is not a number of seconds.",
    ],
  ])("says that a delivery %s", async (_, headers, message) => {
    await expect(verify(headers, body, secret)).rejects.toThrow(
      new WebhookVerificationError(message),
    );
  });

  const signature = signed()["webhook-signature"];
  test.each<[string, DeliveryHeaders, string]>([
    [
      "two signature headers in a list",
      { ...signed(), "webhook-signature": [signature, signature] },
      "webhook-signature",
    ],
    [
      "two signature headers that Node has joined",
      { ...signed(), "webhook-signature": `v1,AAAA, ${signature}` },
      "webhook-signature",
    ],
    [
      "two signature headers of fetch",
      new Headers([
        ...Object.entries(signed()),
        ["webhook-signature", "v1,AAAA"],
      ]),
      "webhook-signature",
    ],
    [
      "two ids",
      { ...signed(), "webhook-id": ["evt_1", "evt_2"] },
      "webhook-id",
    ],
    [
      "an id in small letters and one in capitals",
      { ...signed(), "Webhook-Id": "evt_2" },
      "webhook-id",
    ],
    [
      "two timestamps",
      {
        ...signed(),
        "webhook-timestamp": ["1", signed()["webhook-timestamp"]],
      },
      "webhook-timestamp",
    ],
  ])("refuses %s", async (_, headers, name) => {
    await expect(verify(headers, body, secret)).rejects.toThrow(
      new WebhookVerificationError(`The delivery has more than one ${name}.`),
    );
  });

  test("takes headersDistinct of Node and multiValueHeaders of Lambda by their types", async () => {
    const distinct = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name, [value]]),
    ) as IncomingMessage["headersDistinct"];
    const lambda: Record<string, string[] | undefined> = distinct;
    expect((await verify(distinct, body, secret)).id).toBe("evt_1");
    expect((await verify(lambda, body, secret)).id).toBe("evt_1");
    const none = { ...lambda, "webhook-id": [] };
    await expect(verify(none, body, secret)).rejects.toThrow(
      "The delivery has no webhook-id.",
    );
  });

  const noSecret = "secret must be the secret of the webhook, whsec_…";
  const noBody =
    "body must be the text or the bytes of the request, unparsed. In Express use express.raw or express.text.";

  // The `body` of an Express request has the type any.
  test.each<[string, unknown, string | string[], string]>([
    ["no secret", body, "", noSecret],
    ["no base64", body, "whsec_%", noSecret],
    ["no list of secrets", body, [], noSecret],
    ["a parsed body", { id: "evt_1" }, secret, noBody],
    ["no body", undefined, secret, noBody],
  ])("says so when it is given %s", async (_, given, by, message) => {
    await expect(verify(signed(), given as string, by)).rejects.toThrow(
      new TypeError(message),
    );
  });

  test("takes both secrets while one is being rotated", async () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
    expect((await verify(signed(), body, [other, secret])).id).toBe("evt_1");
    await expect(verify(signed(), body, [other])).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  test("takes what signTestWebhook signs, with accents, as Standard Webhooks does", async () => {
    const event = {
      id: "evt_2",
      type: "contact.created",
      data: { name: "Bárbara Núñez 🎉" },
    };
    const delivery = await signTestWebhook(event, secret);
    expect(await verify(delivery.headers, delivery.body, secret)).toEqual(
      event,
    );
    expect(new Webhook(secret).verify(delivery.body, delivery.headers)).toEqual(
      event,
    );
    const old = await signTestWebhook(event, secret, { at: tolerances(-1.2) });
    await expect(verify(old.headers, old.body, secret)).rejects.toThrow(
      WebhookVerificationError,
    );
    const never = signTestWebhook(event, secret, { at: new Date("never") });
    await expect(never).rejects.toThrow(
      new TypeError("at must be a valid date."),
    );
  });
});
