import type { Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import type { Location } from "../contract/locations.ts";
import type { Rule } from "../policy.ts";
import type { Schema } from "../schema/schema.ts";
import type { Difference, Direction, Pair, Use } from "./difference.ts";

/** What differs in operations, or in a part of one: in itself, and in the schemas that it uses. */
export interface OperationPart {
  /** `GET /v1/contacts`, or what else it is part of. */
  operations: readonly string[];
  /** None when it is the operations themselves. */
  part: Direction | undefined;
  /** Who reads it. */
  direction: Direction;
  differences: Difference[];
  schemas: (Use & { pair: Pair })[];
}

/** Two contracts in comparison. */
export interface Both {
  base: Contract;
  head: Contract;
  today: string;
  pairOf(base: Schema, head: Schema, direction: Direction): Pair;
  /** What was found so far. */
  operationParts: OperationPart[];
}

export type Report = (
  rule: Rule,
  change: string,
  base?: Location,
  head?: Location,
) => void;

/** A key of a node in both contracts. */
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
  report: Report;
  compare(base: Schema, head: Schema, use?: Partial<Use>): void;
}

/**
 * Begins to compare operations, or a part of one.
 * @param isDelivery whether it is we who send the request, as in a webhook and a callback: it is read as a response is
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
    compare: (base, head, use) => {
      const pair = both.pairOf(base, head, direction);
      found.schemas.push({ isXml: false, isStored: false, ...use, pair });
    },
  };
}
