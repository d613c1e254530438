import { policy } from "./policy.js";

/** What the gate says of one change. */
export interface Finding {
  /** Its rule in the policy. */
  rule: string;
  is: "breaking" | "addition";
  /** What changed, in one sentence. */
  change: string;
  /** JSON pointer to it, in the file below. */
  at: string;
  file: string;
  line: number;
  column: number;
  /** What it is part of, e.g. `GET /v1/contacts`; several when the same holds for several. */
  in: string[];
}

/** Why a rule is in the policy, and how to reach the same without a break. */
export function verdictOf(rule: string): { because: string; instead: string } {
  return Object.entries(policy).find(([name]) => name === rule)?.[1] ?? { because: "", instead: "" };
}

/** What stops the gate before it could compare: its message says what to change. */
export class NotComparable extends Error {}

/** What went wrong, in its own words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
