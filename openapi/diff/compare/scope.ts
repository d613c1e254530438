import type { Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import type { Location } from "../contract/locations.ts";
import type { Rule } from "../policy.ts";
import type { Schema } from "../schema/schema.ts";
import type {
  Difference,
  Direction,
  Notation,
  Pair,
  Use,
} from "./difference.ts";

/** The differences in operations or in a part of one, and the schemas that it uses. */
export interface OperationPart {
  /** Names such as `GET /v1/contacts`. */
  operations: readonly string[];
  /** Undefined for the operations themselves. */
  part: Direction | undefined;
  /** The reader: a server for `request`, a client for `response`. */
  direction: Direction;
  differences: Difference[];
  schemas: (Use & { pair: Pair })[];
}

/** Two contracts in comparison. */
export interface Both {
  base: Contract;
  head: Contract;
  today: string;
  pairOf(
    base: Schema,
    head: Schema,
    direction: Direction,
    notation: Notation,
  ): Pair;
  /** The results so far. */
  operationParts: OperationPart[];
}

export type ReportChange = (
  rule: Rule,
  change: string,
  base?: Location,
  head?: Location,
) => void;

/** Returns the locations of a key in both contracts. */
export const atKey = (
  key: string,
  from: Node,
  to: Node,
): [base: Location, head: Location] => [
  { node: from, key },
  { node: to, key },
];

/** Operations, or a part of one, in comparison. */
export interface Scope extends Both {
  direction: Direction;
  report: ReportChange;
  compare(
    base: Schema,
    head: Schema,
    use: Partial<Use>,
    notation: Notation,
  ): void;
}

/**
 * Starts the comparison of operations or of a part of one.
 * @param isDelivery true for webhooks and callbacks: the client reads the request, as it reads a
 *   response
 */
export function scopeOf(
  both: Both,
  operations: readonly string[],
  part?: Direction,
  isDelivery = false,
): Scope {
  const direction =
    (part === "response") === isDelivery ? "request" : "response";
  const found: OperationPart = {
    operations,
    part,
    direction,
    differences: [],
    schemas: [],
  };
  both.operationParts.push(found);
  return {
    ...both,
    direction,
    report: (rule, change, base, head) =>
      void found.differences.push({ rule, change, base, head }),
    compare: (base, head, use, notation) => {
      const pair = both.pairOf(base, head, direction, notation);
      found.schemas.push({ isXml: false, isStored: false, ...use, pair });
    },
  };
}
