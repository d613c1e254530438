import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { hasOpenssl, makeCertificate } from "../../support/certificate.ts";
import { checkResponse } from "../../support/check-response.ts";
import { startReceiver } from "../../support/delivery.ts";
import { emptyStore } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

test.skipIf(!hasOpenssl)(
  "https reaches a receiver whose certificate is right, and no other",
  async () => {
    const [right, misnamed, unknown] = [
      "IP:127.0.0.1",
      "DNS:crm.example.com",
      "IP:127.0.0.1",
    ].map(makeCertificate);
    const folder = temporaryFolder();
    const trusted = join(folder, "trusted.pem");
    writeFileSync(trusted, `${right?.cert}${misnamed?.cert}`);

    const settings = await emptyStore();
    const keys = await makeKeys(settings, 1);
    const trust = { NODE_EXTRA_CA_CERTS: trusted, LOCAL_WEBHOOKS: "true" };
    const { call } = await launch({ ...settings, ...trust }, keys);
    /** Makes a webhook over https; without a certificate its receiver speaks plain http. */
    const webhookFor = async (certificate: typeof right) => {
      const receiver = await startReceiver(certificate);
      const url = receiver.address.replace(/^http:/, "https:");
      const json = { url, events: ["contact.created"] };
      const { id, secret } = (await call("/v1/webhooks", { json })).body.data;
      const lastDelivery = async () => {
        const path = `/v1/webhooks/${id}/deliveries` as const;
        const response = await call(path);
        checkResponse("GET", path, response);
        return response.body.data[0];
      };
      return { ...receiver, secret, lastDelivery };
    };
    const good = await webhookFor(right);
    const bad = await Promise.all(
      [misnamed, unknown, undefined].map(webhookFor),
    );

    const contact = await call("/v1/contacts", {
      json: { name: "Ana", email: "ana@example.com" },
    });
    const [arrived] = await good.arrived(1);
    expect(
      verifyWebhook(arrived?.headers ?? {}, arrived?.body ?? "", good.secret),
    ).toMatchObject({
      type: "contact.created",
      data: contact.body.data,
    });
    await expect.poll(good.lastDelivery).toMatchObject({
      status: "succeeded",
      attempts: [{ response_status: 204, error: null }],
    });
    for (const { lastDelivery, received } of bad) {
      await expect.poll(lastDelivery).toMatchObject({
        status: "pending",
        attempts: [
          { response_status: null, error: "tls_error", response_excerpt: "" },
        ],
        next_attempt_at: expect.any(String),
      });
      expect(received).toEqual([]);
    }
  },
);
