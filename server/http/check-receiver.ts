import type { RequestHandler } from "express";
import { toApiError } from "./concurrency-slots.ts";
import { createFairQueue } from "../limits/fair-queue.ts";
import { requireReceiver } from "../webhooks/address.ts";
import { workspaceOf } from "./workspace-of.ts";

/** Look-ups at name servers at the same time, in all workspaces and in one; those that wait, and for how many milliseconds. */
const lookups = { total: 64, timeout: 3500 };
const ofWorkspace = { slots: 4, queue: 100 };

/**
 * 422 when a webhook that is saved points to no address of the public internet (D-22). A name server may take seconds, so
 * this comes before the request holds a slot at the database.
 */
export function checkReceiver(local: boolean): RequestHandler {
  const queue = createFairQueue(lookups);
  return async function checkReceiver(request, response, next) {
    const operation = request.openapi?.schema.operationId;
    if (operation !== "createWebhook" && operation !== "updateWebhook") return next();
    const { url } = request.body as { url?: string };
    if (url === undefined) return next();
    const release = await queue
      .enter([{ id: workspaceOf(response) ?? "", ...ofWorkspace }])
      .catch((error: unknown) => {
        throw toApiError(error);
      });
    await requireReceiver(url, local).finally(release);
    next();
  };
}
