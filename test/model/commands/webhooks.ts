import fc from "fast-check";
import type { Delivery } from "../../../generated/types.ts";
import { settled } from "../../support/delivery.ts";
import { must } from "../../support/check-response.ts";
import { alive, draft, exists, newText, receiverOf, type Thing } from "../model.ts";
import type { Manner } from "../server.ts";
import { changing, isDone, step, thingOf, update } from "../step.ts";
import { change, pick, send, type World } from "../world.ts";

const usual = ["takes", "fails", "leaves", "quotes", "quotes", "quotes", "waits", "waits"] as const;
const manner = fc.constantFrom<Manner>(...usual);
let addresses = 0;

export const createWebhook = step(
  "createWebhook",
  { manner },
  async ({ world, workspace, caller, once, manner }) => {
    const webhook = draft(workspace, "webhook");
    const path = `/${addresses++}`;
    world.server.receivers.manners.set(path, manner);
    const description = newText(world.model, workspace);
    const body = { url: world.server.receivers.address + path, description, events: ["*"] };
    const answer = await change(world, caller, "createWebhook", { body, once });
    if (answer && isDone(webhook, answer, 201)) exists(webhook, answer.body.data);
  },
);

/** Somebody who receives what a webhook sends does otherwise from now on. */
export const changeReceiver = step(
  "changeReceiver",
  { manner, release: fc.boolean() },
  async ({ manner, release, ...at }) => {
    const { receivers } = at.world.server;
    const webhook = thingOf(at, "webhook");
    if (webhook) receivers.manners.set(receiverOf(webhook), manner);
    if (release) receivers.release();
    return Promise.resolve();
  },
);

export const updateWebhook = step(
  "updateWebhook",
  { how: fc.constantFrom("same", "nothing", "disabled", "disabled", "enabled", "text" as const) },
  async ({ how, ...at }) => {
    const webhook = thingOf(at, "webhook");
    if (!webhook) return;
    const description = () => newText(at.world.model, at.workspace);
    await update(at, "webhook", webhook, ({ url, description: described, events }) => {
      if (how === "same") return { url, description: described, events };
      if (how === "text") return { description: description() };
      return how === "nothing" ? {} : { status: how };
    });
  },
);

export const deleteWebhook = step("deleteWebhook", {}, async (at) => {
  const webhook = thingOf(at, "webhook");
  if (webhook) await removeWebhook(at.world, webhook);
});

/** Deletes a webhook. */
export async function removeWebhook(world: World, webhook: Thing): Promise<void> {
  if (webhook.isLeaving) return;
  webhook.isLeaving = true;
  const caller = await world.key(webhook.workspace, "team");
  const { status, text } = await send(world, caller, "deleteWebhook", { path: { id: webhook.id } });
  must("what was acknowledged exists", status === 200, () => text);
  webhook.goneAt = performance.now();
}

export const workWithWebhook = step("workWithWebhook", { test: fc.boolean() }, async ({ test, ...at }) => {
  const { world, caller, once } = at;
  const webhook = thingOf(at, "webhook");
  if (!webhook) return;
  const [operation, success] = test
    ? (["testWebhook", 202] as const)
    : (["rotateWebhookSecret", 200] as const);
  const input = { path: { id: webhook.id }, once };
  const answer = await changing(webhook, () => change(world, caller, operation, input));
  if (answer) isDone(webhook, answer, success);
});

/** All deliveries of a webhook, newest first. */
export async function deliveriesOf(world: World, { id, workspace }: Thing): Promise<Delivery[]> {
  const caller = await world.key(workspace, "team");
  const all: Delivery[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await send(world, caller, "listDeliveries", { path: { id }, query });
    if (status !== 200) return all;
    all.push(...body.data);
    cursor = body.has_more ? body.next_cursor : null;
  }
  return all;
}

export const redeliver = step("redeliver", { nth: fc.nat({ max: 3 }) }, async ({ nth, ...at }) => {
  const { world, caller, once } = at;
  const webhook = thingOf(at, "webhook");
  if (!webhook) return;
  if (!someWait(world)) await settled(world.server);
  const delivery = pick(await deliveriesOf(world, webhook), nth);
  if (!delivery) return;
  const path = { id: webhook.id, delivery_id: delivery.id };
  await change(world, caller, "redeliverDelivery", { path, once });
});

/** Whether a receiver lets deliveries wait: then they do not end by themselves. */
const someWait = ({ server: { receivers }, model }: World) =>
  model.workspaces.some((workspace) =>
    alive(workspace, "webhook").some((it) => receivers.manners.get(receiverOf(it)) === "waits"),
  );
