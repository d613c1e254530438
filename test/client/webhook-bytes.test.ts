import { expect, test } from "vitest";
import { signTestWebhook, verifyWebhook } from "../../client/webhooks/index.ts";

const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

test("the bytes of a delivery may be in a part of a buffer, and in any view of it", async () => {
  const event = { id: "evt_1", type: "contact.created", data: "ñ" };
  const { headers, body } = await signTestWebhook(event, secret);
  const bytes = new TextEncoder().encode(body);
  const { buffer } = new Uint8Array([0, 0, ...bytes, 0]);
  const views = [
    new Uint8Array(buffer, 2, bytes.length),
    new DataView(buffer, 2, bytes.length) as unknown as Uint8Array,
  ];
  for (const view of views)
    expect(await verifyWebhook(headers, view, secret)).toEqual(event);
});
