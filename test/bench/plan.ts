/** A table with more rows is large: no statement may read it from end to end. */
export const largeTable = 10_000;
/** So many rows may a step read and throw away. */
const maxRemoved = 20_000;

/** A step of a plan, as PostgreSQL's JSON has it. Counts are those of one loop. */
export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

const placeOf = (plan: Plan) =>
  [plan["Node Type"], plan["Index Name"], plan["Relation Name"]]
    .filter(Boolean)
    .join(" ");

export const pages = (plan: Plan) =>
  plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
const rowsOf = (plan: Plan) => plan["Actual Rows"] * plan["Actual Loops"];
const removed = (plan: Plan) =>
  ((plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0)) *
  plan["Actual Loops"];

/** A plan as lines, a step each. */
export function toLines(plan: Plan, depth = 2): string[] {
  const thrownAway = removed(plan) > 0 ? `, ${removed(plan)} thrown away` : "";
  const line = `${"  ".repeat(depth)}${placeOf(plan)}: ${rowsOf(plan)} rows${thrownAway}, ${pages(plan)} pages`;
  return [
    line,
    ...(plan.Plans ?? []).flatMap((child) => toLines(child, depth + 1)),
  ];
}

/** Lists the faults of a plan, in words. `large` are the names of the large tables. */
export function flawsIn(plan: Plan, large: Set<string>): string[] {
  const { "Node Type": type, "Relation Name": table = "" } = plan;
  const flaws = (plan.Plans ?? []).flatMap((child) => flawsIn(child, large));
  // A limit may end it early.
  if (
    type === "Seq Scan" &&
    large.has(table) &&
    rowsOf(plan) + removed(plan) > largeTable
  )
    flaws.push(`reads ${table} from end to end`);
  if (removed(plan) > maxRemoved)
    flaws.push(
      `reads ${removed(plan)} rows of ${placeOf(plan)} to give ${rowsOf(plan)}`,
    );
  return flaws;
}
