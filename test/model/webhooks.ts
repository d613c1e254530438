import fc from "fast-check";
import { settled } from "../support/delivery.ts";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { changing, pick, type Thing } from "./model.ts";
import { isDone } from "./resources.ts";
import { behaviours, patiently } from "./server.ts";
import { step, thingOf } from "./step.ts";
import { by, change, send } from "./world.ts";

/** Somebody who receives what a webhook sends does otherwise from now on. */
export const changeReceiver = step(
  "changeReceiver",
  { behaviour: fc.constantFrom(...behaviours), release: fc.boolean() },
  ({ behaviour, release, ...at }) => {
    const { receivers } = at.world.server;
    const webhook = thingOf(at, "webhook");
    if (webhook) receivers.behaviours.set(webhook.shown.url, behaviour);
    if (release) receivers.release();
    return Promise.resolve();
  },
);

export const deleteWebhook = step("deleteWebhook", {}, async (at) => {
  const webhook = thingOf(at, "webhook");
  if (webhook) await removeWebhook(webhook);
});

export async function removeWebhook(webhook: Thing): Promise<void> {
  if (webhook.isLeaving) return;
  webhook.isLeaving = true;
  const { id, workspace } = webhook;
  const { status, text } = await send(by(workspace), "deleteWebhook", {
    path: { id },
  });
  must("what was acknowledged exists", status === 200, () => text);
  webhook.goneAt = performance.now();
}

const actions = { testWebhook: 202, rotateWebhookSecret: 200 } as const;

/** Has a webhook tried, or its secret replaced. */
export const act = step(
  "act",
  { action: fc.constantFrom("testWebhook", "rotateWebhookSecret") },
  async ({ world, caller, once, action, ...at }) => {
    const webhook = thingOf(at, "webhook");
    if (!webhook) return;
    const request = () =>
      change(caller, action, { path: { id: webhook.id }, once });
    const answer = await changing(webhook, request);
    if (answer) isDone(webhook, answer, actions[action]);
  },
);

/** All deliveries of a webhook, newest first. */
export async function deliveriesOf({ id, workspace }: Thing): Promise<Json[]> {
  const all: Json[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: "100", ...(cursor !== undefined && { cursor }) };
    const { status, body } = await send(by(workspace), "listDeliveries", {
      path: { id },
      query,
    });
    if (status !== 200) return all;
    all.push(...body.data);
    cursor = body.has_more ? body.next_cursor : null;
  }
  return all;
}

export const redeliver = step(
  "redeliver",
  { nth: fc.nat({ max: 3 }) },
  async ({ nth, ...at }) => {
    const { caller, once } = at;
    const webhook = thingOf(at, "webhook");
    if (!webhook) return;
    const { server } = webhook.workspace;
    // What waits does not end by itself.
    if (![...server.receivers.behaviours.values()].includes("waits"))
      await patiently(() => settled(server));
    const delivery = pick(await deliveriesOf(webhook), nth);
    if (!delivery) return;
    const path = { id: webhook.id, delivery_id: delivery.id };
    await change(caller, "redeliverDelivery", { path, once });
  },
);
