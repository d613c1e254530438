import { CompiledQuery, type Kysely } from "kysely";
import PgBoss from "pg-boss";
import type { Change } from "../store/change.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";

/** One attempt to make. */
export interface Task {
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
  /** Counts the attempts of the delivery, from 1. */
  attempt: number;
}

/** A task that somebody has fetched. `id` is that of the queue's job. */
export interface Job extends Task {
  id: string;
}

/** The attempts that are due. What it holds is no more than a reminder; the deliveries are the record. */
export interface Queue {
  /** At most `limit` jobs, which nobody else gets for half a minute. None when the store cannot be reached. */
  fetch: (limit: number) => Promise<Job[]>;
  /**
   * Gives jobs back, to be fetched again in a quarter of a minute; or after the half minute in which nobody else gets them,
   * when the store cannot be reached.
   */
  postpone: (jobs: Job[]) => Promise<void>;
  close: () => Promise<void>;
}

/** The name that migration 0003 gave it. */
const name = "attempts";

/** Writes tasks as part of a change, to be done after `delay` milliseconds. They exist if and only if it commits. */
export async function enqueue(
  change: Pick<Change, "transaction" | "ring">,
  tasks: Task[],
  delay = 0,
): Promise<void> {
  // A text without Z is a span of time by the database's clock.
  const jobs = tasks.map((data) => ({ name, data, startAfter: String(delay / 1000) }));
  await writer.insert(jobs, { db: sqlOf(change.transaction) });
  if (delay === 0) change.ring = true;
}

/** Removes a job as part of a change. */
export async function removeJob({ transaction }: Change, id: string): Promise<void> {
  await writer.deleteJob(name, id, { db: sqlOf(transaction) });
}

/** Opens the queue for a worker: it also looks after jobs whose process has died. */
export async function openQueue({ database }: Store, onError: (error: Error) => void): Promise<Queue> {
  const boss = new PgBoss({ db: sqlOf(database), schedule: false, maintenanceIntervalSeconds: 10 });
  boss.on("error", onError);
  await boss.start();
  return {
    fetch: async (limit) => {
      const jobs = await boss.fetch<Task>(name, { batchSize: limit });
      return jobs.map(({ id, data }) => ({ id, ...data }));
    },
    postpone: async (jobs) => {
      const ids = jobs.map(({ id }) => id);
      await boss.fail(name, ids).catch(() => undefined);
    },
    close: () => boss.stop({ graceful: false, wait: true, timeout: 1000 }),
  };
}

const writer = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error("Every statement of the writer belongs to a change.")) },
});

/** How pg-boss reaches our database. */
function sqlOf(database: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text, values = []) => {
      if (database.isTransaction) return run(database, text, values);
      return database.connection().execute(async (connection) => {
        try {
          return await run(connection, text, values);
        } catch (error) {
          // Some of its texts are transactions; one that fails half-way would spoil the connection.
          await run(connection, "rollback", []).catch(() => undefined);
          throw error;
        }
      });
    },
  };
}

async function run(database: Kysely<Tables>, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const { rows } = await database.executeQuery(CompiledQuery.raw(text, values));
  return { rows };
}
