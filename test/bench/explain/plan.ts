/** A step of a plan, as PostgreSQL's JSON has it. Counts are those of one loop. */
export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  /** Milliseconds. */
  "Actual Total Time": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

/** A statement that the server has sent, and how the database ran it. */
export interface Explained {
  sql: string;
  /** As PostgreSQL plans it for these values. */
  plan: Plan;
  /** As it plans it for all values, which it may do for a prepared statement. */
  generic: Plan | undefined;
}

/** A table with more rows is large: no statement may read it from end to end. */
export const largeTable = 10_000;

/** So many rows may a step read and throw away. */
const mostRemoved = 20_000;

/** What is wrong with a plan, in words. `large` tells which tables are. */
export function faultsIn(plan: Plan, large: Set<string>): string[] {
  const { "Node Type": type, "Relation Name": table = "" } = plan;
  const faults = (plan.Plans ?? []).flatMap((child) => faultsIn(child, large));
  // A limit may end it early.
  if (type === "Seq Scan" && large.has(table) && given(plan) + removed(plan) > largeTable)
    faults.push(`reads ${table} from end to end`);
  if (removed(plan) > mostRemoved) {
    faults.push(`reads ${removed(plan)} rows of ${placeOf(plan)} to give ${given(plan)}`);
  }
  return faults;
}

/** So many times the pages of the plan for the values may the plan for all values read. */
const mostTimes = 5;

/** What is wrong with the plan for all values of a prepared statement. */
export function genericFaults({ plan, generic }: Explained, large: Set<string>): string[] {
  if (!generic) return [];
  const faults = faultsIn(generic, large);
  if (pages(generic) > mostTimes * pages(plan))
    faults.push(`reads ${pages(generic)} pages instead of ${pages(plan)}`);
  return faults.map((fault) => `${fault}, planned for all values`);
}

/** A plan as lines, a step each. */
export function toLines(plan: Plan, depth = 1): string[] {
  const thrownAway = removed(plan) > 0 ? `, ${removed(plan)} thrown away` : "";
  const line = `${"  ".repeat(depth)}${placeOf(plan)}: ${given(plan)} rows${thrownAway}, ${pages(plan)} pages, ${plan["Actual Total Time"]} ms`;
  return [line, ...(plan.Plans ?? []).flatMap((child) => toLines(child, depth + 1))];
}

const placeOf = (plan: Plan) =>
  [plan["Node Type"], plan["Index Name"], plan["Relation Name"]].filter(Boolean).join(" ");
const pages = (plan: Plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
const given = (plan: Plan) => plan["Actual Rows"] * plan["Actual Loops"];
const removed = (plan: Plan) =>
  ((plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0)) *
  plan["Actual Loops"];
