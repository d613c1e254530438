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
 * Gives the function that stores what a request makes of a locked object (D-36), with a time after
 * its last change, and records the event; it does neither when nothing changes.
 * @returns the row as it then is
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
    /** The object as a read of it returns it, where that is more. */
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
