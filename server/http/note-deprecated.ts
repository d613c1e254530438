import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { keyIdOf } from "../auth/caller.ts";
import { createDeprecatedUseNotes } from "../auth/deprecated-uses.ts";
import { operationOf } from "../contract/operation.ts";
import type { Store } from "../store/store.ts";

/** Notes which key uses deprecated elements of the contract. A refused request is no use. */
export function noteDeprecated(
  store: Store,
  log: Logger,
  leaving?: AbortSignal,
): RequestHandler {
  const onError = (err: unknown) =>
    log.warn({ err }, "the last day of deprecated uses could not be written");
  const noteUse = createDeprecatedUseNotes(store, onError, leaving);
  return function noteDeprecated(request, response, next) {
    const { deprecated = [], caller } = response.locals;
    if (caller)
      for (const name of deprecated)
        noteUse({
          workspaceId: caller.workspaceId,
          apiKeyId: keyIdOf(caller) ?? "",
          operation: operationOf(request),
          name,
        });
    next();
  };
}
