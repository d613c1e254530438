import type { RequestHandler } from "express";
import { createFairQueue } from "../limits/fair-queue.ts";
import { requireReceiver } from "../webhooks/address.ts";
import { workspaceOf } from "../http/authenticate.ts";
import {
  queueError,
  signalOfLeave,
  timeout,
} from "../http/concurrency-slots.ts";

/** Look-ups at name servers, in all workspaces. */
const lookups = { total: 64, timeout };
/** Look-ups at name servers in one workspace. */
const lookupsOfWorkspace = { slots: 4, queue: 100 };

/**
 * 422 when a webhook that is saved points to no address of the public internet (D-22). A name
 * server may take seconds, so this comes before the request holds a slot at the database.
 */
export function checkReceiver(local: boolean): RequestHandler {
  const queue = createFairQueue(lookups);
  return async function checkReceiver(request, response, next) {
    const operation = request.operation?.id;
    if (operation !== "createWebhook" && operation !== "updateWebhook")
      return next();
    const { url } = request.body as { url?: string };
    if (url === undefined) return next();
    const path = [{ id: workspaceOf(response) ?? "", ...lookupsOfWorkspace }];
    const check = () => requireReceiver(url, local);
    try {
      await queue.run(path, check, () => signalOfLeave(response));
    } catch (error) {
      if (!response.closed) throw queueError(error);
    }
    if (!response.closed) next();
  };
}
