import type { Contract } from "../contract/contract.ts";
import type { At } from "../contract/places.ts";
import type { Schema } from "../schema/schema.ts";
import type { Difference, Direction, Use } from "./difference.ts";
import type { Rule } from "../policy.ts";
import type { Pair } from "./pairs.ts";
import type { createSchemaComparison } from "./schemas.ts";

/** What differs in an operation, or in a part of it: in itself, and in the schemas that it has. */
export interface OperationPart {
  /** `GET /v1/contacts`, or what else it is part of. */
  operation: string;
  part: Direction | undefined;
  /** Who reads it, when it is a part. */
  direction: Direction | undefined;
  differences: Difference[];
  schemas: (Use & { pair: Pair })[];
}

/** Two contracts in comparison. */
export interface Both {
  base: Contract;
  head: Contract;
  today: string;
  pairOf: ReturnType<typeof createSchemaComparison>;
  operationParts: OperationPart[];
}

export type Report = (rule: Rule, change: string, base?: At, head?: At) => void;

/** The part of an operation that is compared. */
export interface Scope extends Both {
  /** Who reads the part. A webhook and a callback are sent by us: their requests are read as responses are. */
  direction: Direction;
  report: Report;
  compare(base: Schema, head: Schema, use?: Partial<Use>): void;
}

/** Begins to compare a part of an operation. */
export function scopeOf(both: Both, operation: string, part: Direction, isDelivery: boolean): Scope {
  const opposite = part === "request" ? "response" : "request";
  const direction = isDelivery ? opposite : part;
  const operationPart = addPart(both, operation, part, direction);
  return {
    ...both,
    direction,
    report: reportAt(operationPart),
    compare: (base, head, use) => {
      const pair = both.pairOf(base, head, direction);
      operationPart.schemas.push({ isXml: false, isStored: false, ...use, pair });
    },
  };
}

/** Reports what differs in operations themselves, in their access or in their address. */
export function reportIn(both: Both, ...operations: string[]): Report {
  const reports = operations.map((operation) => reportAt(addPart(both, operation)));
  return (...difference) => reports.forEach((report) => report(...difference));
}

function addPart(
  { operationParts }: Both,
  operation: string,
  part?: Direction,
  direction?: Direction,
): OperationPart {
  const operationPart: OperationPart = { operation, part, direction, differences: [], schemas: [] };
  operationParts.push(operationPart);
  return operationPart;
}

const reportAt =
  ({ differences }: OperationPart): Report =>
  (rule, change, base, head) =>
    void differences.push({ rule, change, base, head });
