import { expect, test } from "vitest";
import { signTestWebhook, verifyWebhook } from "../../client/webhooks/index.ts";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";

const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const event = { id: "evt_1", type: "contact.created", data: {} };

test.each([
  {
    name: "of another version alone",
    edit: (own: string) => own.replace("v1,", "v2,"),
  },
  { name: "without a version", edit: (own: string) => own.replace("v1,", "") },
  {
    name: "after a version that only begins so",
    edit: (own: string) => own.replace("v1,", "v1a,"),
  },
])("a signature $name is refused", async ({ edit }) => {
  const { headers, body } = await signTestWebhook(event, secret);
  const sent = {
    ...headers,
    "webhook-signature": edit(String(headers["webhook-signature"])),
  };
  await expect(verifyWebhook(sent, body, secret)).rejects.toThrow("signature");
  expect(() => verifyWebhookSync(sent, body, secret)).toThrow("signature");
});

test("a signature behind those of other versions is found", async () => {
  const { headers, body } = await signTestWebhook(event, secret);
  const own = headers["webhook-signature"];
  const sent = {
    ...headers,
    "webhook-signature": `v2,AAAA v1,!! v3,AAAA v1,AAAA ${own}`,
  };
  expect(await verifyWebhook(sent, body, secret)).toEqual(event);
  expect(verifyWebhookSync(sent, body, secret)).toEqual(event);
});

test("a test's delivery has the second in which it is signed, and not the next one", async () => {
  const at = new Date("2026-11-21T10:00:00.999Z");
  const { headers } = await signTestWebhook(event, secret, { at });
  expect(headers["webhook-timestamp"]).toBe(
    String(Date.parse("2026-11-21T10:00:00Z") / 1000),
  );
});
