import { sql } from "kysely";

/**
 * Whether no worker has a delivery for an attempt. It compares with the time at which the statement starts: a function of
 * each moment is none that Citus lets statements use.
 */
export const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= statement_timestamp())`;
