import type { Registry } from "prom-client";
import { lanes } from "../webhooks/job.ts";
import { slotsOf } from "../webhooks/room.ts";
import type { Worker } from "../webhooks/worker.ts";
import { reportCounter, reportGauge } from "./report.ts";

/**
 * The retention of a process: its runs, the rows that they deleted, and the time that they took.
 */
export type RetentionCounts = Record<
  "succeeded" | "failed" | "rows" | "seconds",
  number
>;

/** Work of this process beside requests. */
export interface Background {
  worker: Pick<Worker, "load" | "counts">;
  retention: { counts: Readonly<RetentionCounts> };
}

const byOutcome = (counts: Record<"succeeded" | "failed", number>) => () =>
  (["succeeded", "failed"] as const).map(
    (outcome): [{ outcome: string }, number] => [{ outcome }, counts[outcome]],
  );

/** Reports the attempts of this process's worker, and its retention. */
export function reportBackground(
  registry: Registry,
  { worker, retention }: Background,
): void {
  reportCounter(registry, {
    name: "contacts_api_delivery_attempts_total",
    help: "Delivery attempts that this process made, by their outcome",
    labelNames: ["outcome"],
    read: byOutcome(worker.counts),
  });
  reportCounter(registry, {
    name: "contacts_api_webhooks_disabled_total",
    help: "Webhooks that this process disabled, as their receivers failed",
    read: () => worker.counts.disabled,
  });
  reportGauge(registry, {
    name: "contacts_api_delivery_slots",
    help: "Slots for delivery attempts of this process, for receivers that respond (quick) and others (slow): under way, and the most that may be",
    labelNames: ["pool", "state"],
    read: () => {
      const underWay = worker.load();
      return lanes.flatMap((lane) => [
        [{ pool: lane, state: "under_way" }, underWay[lane]],
        [{ pool: lane, state: "most" }, slotsOf[lane].total],
      ]);
    },
  });
  reportCounter(registry, {
    name: "contacts_api_retention_runs_total",
    help: "Times that this process deleted what has expired, by their outcome",
    labelNames: ["outcome"],
    read: byOutcome(retention.counts),
  });
  reportCounter(registry, {
    name: "contacts_api_retention_rows_total",
    help: "Rows that this process deleted, as they have expired",
    read: () => retention.counts.rows,
  });
  reportCounter(registry, {
    name: "contacts_api_retention_seconds_total",
    help: "Seconds for which this process deleted what has expired",
    read: () => retention.counts.seconds,
  });
}
