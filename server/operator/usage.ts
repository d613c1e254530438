import { sql } from "kysely";
import { recount, totals, type Usage } from "../store/ledger.ts";
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
