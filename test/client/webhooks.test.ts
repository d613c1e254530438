import type { IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  signTestWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type DeliveryHeaders,
} from "../../client/webhooks/index.ts";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";
import { at } from "../support/at.ts";

describe.each([
  { name: "verifyWebhook", verify: verifyWebhook },
  {
    name: "verifyWebhookSync",
    verify: async (...args: Parameters<typeof verifyWebhookSync>) =>
      verifyWebhookSync(...args),
  },
])("$name", ({ verify }) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = JSON.stringify({ id: "evt_1", type: "contact.created" });
  const signed = (time = new Date(), by = secret) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("evt_1", time, body),
  });
  const signatureBytes = Buffer.from(
    signed()["webhook-signature"].slice("v1,".length),
    "base64",
  );
  const withSignature = (bytes: Buffer) => ({
    ...signed(),
    "webhook-signature": `v1,${bytes.toString("base64")}`,
  });
  const { webhookToleranceSeconds: tolerance } = at("/x-limits");
  const tolerances = (count: number) =>
    new Date(Date.now() + count * tolerance * 1000);

  test.each([
    { name: "node:http", headers: signed() },
    { name: "fetch", headers: new Headers(signed()) },
    {
      name: "a fetch of another library",
      headers: new Map(Object.entries(signed())) as unknown as Headers,
    },
    {
      name: "capitals",
      headers: Object.fromEntries(
        Object.entries(signed()).map(([n, v]) => [n.toUpperCase(), v]),
      ),
    },
    {
      name: "a load balancer, which has lists",
      headers: Object.fromEntries(
        Object.entries(signed()).map(([name, value]) => [name, [value]]),
      ),
    },
    { name: "nearly too old a delivery", headers: signed(tolerances(-0.8)) },
    {
      name: "two signatures",
      headers: {
        ...signed(),
        "webhook-signature": `v1,AAAA ${signed()["webhook-signature"]}`,
      },
    },
  ])("takes the headers of $name", async ({ headers }) => {
    expect((await verify(headers, Buffer.from(body), secret)).id).toBe("evt_1");
  });

  test.each([-1, 1])(
    "takes a delivery whose time differs by exactly what it may: %i times",
    async (count) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
      onTestFinished(() => void vi.useRealTimers());
      const headers = signed(tolerances(count));
      expect((await verify(headers, body, secret)).id).toBe("evt_1");
    },
  );

  test.each<{
    name: string;
    headers: Record<string, string | string[] | undefined>;
    text?: string;
    otherSecret?: string;
  }>([
    {
      name: "another body",
      headers: signed(),
      text: body.replace("created", "updated"),
    },
    {
      name: "another secret",
      headers: signed(),
      text: body,
      otherSecret: `whsec_${Buffer.alloc(32, 8).toString("base64")}`,
    },
    { name: "another id", headers: { ...signed(), "webhook-id": "evt_2" } },
    { name: "a delivery that is too old", headers: signed(tolerances(-1.2)) },
    { name: "a delivery from the future", headers: signed(tolerances(1.2)) },
    {
      name: "a changed timestamp",
      headers: { ...signed(), "webhook-timestamp": "1" },
    },
    {
      name: "no signature",
      headers: { ...signed(), "webhook-signature": undefined },
    },
    {
      name: "a signature of another version",
      headers: {
        ...signed(),
        "webhook-signature": signed()["webhook-signature"].replace("v1", "v2"),
      },
    },
    { name: "an empty signature", headers: withSignature(Buffer.alloc(0)) },
    {
      name: "the first byte of its signature",
      headers: withSignature(signatureBytes.subarray(0, 1)),
    },
    {
      name: "its signature without the last byte",
      headers: withSignature(signatureBytes.subarray(0, -1)),
    },
    {
      name: "its signature with a byte behind it",
      headers: withSignature(Buffer.concat([signatureBytes, Buffer.alloc(1)])),
    },
    { name: "no headers at all", headers: {} },
  ])(
    "refuses $name",
    async ({ headers, text = body, otherSecret = secret }) => {
      await expect(verify(headers, text, otherSecret)).rejects.toThrow(
        WebhookVerificationError,
      );
    },
  );

  test.each([
    {
      name: "is too old",
      headers: signed(tolerances(-1.2)),
      message:
        "The delivery was signed more than 5 minutes ago. It is a repetition of an old one, or the clock of this machine is fast.",
    },
    {
      name: "is from the future",
      headers: signed(tolerances(1.2)),
      message:
        "The delivery has a time more than 5 minutes in the future. Check the clock of this machine.",
    },
    {
      name: "has no time",
      headers: { ...signed(), "webhook-timestamp": "today" },
      message:
        "The webhook-timestamp of the delivery is not a number of seconds.",
    },
  ])("says that a delivery $name", async ({ headers, message }) => {
    await expect(verify(headers, body, secret)).rejects.toThrow(
      new WebhookVerificationError(message),
    );
  });

  const signature = signed()["webhook-signature"];
  test.each<{ name: string; headers: DeliveryHeaders; header: string }>([
    {
      name: "two signature headers in a list",
      headers: { ...signed(), "webhook-signature": [signature, signature] },
      header: "webhook-signature",
    },
    {
      name: "two signature headers that Node has joined",
      headers: { ...signed(), "webhook-signature": `v1,AAAA, ${signature}` },
      header: "webhook-signature",
    },
    {
      name: "two signature headers of fetch",
      headers: new Headers([
        ...Object.entries(signed()),
        ["webhook-signature", "v1,AAAA"],
      ]),
      header: "webhook-signature",
    },
    {
      name: "two ids",
      headers: { ...signed(), "webhook-id": ["evt_1", "evt_2"] },
      header: "webhook-id",
    },
    {
      name: "an id in small letters and one in capitals",
      headers: { ...signed(), "Webhook-Id": "evt_2" },
      header: "webhook-id",
    },
    {
      name: "two timestamps",
      headers: {
        ...signed(),
        "webhook-timestamp": ["1", signed()["webhook-timestamp"]],
      },
      header: "webhook-timestamp",
    },
  ])("refuses $name", async ({ headers, header }) => {
    await expect(verify(headers, body, secret)).rejects.toThrow(
      new WebhookVerificationError(`The delivery has more than one ${header}.`),
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
  test.each<{
    name: string;
    given: unknown;
    secrets: string | string[];
    message: string;
  }>([
    { name: "no secret", given: body, secrets: "", message: noSecret },
    { name: "no base64", given: body, secrets: "whsec_%", message: noSecret },
    {
      name: "an empty secret beside a good one",
      given: body,
      secrets: [secret, ""],
      message: noSecret,
    },
    { name: "no list of secrets", given: body, secrets: [], message: noSecret },
    {
      name: "a parsed body",
      given: { id: "evt_1" },
      secrets: secret,
      message: noBody,
    },
    { name: "no body", given: undefined, secrets: secret, message: noBody },
  ])("says so when it is given $name", async ({ given, secrets, message }) => {
    await expect(verify(signed(), given as string, secrets)).rejects.toThrow(
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
    expect(delivery.headers["content-type"]).toBe("application/json");
    const lossy = signTestWebhook({ ...event, data: NaN }, secret);
    await expect(lossy).rejects.toThrow(
      new TypeError("event.data is NaN, which JSON cannot hold."),
    );
    const never = signTestWebhook(event, secret, { at: new Date("never") });
    await expect(never).rejects.toThrow(
      new TypeError("at must be a valid date."),
    );
  });
});
