import type { Request, RequestHandler, Response } from "express";
import { ApiError } from "../contract/api-error.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import {
  createFairQueue,
  type Pool,
  QueueFull,
  QueueTimeout,
  type Subject,
} from "../limits/fair-queue.ts";
import { requireReceiver } from "../webhooks/address.ts";
import { workspaceOf } from "./authenticate.ts";

/** Requests that this process handles at the same time: fewer than its connections to the database. */
const total = 8;
/** Slots that one workspace never has, so that another one starts at once. */
const reserved = 2;
/** How long a request waits, in milliseconds, before it gets a 503. */
const timeout = 3500;

const team: Subject = { id: "team", weight: 4, queue: 1000 };
/** Strangers can be visitors: they have a queue of their own, and leave slots to the team. */
const visitors: Subject = { id: "visitors", weight: 1, queue: 1000, slots: 4 };
/** How many requests of one visitor wait. */
const queueOfVisitor = 200;

/**
 * Gives each request a concurrency slot before it uses the database, by a fair queue of workspaces, in each of its team and
 * its visitors, and of their keys and sessions. The slot is held until the work is done, however slowly the client reads the
 * response, and also when it has gone. 429 when too many requests wait, 503 when a request has waited too long.
 */
export function takeSlot(): RequestHandler {
  const queue = createFairQueue({ total, timeout });
  const kindOf = createKinds();
  return async function takeSlot(request, response, next) {
    const caller = callerOf(request, response);
    const path = [
      { id: workspaceOf(response) ?? "", slots: total - reserved },
      caller.group,
      kindOf(request, response),
      caller,
    ];
    const release = await queue.enter(path).catch((error: unknown) => {
      throw toApiError(error);
    });
    if (response.closed) return release();
    response.once("prefinish", release);
    response.once("close", () => {
      if (!response.writableFinished)
        void Promise.allSettled([response.locals.work]).then(release);
    });
    next();
  };
}

/** What keeps the database busy is bounded, in all workspaces and in one. */
function createKinds(): (request: Request, response: Response) => Subject {
  const poolOf = (most: number): Pool => ({ held: 0, most });
  const search: Subject = { id: "search", slots: 2, pool: poolOf(3) };
  // It may delete many rows.
  const erasure: Subject = { id: "erasure", slots: 1, pool: poolOf(2) };
  const other: Subject = { id: "other" };
  return (request, { locals: { query } }) => {
    if (query["q"] !== undefined) return search;
    return request.method === "DELETE" ? erasure : other;
  };
}

/** All visitors who start a session have the same token: each address is one. */
function callerOf(
  request: Request,
  { locals: { key, session } }: Response,
): Subject & { group: Subject } {
  if (key) return { id: key.id, group: team };
  const id = session?.id ?? clientOf(addressOf(request));
  return { id, queue: queueOfVisitor, group: visitors };
}

function toApiError(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof QueueFull)
    return new ApiError("rate_limited", {}, { "Retry-After": "1" }, options);
  if (error instanceof QueueTimeout)
    return new ApiError(
      "service_unavailable",
      {},
      { "Retry-After": "2" },
      options,
    );
  return error;
}

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
    if (operation !== "createWebhook" && operation !== "updateWebhook")
      return next();
    const { url } = request.body as { url?: string };
    if (url === undefined) return next();
    const path = [{ id: workspaceOf(response) ?? "", ...ofWorkspace }];
    await queue
      .run(path, () => requireReceiver(url, local))
      .catch((error: unknown) => {
        throw toApiError(error);
      });
    next();
  };
}
