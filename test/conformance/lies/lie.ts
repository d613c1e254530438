import type { OperationId } from "../../../generated/operations.ts";
import type { Law } from "../finding.ts";
import type { Tell } from "../lying-proxy.ts";
import type { Keys } from "../ways-to-lie.ts";

/** A way in which a server could break the contract. */
export interface Lie {
  name: string;
  operation: OperationId;
  /** What the harness must say of it. */
  law: Law;
  tell: (keys: Keys) => Tell;
}
