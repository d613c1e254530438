import { limits } from "../../generated/constants.ts";
import { objects } from "../../generated/objects.ts";
import type { Handler } from "./handler.ts";
import { shownName } from "../store/tables.ts";

/** Contract: getMe. The key of the request. */
export const getMe: Handler<"getMe"> = async (
  _input,
  { store, workspaceId, callerId },
) => {
  const key = await store.database
    .selectFrom("api_keys")
    .innerJoin("workspaces", "workspaces.id", "api_keys.workspace_id")
    .select([
      "api_keys.id",
      "last_four",
      "scopes",
      "api_keys.created_at",
      "expires_at",
    ])
    .select([
      shownName("api_keys.name").as("name"),
      shownName("workspaces.name").as("workspace"),
    ])
    .where("api_keys.workspace_id", "=", workspaceId)
    .where("api_keys.id", "=", callerId)
    .executeTakeFirstOrThrow(); // throws when the workspace was erased a moment ago
  const rate_limit = {
    requests: limits.requestsPerWindow,
    window_seconds: limits.windowSeconds,
  };
  const data = objects.ApiKey({ ...key, rate_limit });
  return { status: 200, body: { data } };
};
