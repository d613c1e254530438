import { sql } from "kysely";
import {
  type DeprecatedElement,
  deprecationsOf,
} from "../contract/deprecated.ts";
import type { Document } from "../contract/request-check.ts";
import type { Store } from "../store/store.ts";
import { shownName } from "../store/tables.ts";
import { requireTables, requireWorkspace } from "./workspace.ts";

const nothing =
  "The contract has nothing deprecated. To announce that an element goes away, write deprecated: true and " +
  'x-sunset: "YYYY-MM-DD" beside it in openapi/openapi.yaml, and release that; openapi/README.md says how.';

const ofResponses =
  "Nobody can know who reads a field of a response or of an event: ask the owners of the keys.";

/**
 * The last caller who used a deprecated element, and the day. The fields are null for an element
 * that was not used.
 */
interface Caller {
  workspace: string | null;
  /** Its id; an empty text for visitors of the messenger. */
  key: string | null;
  key_name: string | null;
  last_day: string | null;
}

interface Use extends Caller {
  operation: string;
  name: string;
}

/**
 * Finds who uses each deprecated element of a contract; an element that nobody uses has a row
 * without a workspace.
 */
export async function deprecatedUsage(
  { database }: Pick<Store, "database">,
  contract: Document,
  workspace?: string,
): Promise<object> {
  const { elements, responseParts } = deprecationsOf(contract);
  await requireTables(database);
  const only =
    workspace === undefined
      ? undefined
      : await requireWorkspace({ database }, workspace);
  if (elements.length + responseParts.length === 0)
    return { deprecated: nothing };
  const { rows } = await sql<Use>`
    select operation, used.name, ${shownName("workspaces.name")} as workspace, api_key_id as key,
      ${shownName("api_keys.name")} as key_name, to_char(last_day at time zone 'UTC', 'YYYY-MM-DD') as last_day
    from deprecated_uses used join workspaces on workspaces.id = used.workspace_id
      left join api_keys on api_keys.id = api_key_id
    where coalesce(used.workspace_id = ${only?.id ?? null}, true)
    order by last_day desc, workspaces.name, api_key_id`.execute(database);
  return {
    ...(responseParts.length > 0 && { responses: ofResponses }),
    requests: elements.flatMap((element) => usesOf(element, rows)),
    ...(responseParts.length > 0 && {
      response_parts: responseParts.map(({ name, sunset }) => ({
        name,
        sunset: sunset ?? null,
      })),
    }),
  };
}

const nobody: Caller = {
  workspace: null,
  key: null,
  key_name: null,
  last_day: null,
};

function usesOf({ operation, name, sunset }: DeprecatedElement, uses: Use[]) {
  const found = uses.filter(
    (use) => use.operation === operation && use.name === name,
  );
  const callers = found.length > 0 ? found : [nobody];
  return callers.map(({ workspace, key, key_name, last_day }) => ({
    operation,
    name,
    sunset: sunset ?? null,
    workspace,
    key: key === "" ? "visitors" : key,
    key_name,
    last_day,
  }));
}
