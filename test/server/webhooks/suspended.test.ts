import { expect, test } from "vitest";
import { createFairQueue } from "../../../server/limits/fair-queue.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { makeAttempt } from "../../../server/webhooks/attempt.ts";
import { claim } from "../../../server/webhooks/claim.ts";
import type { Sender } from "../../../server/webhooks/send.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

test("a delivery that was claimed before its workspace was suspended is not sent", async () => {
  const { store, cipher, ...server } = await startServer({
    localWebhooks: true,
  });
  const call = await server.as("acme");
  const webhook = { url: "http://127.0.0.1:9/", events: ["*"] };
  await call("/v1/webhooks", webhook);
  await call("/v1/contacts", { name: "Ana", email: "ana@example.com" });
  const workspaceId = await server.workspaceId("acme");
  const room = { free: { quick: 1, slow: 1 }, webhooks: [] };
  const [job] = await claim(store, workspaceId, room);
  const sent: unknown[] = [];
  const send: Sender["send"] = (_url, _headers, body) => {
    sent.push(body);
    throw new Error("The test sends nothing.");
  };
  const line = "operator suspend --workspace acme --reason abuse";
  await runCommand(store, line.split(" "));

  if (job)
    await makeAttempt(job, {
      store,
      cipher,
      sender: { send, close: () => undefined },
      queue: createFairQueue({ total: 1 }),
      log: createLog("silent"),
      counts: { succeeded: 0, failed: 0, disabled: 0 },
      onSend: () => undefined,
    });

  expect(job).toBeDefined();
  expect(sent).toEqual([]);
});
