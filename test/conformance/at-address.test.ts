import { expect, test } from "vitest";
import { runConformance } from "../../openapi/conformance/run.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { startServer } from "../support/server.ts";

test("npm run conformance finds our own server clean", async () => {
  const server = await startServer({ localWebhooks: true });
  const { contract } = await readContract();
  const report = await runConformance(contract, {
    url: server.address,
    keys: new Map([["apiKey", await server.key(["*"])]]),
    rate: 1000,
    requests: 3000,
    actions: true,
  });
  expect(report.findings).toEqual([]);
  expect(report.notTried.map(({ operation }) => operation)).toEqual([
    "GET /v1/articles/{id}",
    "GET /v1/messenger/conversations",
    "GET /v1/messenger/articles",
    "GET /v1/messenger/articles/{id}",
    "GET /v1/messenger/conversations/{id}/messages",
    "POST /v1/messenger/sessions",
    "POST /v1/messenger/conversations",
    "POST /v1/messenger/conversations/{id}/messages",
    "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver",
  ]);
});
