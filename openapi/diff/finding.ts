import type { Direction } from "./compare/difference.ts";
import type { Location } from "./contract/contract.ts";
import { policy, type Policy } from "./policy.ts";

/** One change, as the diff judges it. */
export interface Finding {
  /** Its rule in the policy. */
  rule: string;
  is: Exclude<Policy["is"], "off">;
  /** Whether nobody can decide what it does; the policy says what it counts as. */
  undecided: boolean;
  /** What changed, in one sentence. */
  change: string;
  /** What it does to whom. */
  because: string;
  /** How to reach the same without a break. */
  instead: string;
  /** JSON pointer to it, in the file below. */
  at: string;
  file: string;
  line: number;
  column: number;
  /** Each operation that it touches, e.g. `GET /v1/contacts`. */
  in: string[];
  /** The parts of the operations that it touches; none when it is the operation itself. */
  parts: Direction[];
  /** Where it is, or would be, in the contract that callers have, and in the one that they get. */
  before: Location | undefined;
  after: Location | undefined;
}

/** What the policy says of a rule: whether it breaks, why, and how to reach the same without a break. */
export function policyOf(rule: string): Policy {
  const policies: Record<string, Policy> = policy;
  return policies[rule] ?? { change: "", is: "addition", because: "", instead: "" };
}
