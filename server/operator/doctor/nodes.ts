import { sql } from "kysely";
import type { Store } from "../../store/store.ts";
import { not, ok, type Check } from "./check.ts";

/** Checks that the coordinator of Citus reaches every node; nothing on a PostgreSQL without Citus. */
export async function checkNodes(database: Store["database"]): Promise<Check[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('pg_dist_node') is not null as "isThere"`.execute(database);
  if (rows[0]?.isThere !== true) return [];
  const nodes = await sql<{ node: string; isReached: boolean }>`
    select nodename || ':' || nodeport as node, citus_check_connection_to_node(nodename, nodeport) as "isReached"
    from pg_dist_node where isactive and noderole::text = 'primary' order by node`.execute(database);
  const lost = nodes.rows.filter(({ isReached }) => !isReached).map(({ node }) => node);
  if (lost.length === 0) return [ok("nodes", `Citus reaches all ${nodes.rows.length}`)];
  const found = `Citus does not reach ${lost.join(", ")}: requests of the workspaces there get a 503`;
  const hint = "Start PostgreSQL there, as server/SCALING.md says under A node is lost.";
  return [not("nodes", true, found, hint)];
}
