import type { RequestHandler } from "express";
import { ApiError } from "../contract/api-error.ts";
import { createTurns, Crowded, Late, type Turns } from "../turns.ts";

/** With several requests at once, a workspace has turns in half of the time that others are there. */
const dutyCycle = 1 / 2;
/**
 * Requests that this process works on at once: fewer than the connections that it has to its database. A workspace has
 * few of them beside others, as its writers wait for each other with a connection in hand.
 */
const all = { total: 8, share: 2, dutyCycle };
/** Searches keep the database busy. */
const searches = { total: 3, share: 1, dutyCycle };
/** How many requests of one workspace wait, and for how many milliseconds, before they are told to come back. */
const waiting = { queue: 1000, timeout: 3500 };

/**
 * Lets the requests of workspaces take turns, after all that needs no database: one that sends many, or costly ones,
 * waits for itself. A turn ends with the work, however long the client takes to read the response. 429 when too many
 * requests of the workspace wait, 503 for one whose turn does not come.
 */
export function takeTurns(): RequestHandler {
  const requests = createTurns({ ...all, ...waiting });
  const costly = createTurns({ ...searches, ...waiting });
  return async function takeTurns(request, response, next) {
    const workspaceId = response.locals.key?.workspaceId ?? "";
    const ends: (() => void)[] = [];
    const take = async (turns: Turns) => ends.push(await turns.take(workspaceId));
    const endAll = () => ends.splice(0).forEach((end) => end());
    response.once("prefinish", endAll).once("close", endAll);
    try {
      if (request.query["q"] !== undefined) await take(costly);
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
