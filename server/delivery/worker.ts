import { makeAttempt, type Means } from "./attempt.ts";
import { openQueue, type Job } from "../webhooks/queue.ts";
import { requeueForgotten } from "./requeue.ts";

/** Attempts that one process makes at once. */
const capacity = 400;
/** How many jobs to fetch at once. */
const batch = 100;
/** Attempts at once to one webhook. */
const share = 20;
/** How often to look for attempts that are due, when nothing rings, in milliseconds. */
const interval = 500;
/** After this time without an answer, in milliseconds, nothing waits for a receiver any more. */
const patience = 1000;

/**
 * Makes the attempts that are due until it is stopped. Each webhook has a share of the capacity. What exceeds the
 * share waits for its turn; behind a receiver that is slow it goes back to the queue, so that it takes no room from
 * the others. The result stops the worker and resolves when the attempts under way are done.
 */
export async function startWorker(means: Means): Promise<() => Promise<void>> {
  const { store, log } = means;
  const queue = await openQueue(store, (err) => log.error({ err }, "the queue of deliveries failed"));
  await requeueForgotten(store);
  /** Webhook → when each of its attempts under way was begun. */
  const underWay = new Map<string, Set<{ begun: number }>>();
  const attempts = new Set<Promise<void>>();
  let waiting: Job[] = [];
  let stopped = false;
  let rung = false;
  let full = false;
  let wake = () => {};

  const ring = () => {
    rung = true;
    wake();
  };

  const begin = (job: Job) => {
    const mark = { begun: performance.now() };
    const others = underWay.get(job.webhookId) ?? new Set();
    underWay.set(job.webhookId, others.add(mark));
    const attempt = makeAttempt(job, means)
      .catch(async (err: unknown) => {
        log.error({ err, delivery: job.deliveryId }, "an attempt could not be made and is tried again");
        await queue.postpone([job]);
      })
      .finally(() => {
        attempts.delete(attempt);
        others.delete(mark);
        if (others.size === 0) underWay.delete(job.webhookId);
        beginWaiting();
        if (full && hasRoom()) wake();
      });
    attempts.add(attempt);
  };

  const beginWaiting = () => {
    waiting = waiting.filter((job) => {
      const hasShare = (underWay.get(job.webhookId)?.size ?? 0) < share;
      if (hasShare) begin(job);
      return !hasShare;
    });
  };

  const hasRoom = () => attempts.size + waiting.length + batch <= capacity;

  const isSlow = (webhookId: string) =>
    [...(underWay.get(webhookId) ?? [])].some(({ begun }) => performance.now() - begun > patience);

  const giveBack = async (jobs: Job[]) => {
    if (jobs.length === 0) return;
    waiting = waiting.filter((job) => !jobs.includes(job));
    await queue.postpone(jobs);
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, rung ? 0 : interval);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const work = async () => {
    while (!stopped) {
      rung = false;
      full = !hasRoom();
      const jobs = full ? [] : await queue.fetch(batch);
      waiting.push(...jobs);
      beginWaiting();
      await giveBack(waiting.filter(({ webhookId }) => isSlow(webhookId)));
      if (jobs.length === 0) await pause();
    }
    await giveBack(waiting);
  };

  store.bell.on("ring", ring);
  const working = work().catch((err: unknown) => log.error({ err }, "the worker of deliveries failed"));
  return async () => {
    stopped = true;
    store.bell.off("ring", ring);
    wake();
    await working;
    await Promise.all(attempts);
    await queue.close();
  };
}
