import fc from "fast-check";
import type { Delivery } from "../../../generated/types.ts";
import { settled } from "../../support/delivery.ts";
import { must } from "../law.ts";
import { alive, alone, draft, exists, type Thing } from "../model.ts";
import type { Manner } from "../receivers.ts";
import { once, step, values, where, which, workspaceAt } from "../step.ts";
import { newText } from "../texts.ts";
import { change, pick, send, type World } from "../world.ts";

const manner = fc.constantFrom<Manner>(
  "takes",
  "quotes",
  "quotes",
  "quotes",
  "fails",
  "leaves",
  "waits",
  "waits",
);
let addresses = 0;

/** The path of the address of a webhook. */
export const pathOf = (webhook: Thing) => new URL(String(webhook.shown["url"])).pathname;

export const createWebhook = step(
  "createWebhook",
  values({ ws: where, once, manner }),
  async (world, { ws, once, manner }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "everything");
    const webhook = draft(workspace, "webhook");
    const path = `/${addresses++}`;
    const url = world.server.receivers.address + path;
    world.server.receivers.manners.set(path, manner);
    const description = newText(world.model, "webhook", workspace);
    const body = { url, description, events: ["*"] };
    const answer = await change(world, caller, "createWebhook", { body, once });
    if (!answer) return;
    must("what was acknowledged exists", answer.status === 201, () => answer.text);
    exists(webhook, answer.body.data);
  },
);

/** The somebody who receives what a webhook sends does otherwise from now on. */
export const changeReceiver = step(
  "changeReceiver",
  values({ ws: where, which, manner, release: fc.boolean() }),
  async ({ server, model }, { ws, which, manner, release }) => {
    const workspace = model.workspaces[ws];
    const webhook = workspace && pick(alive(workspace, "webhook"), which);
    if (webhook) server.receivers.manners.set(pathOf(webhook), manner);
    if (release) server.receivers.release();
    return Promise.resolve();
  },
);

export const updateWebhook = step(
  "updateWebhook",
  values({
    ...{ ws: where, which },
    how: fc.constantFrom("same", "nothing", "disable", "disable", "enable", "text" as const),
  }),
  async (world, { ws, which, how }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "everything");
    const webhook = pick(alive(workspace, "webhook"), which);
    if (!webhook) return;
    await alone([webhook], async () => {
      const path = { id: webhook.id };
      const before = await send(world, caller, "getWebhook", { path });
      const shown: Record<string, unknown> = { ...before.body.data };
      const body = {
        same: { url: shown["url"], description: shown["description"], events: shown["events"] },
        nothing: {},
        disable: { status: "disabled" },
        enable: { status: "enabled" },
        text: { description: newText(world.model, "webhook", workspace) },
      }[how];
      webhook.changes++;
      const answer = await change(world, caller, "updateWebhook", { path, body });
      webhook.changes++;
      if (!answer || webhook.isLeaving) return;
      must("what was acknowledged exists", answer.status === 200, () => answer.text);
      const isSame = Object.entries(body).every(
        ([name, value]) => JSON.stringify(value) === JSON.stringify(shown[name]),
      );
      const moved = shown["updated_at"] !== answer.body.data.updated_at;
      // A receiver that leaves disables its webhook at any moment.
      const isDisabledSince = shown["status"] !== answer.body.data.status;
      if (isSame && !isDisabledSince && (how === "same" || how === "nothing"))
        must("updated_at moves with a change", !moved, () => `${before.text} → ${answer.text}`);
      webhook.shown = { ...answer.body.data, wasDisabled: webhook.shown["wasDisabled"] ?? how === "disable" };
    });
  },
);

export const deleteWebhook = step(
  "deleteWebhook",
  values({ ws: where, which }),
  async (world, { ws, which }) => {
    const workspace = workspaceAt(world, ws);
    const webhook = pick(alive(workspace, "webhook"), which);
    if (webhook) await removeWebhook(world, webhook);
  },
);

/** Deletes a webhook. */
export async function removeWebhook(world: World, webhook: Thing): Promise<void> {
  if (webhook.isLeaving) return;
  webhook.isLeaving = true;
  const caller = await world.key(webhook.workspace, "everything");
  const { status, text } = await send(world, caller, "deleteWebhook", { path: { id: webhook.id } });
  must("what was acknowledged exists", status === 200, () => text);
  webhook.goneAt = performance.now();
}

export const workWithWebhook = step(
  "workWithWebhook",
  values({ ws: where, which, once, how: fc.constantFrom("test", "rotate", "read" as const) }),
  async (world, { ws, which, once, how }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "everything");
    const webhook = pick(alive(workspace, "webhook"), which);
    if (!webhook) return;
    const operation = { test: "testWebhook", rotate: "rotateWebhookSecret", read: "getWebhook" } as const;
    const path = { id: webhook.id };
    webhook.changes++;
    const answer =
      how === "read"
        ? await send(world, caller, "getWebhook", { path })
        : await alone([webhook], () => change(world, caller, operation[how], { path, once }));
    webhook.changes++;
    if (!answer) return;
    const expected = webhook.isLeaving ? [200, 202, 404] : [200, 202];
    must("what was acknowledged exists", expected.includes(answer.status), () => answer.text);
  },
);

/** All deliveries of a webhook, newest first. */
export async function deliveriesOf(world: World, webhook: Thing): Promise<Delivery[]> {
  const caller = await world.key(webhook.workspace, "everything");
  const all: Delivery[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await send(world, caller, "listDeliveries", { path: { id: webhook.id }, query });
    if (status !== 200) return all;
    all.push(...body.data);
    if (!body.has_more || body.next_cursor === null) return all;
    cursor = body.next_cursor;
  }
}

export const redeliver = step(
  "redeliver",
  values({ ws: where, which, nth: which, once }),
  async (world, { ws, which, nth, once }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "everything");
    const webhook = pick(alive(workspace, "webhook"), which);
    if (!webhook) return;
    if (!holdsAny(world)) await settled(world.server);
    const delivery = pick(await deliveriesOf(world, webhook), nth);
    if (!delivery) return;
    const path = { id: webhook.id, delivery_id: delivery.id };
    await change(world, caller, "redeliverDelivery", { path, once });
  },
);

/** Whether a receiver lets deliveries wait: then they do not end by themselves. */
const holdsAny = ({ server, model }: World) =>
  model.workspaces.some((workspace) =>
    alive(workspace, "webhook").some((it) => server.receivers.manners.get(pathOf(it)) === "waits"),
  );
