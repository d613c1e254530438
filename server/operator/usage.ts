import { sql } from "kysely";
import { record } from "../auth/audit.ts";
import { recount, totals, type Usage } from "../store/ledger.ts";
import type { Quotas } from "../store/quotas.ts";
import type { Store } from "../store/store.ts";
import { readArguments } from "./arguments.ts";
import { OperatorError, type Command } from "./command.ts";
import { workspaceId } from "./workspace-tables.ts";

/** Shows how much a workspace stores: what its ledger says, which its quotas are compared with, and what its rows are. */
export const usage: Command = {
  usage: "--workspace NAME",
  summary:
    "show how much a workspace stores, by its ledger and by a recount of its rows; fails when they differ",
  prepare: (args) => {
    const { workspace } = readArguments(args, { workspace: "required" }).values;
    return async ({ database }) => {
      const counts = await readUsage(database, await workspaceId(database, workspace));
      if (JSON.stringify(counts.ledger) !== JSON.stringify(counts.recount))
        throw new OperatorError(`The ledger of ${workspace} is wrong: ${JSON.stringify(counts)}`);
      return { workspace, ...counts };
    };
  },
};

const megabyte = 1024 ** 2;

/** Gives a workspace quotas of its own. Every server holds it to them from its next write on. */
export const quota: Command = {
  usage: "--workspace NAME [--contacts N|default] [--megabytes N|default]",
  summary:
    "set how many contacts and MiB a workspace may store, in place of QUOTA_CONTACTS and QUOTA_MEGABYTES",
  prepare: (args) => {
    const options = { workspace: "required", contacts: "optional", megabytes: "optional" } as const;
    const { workspace, contacts, megabytes } = readArguments(args, options).values;
    if (contacts === undefined && megabytes === undefined)
      throw new OperatorError("Say how much: --contacts N, --megabytes N, or default.");
    const set = {
      ...(contacts !== undefined && { contacts: readQuota("--contacts", contacts) }),
      ...(megabytes !== undefined && { bytes: readQuota("--megabytes", megabytes, megabyte) }),
    };
    return async ({ database, now, quotas }, session) => {
      const id = await workspaceId(database, workspace);
      const own = await database.transaction().execute(async (transaction) => {
        await record({ database: transaction, now }, session, { workspaceId: id });
        const { rows } = await sql<{ quotas: Partial<Quotas> }>`
          update workspaces set quotas = json_strip_nulls((coalesce(quotas, '{}')::jsonb || ${JSON.stringify(set)}::jsonb)::json)
          where id = ${id} returning quotas`.execute(transaction);
        return rows[0]?.quotas;
      });
      return { workspace, quotas: { ...quotas, ...own } };
    };
  },
};

/** A quota; null for that of the servers. */
function readQuota(option: string, text: string, unit = 1): number | null {
  if (text === "default") return null;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new OperatorError(`${option} must be a whole number from 1, or default, not ${text}`);
  return Number(text) * unit;
}

/** Both counts at one moment. */
async function readUsage(
  database: Store["database"],
  id: string,
): Promise<{ ledger: Usage; recount: Usage }> {
  type Counts = Record<"ledger" | "recount", Usage>;
  const { rows } = await sql<Counts>`
    select (select row_to_json(ledger) from (${totals(id)}) ledger) as ledger,
      (select row_to_json(recount) from (${recount(id)}) recount) as recount`.execute(database);
  const [counts] = rows;
  if (!counts) throw new Error("PostgreSQL returned no row for the usage of a workspace.");
  return counts;
}
