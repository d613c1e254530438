import type { Request, RequestHandler, Response } from "express";
import { keyIdOf } from "../auth/caller.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Limit, Subject } from "../limits/active-subjects.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import {
  createFairQueue,
  QueueFull,
  QueueTimeout,
} from "../limits/fair-queue.ts";
import { workspaceOf } from "./authenticate.ts";

/**
 * Requests that this process handles at the same time: fewer than its connections to the database.
 */
const total = 8;
/** Slots that one workspace never has, so that another one starts at once. */
const reserved = 2;
/** The time that a request waits before it gets a 503, in milliseconds. */
export const timeout = 3500;

const team: Subject = { id: "team", weight: 4, queue: 1000 };
/** Strangers can be visitors: they have a queue of their own, and leave slots to the team. */
const visitors: Subject = { id: "visitors", weight: 1, queue: 1000, slots: 4 };
/** The maximum number of requests of one visitor that wait. */
const queueOfVisitor = 200;

/**
 * The number of objects from which on a page is large: this process needs some milliseconds to
 * check and write it.
 */
const largePage = 51;

/**
 * The maximum number of slots of searches, of erasures and of large pages: in all workspaces, and
 * in one.
 */
const costly = {
  search: { all: 3, ofWorkspace: 2 },
  erasure: { all: 2, ofWorkspace: 1 },
  largePage: { all: 4, ofWorkspace: 2 },
};
/** The maximum number of slots of each kind for the visitors of a workspace. */
const costlyOfVisitors = 1;

type Kind = keyof typeof costly | "other";

/**
 * Gives each request a concurrency slot before it uses the database, by a fair queue with three
 * levels: workspace; team or visitors; key or session. The slot is held until the work is done,
 * however slowly the client reads the response, and also when the client has gone. A request whose
 * client leaves while it waits ends there. 429 when too many requests wait, 503 when a request has waited too long.
 */
export function takeSlot(): RequestHandler {
  const queue = createFairQueue({ total, timeout });
  return async function takeSlot(request, response, next) {
    const workspace = workspaceOf(response) ?? "";
    const { group, caller } = callerOf(request, response);
    const kind = kindOf(request, response);
    const subjects = [
      { id: workspace, slots: total - reserved },
      group,
      caller,
      // A caller's other requests do not wait for its searches.
      { id: kind },
    ];
    const limits = limitsOf(kind, workspace, group);
    const release = await queue
      .enter(subjects, limits, () => signalOfLeave(response))
      .catch((error: unknown) => {
        if (response.closed) return undefined;
        throw queueError(error);
      });
    if (!release) return;
    if (response.closed) return release();
    response.once("prefinish", release);
    response.once("close", () => {
      if (!response.writableFinished)
        void Promise.allSettled([response.locals.work]).then(release);
    });
    next();
  };
}

/** The caller of a request: each address, where many callers share a secret. */
function callerOf(
  request: Request,
  { locals: { caller } }: Response,
): { group: Subject; caller: Subject } {
  const key = keyIdOf(caller);
  if (key !== undefined) return { group: team, caller: { id: key } };
  const isOne = caller !== undefined && !caller.isShared;
  const id = isOne ? caller.id : clientOf(addressOf(request));
  return { group: visitors, caller: { id, queue: queueOfVisitor } };
}

function kindOf(request: Request, { locals: { query } }: Response): Kind {
  if (query["q"] !== undefined) return "search";
  if (request.method === "DELETE") return "erasure";
  return Number(query["limit"]) >= largePage ? "largePage" : "other";
}

function limitsOf(kind: Kind, workspace: string, group: Subject): Limit[] {
  if (kind === "other") return [];
  const { all, ofWorkspace } = costly[kind];
  const limits: Limit[] = [
    { id: kind, slots: all },
    { id: `${kind} ${workspace}`, slots: ofWorkspace },
  ];
  if (group === visitors)
    limits.push({
      id: `${kind} ${workspace} ${group.id}`,
      slots: costlyOfVisitors,
    });
  return limits;
}

/** Makes the signal that is aborted when the response is closed: its client may have left. */
export function signalOfLeave(response: Response): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once("close", () => controller.abort());
  return controller.signal;
}

/** Translates an error of a fair queue. */
export function queueError(error: unknown): unknown {
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
