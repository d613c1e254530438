import { isDeepStrictEqual } from "node:util";
import type { objects } from "../../generated/objects.ts";
import type { components } from "../../generated/types.ts";
import { requireValid } from "../contract/schema.ts";
import { type Timestamp, timestampAfter } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";
import { type Precondition, requireMatch } from "./etags.ts";

type Schemas = components["schemas"];

/** The objects that have a version. */
type ObjectName = {
  [Name in keyof typeof objects]: "version" extends keyof Schemas[Name]
    ? Name
    : never;
}[keyof typeof objects];

/**
 * Creates a function that stores the change of a locked object (D-36) and records its event. The
 * new `updated_at` is after the last change. When nothing changes, the function does neither.
 * @returns a function that returns the row after the change
 * @throws ApiError 412; 422 when stored fields break the contract and the change does not mend them
 */
export const changesOf =
  <Name extends ObjectName, Shown, Stored>({
    schema,
    toObject,
    toDetail = toObject,
    store,
    record,
  }: {
    schema: Name;
    toObject: (row: Shown) => Schemas[Name];
    /** Makes the object as a read returns it, when a read returns more fields. */
    toDetail?: (row: Shown) => { version?: string };
    store: (tx: Transaction, row: Stored) => void;
    /** Records the event. */
    record?: (
      tx: Transaction,
      data: Schemas[Name],
      before: Schemas[Name],
      timestamp: Timestamp,
    ) => void;
  }) =>
  async <Row extends Shown & Stored & { updated_at: Timestamp }>(
    tx: Transaction,
    before: Row,
    after: Row,
    precondition: Precondition,
  ): Promise<Row> => {
    requireValid(schema, toObject(after));
    if (isDeepStrictEqual(after, before)) return before;
    requireMatch(precondition, toDetail(before));
    const row = {
      ...after,
      updated_at: timestampAfter(before, tx.now),
    };
    store(tx, row);
    record?.(tx, toObject(row), toObject(before), row.updated_at);
    return row;
  };
