import type { MissingRows } from "../../store/schema/missing-rows.ts";

/** What the doctor found out about one thing. */
export interface Check {
  name: string;
  /** A server may not start, or not do its work, with an error; a warning is something to know. */
  state: "ok" | "warning" | "error";
  found: string;
  /** What to do, unless all is well, or `found` says it. */
  hint?: string | undefined;
  /** For programs: rows that a table lacks. */
  missing?: Omit<MissingRows, "found">;
}

/** What is well, or what is not and what to do. */
export type Finding = string | Omit<Check, "name">;

export const warning = (found: string, hint: string): Finding => ({
  state: "warning",
  found,
  hint,
});
export const error = (found: string, hint?: string): Finding => ({
  state: "error",
  found,
  hint,
});

/** Checks by their names, in their order. */
export type Checks<Seen> = Record<
  string,
  (seen: Seen) => Finding | Promise<Finding>
>;

export async function run<Seen>(
  checks: Checks<Seen>,
  seen: Seen,
): Promise<Check[]> {
  const results: Check[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const finding = await check(seen);
    results.push(
      typeof finding === "string"
        ? { name, state: "ok", found: finding }
        : { name, ...finding },
    );
  }
  return results;
}
