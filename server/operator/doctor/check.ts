import type { MissingRows } from "../../store/schema/missing-rows.ts";

/** A check of the doctor, and its result. */
export interface Check {
  name: string;
  /** A server may not start, or not do its work, with an error; a warning is something to know. */
  state: "ok" | "warning" | "error";
  found: string;
  /** The advice, unless all is well, or `found` says it. */
  hint?: string | undefined;
  /** Rows that a table lacks, for programs. */
  missing?: Omit<MissingRows, "found">;
}

/** The result of a check: a sentence when all is well, else the fault and the advice. */
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
