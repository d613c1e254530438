import { type Kysely, type Selectable, sql } from "kysely";
import { objects } from "../../generated/objects.ts";
import type { Event, TestEvent } from "../../generated/types.ts";
import { send } from "./rows.ts";
import { evaluate, statement } from "./statement.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/*
 * How a reader of the feed skips no event although writers do not wait for each other. The database
 * numbers events as they are written; a later number may be committed first. So a writer announces
 * the newest number before it takes one: until its transaction ends, however it ends, it holds a
 * shared lock with that number as its name. The numbers that it takes are higher. A reader shows
 * events up to the lowest number that is announced, because their writers have ended.
 */

/** The newest number that was taken. */
const newest = sql<string>`last_value - (not is_called)::integer`;
/** A lock has room for 32 bits of the workspace, and for the lower 32 of the number. */
const bits32 = 2 ** 32;

/** Announces a writer until its transaction ends. It comes before the writer takes numbers. */
export function announce(tx: Transaction): void {
  const { database, workspaceId } = tx;
  void send(tx, lockNewest(database, { workspaceId }));
}

const lockNewest = statement(
  (_database, { workspaceId }: { workspaceId: string }) => sql`
    select pg_advisory_xact_lock_shared(hashtext(${workspaceId}), (${newest})::bit(32)::integer)
    from events_sequence_seq`,
);

/**
 * Returns the number up to which the feed of a workspace is final: no event up to it can be added
 * any more. Events have to be read by a later statement.
 */
export function settledUpTo(
  database: Kysely<Tables>,
  workspaceId: string,
): Promise<string> {
  const settled = sql<string>`(
    with taken as materialized (
      select ${newest} as number from events_sequence_seq
    )
    select least(number, (
      select min(number - ((number - objid::bigint + ${bits32 / 2}) & ${bits32 - 1}) + ${bits32 / 2}) from pg_locks
      where locktype = 'advisory' and objsubid = 2 and classid::bigint = hashtext(${workspaceId})::bigint & ${bits32 - 1}
        and database = (select oid from pg_database where datname = current_database())
    )) from taken)`;
  return evaluate(database, settled);
}

/** The columns of a stored event that the contract shows. */
export const eventColumns = [
  "id",
  "type",
  "data",
  "created_at",
  "request",
  "client_name",
  "previous",
] as const;
export type EventRow = Pick<
  Selectable<Tables["events"]>,
  (typeof eventColumns)[number]
>;

/**
 * A stored event in the form of the contract. Its type and data were checked together when it was
 * written.
 */
export function eventOf({
  id,
  type,
  data,
  created_at,
  request,
  client_name,
  previous,
}: EventRow): Event | TestEvent {
  const cause = request && { ...request, client_name };
  return {
    ...objects.EventFields({ id, created_at, request: cause }),
    type,
    data,
    ...(previous && { previous }),
  } as Event | TestEvent;
}
