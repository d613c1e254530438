import type { RequestHandler } from "express";
import { ApiError } from "../contract/api-error.ts";
import { workspaceOf } from "./workspace-of.ts";
import { createTurns, Crowded, Late, type Turns } from "../turns.ts";

/** While other workspaces send requests, the turns of a workspace with several requests take half of the time. */
const dutyCycle = 1 / 2;
/**
 * Requests that this process handles at the same time: fewer than its connections to the database. A workspace has few of
 * them while others wait, as its writers hold a connection while they wait for each other.
 */
const all = { total: 8, share: 2, dutyCycle };
/** Searches keep the database busy. */
const searches = { total: 3, share: 1, dutyCycle };
/** How many requests of one workspace wait, and for how many milliseconds, before they get a 429 or a 503. */
const waiting = { queue: 1000, timeout: 3500 };

/**
 * Lets workspaces take turns before their requests use the database, so that the requests of a busy workspace wait for
 * each other only. A turn ends with the work, however slowly the client reads the response. 429 when too many requests of
 * the workspace wait, 503 when a request has waited too long.
 */
export function takeTurns(): RequestHandler {
  const requests = createTurns({ ...all, ...waiting });
  const costly = createTurns({ ...searches, ...waiting });
  return async function takeTurns(_request, response, next) {
    const workspaceId = workspaceOf(response) ?? "";
    const ends: (() => void)[] = [];
    const take = async (turns: Turns) => ends.push(await turns.take(workspaceId));
    const endAll = () => ends.splice(0).forEach((end) => end());
    response.on("prefinish", endAll).on("close", endAll);
    try {
      if (response.locals.query["q"] !== undefined) await take(costly);
      await take(requests);
    } catch (error) {
      throw toApiError(error);
    }
    if (response.closed) endAll();
    else next();
  };
}

function toApiError(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof Crowded) return new ApiError("rate_limited", {}, { "Retry-After": "1" }, options);
  if (error instanceof Late) return new ApiError("service_unavailable", {}, { "Retry-After": "2" }, options);
  return error;
}
