import type { At, Contract } from "../contract/contract.ts";
import type { Difference, Direction, Rule } from "./difference.ts";
import type { Pair } from "./pair.ts";
import type { createSchemaComparison } from "./schemas.ts";

/** What differs in a part of an operation: in itself, and in the schemas that it has. */
export interface Place {
  /** `GET /v1/contacts`, or what else it is part of. */
  operation: string;
  part: Direction | undefined;
  differences: Difference[];
  schemas: { pair: Pair; isXml: boolean }[];
}

/** Two contracts in comparison. */
export interface Both {
  base: Contract;
  head: Contract;
  today: string;
  schemas: ReturnType<typeof createSchemaComparison>;
  places: Place[];
}

/** The part of an operation that is compared. */
export interface Scope extends Both {
  part: Direction;
  /** Who reads the part. A webhook and a callback are sent by us: their requests are read as responses are. */
  direction: Direction;
  report(rule: Rule, change: string, base?: At, head?: At): void;
  compare(base: unknown, head: unknown, isXml?: boolean): void;
}

/** Begins to compare a part of an operation. */
export function scopeOf(both: Both, operation: string, part: Direction, isDelivery: boolean): Scope {
  const place: Place = { operation, part, differences: [], schemas: [] };
  both.places.push(place);
  const direction = isDelivery ? (part === "request" ? "response" : "request") : part;
  return {
    ...both,
    part,
    direction,
    report: (rule, change, base, head) => void place.differences.push({ rule, change, base, head }),
    compare: (base, head, isXml = false) => {
      const { schemas } = both;
      const pair = schemas.pairOf(schemas.base.all([base]), schemas.head.all([head]), direction);
      place.schemas.push({ pair, isXml });
    },
  };
}

/** Reports a difference of the operation itself, of its access or of its address. */
export function reportOf(
  both: Both,
  operation: string,
  rule: Rule,
  change: string,
  base?: At,
  head?: At,
): void {
  both.places.push({ operation, part: undefined, differences: [{ rule, change, base, head }], schemas: [] });
}
