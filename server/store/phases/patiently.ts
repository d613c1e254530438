import { sql, type Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "../errors.ts";
import type { Report } from "../migration.ts";
import type { Tables } from "../tables.ts";

/**
 * The time for which a migration waits for a lock, in milliseconds. Meanwhile others wait behind
 * it.
 */
const lockTimeout = 300;
const maxTries = 300;

/** A lock was not free in time, or two transactions waited for each other. */
const isContended = (error: unknown) =>
  ["55P03", "40P01"].includes(codeOf(error));

/** Runs a transaction again and again until the locks that it needs are free. */
export async function patiently<Result>(
  connection: Kysely<Tables>,
  report: Report,
  work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await connection.transaction().execute(async (transaction) => {
        await sql
          .raw(`set local lock_timeout = ${lockTimeout}`)
          .execute(transaction);
        return work(transaction);
      });
    } catch (error) {
      if (!isContended(error) || tries === maxTries) throw error;
      if (tries % 5 === 0)
        report(
          "somebody holds the lock for long (see pg_stat_activity); trying again ...",
        );
      await setTimeout(lockTimeout * (1 + Math.random())); // others get their turn
    }
  }
}
