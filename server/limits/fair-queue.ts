import {
  type ActiveSubject,
  createActiveSubjects,
  type Limit,
  type QueuedRequest,
  type Subject,
} from "./active-subjects.ts";
import { loadAfter, weighted } from "./load.ts";

/** Too many requests of a subject wait. */
export class QueueFull extends Error {}

/** A request got no slot within the timeout. */
export class QueueTimeout extends Error {}

export type FairQueue = ReturnType<typeof createFairQueue>;

/**
 * Shares slots among subjects, so that many requests of one subject do not block the others.
 *
 * Subjects are nested, e.g. a workspace and its API keys. A free slot goes to the workspace that
 * has held the fewest slots lately, relative to its weight, among those with a request that may
 * start. Inside the workspace the same rule chooses the key. No slot stays free while a request
 * waits that may have it.
 *
 * @param total the number of slots
 * @param timeout how long a request waits at most, in milliseconds
 */
export function createFairQueue({
  total,
  timeout = Infinity,
}: {
  total: number;
  timeout?: number;
}) {
  const { all, join, leave } = createActiveSubjects(total);
  /** Id of a limit → the slots that are held with it. */
  const heldWith = new Map<string, number>();

  /** Adds a slot to the subjects and limits of a request, or removes it. */
  const changeHeld = (
    { subjects, limits }: QueuedRequest,
    difference: 1 | -1,
  ) => {
    const now = performance.now();
    for (const subject of subjects) {
      subject.load = loadAfter(subject.load, subject.held, now);
      subject.held += difference;
    }
    for (const { id } of limits) {
      const held = (heldWith.get(id) ?? 0) + difference;
      if (held > 0) heldWith.set(id, held);
      else heldWith.delete(id);
    }
  };

  const hasRoom = ({ id, slots }: Limit) => (heldWith.get(id) ?? 0) < slots;

  /** The next request of a subject or of those below it; undefined when none may start. */
  const nextRequest = (
    { subject, held, waiting, requests, children }: ActiveSubject,
    now: number,
  ): QueuedRequest | undefined => {
    if (waiting === 0) return undefined;
    if (held >= (subject.slots ?? Infinity)) return undefined;
    const [own] = requests;
    if (own) return own.limits.every(hasRoom) ? own : undefined;

    let next: QueuedRequest | undefined;
    let lowest = Infinity;
    for (const child of children.values()) {
      const load = weightedLoad(child, now);
      if (load >= lowest) continue;
      const request = nextRequest(child, now);
      if (!request) continue;
      next = request;
      lowest = load;
    }
    return next;
  };

  /** Starts requests until no slot is free for any. */
  const startRequests = () => {
    const now = performance.now();
    let request = nextRequest(all, now);
    while (request) {
      start(request);
      request = nextRequest(all, now);
    }
  };

  const start = (request: QueuedRequest) => {
    stopWaiting(request);
    changeHeld(request, 1);
    let isHeld = true;
    request.resolve(() => {
      if (!isHeld) return;
      isHeld = false;
      changeHeld(request, -1);
      leave(request.subjects);
      startRequests();
    });
  };

  const giveUp = (request: QueuedRequest, reason: unknown) => {
    stopWaiting(request);
    leave(request.subjects);
    request.reject(reason);
  };

  /** Lets a request wait until the timeout, or until its signal is aborted. */
  const limitWait = (request: QueuedRequest, signal?: AbortSignal) => {
    const onAbort = () => giveUp(request, signal?.reason);
    const onTimeout = () =>
      giveUp(request, new QueueTimeout("No slot was free in time."));

    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const timer =
      timeout === Infinity ? undefined : setTimeout(onTimeout, timeout);
    request.stopTimer = () => {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    };
  };

  /**
   * Waits for a slot.
   * @param subjects from the outermost subject, e.g. a workspace, to the innermost, e.g. an API
   *   key, whose requests start in the order of their arrival
   * @param limits bounds that the request shares with requests of other subjects
   * @param signalOf makes the signal that is aborted when the request need not wait any more;
   *   called only for a request that has to wait
   * @returns the function that releases the slot; a second call does nothing
   * @throws QueueFull
   * @throws QueueTimeout
   * @throws the reason of the signal
   */
  const enter = (
    subjects: readonly Subject[],
    limits: readonly Limit[] = [],
    signalOf?: () => AbortSignal,
  ) =>
    new Promise<() => void>((resolve, reject) => {
      const joined = join(subjects);
      if (joined.some(isQueueFull)) {
        leave(joined);
        return reject(new QueueFull("Too many requests wait."));
      }
      const request: QueuedRequest = {
        subjects: joined,
        innermost: joined.at(-1) ?? all,
        limits,
        resolve,
        reject,
        stopTimer: () => undefined,
      };
      startWaiting(request);
      startRequests();
      if (isWaiting(request)) limitWait(request, signalOf?.());
    });

  return {
    enter,
    /** Does work in a slot; `enter` describes `signalOf`. */
    run: async <T>(
      subjects: readonly Subject[],
      work: () => Promise<T>,
      signalOf?: () => AbortSignal,
    ): Promise<T> => {
      const release = await enter(subjects, [], signalOf);
      return work().finally(release);
    },
  };
}

/** The load of a subject now, by its weight. The lowest is served first. */
const weightedLoad = (
  { subject, load, held }: ActiveSubject,
  now: number,
): number => weighted(loadAfter(load, held, now), subject.weight ?? 1);

const isQueueFull = ({ subject, waiting }: ActiveSubject): boolean =>
  waiting >= (subject.queue ?? Infinity);

const isWaiting = (request: QueuedRequest): boolean =>
  request.innermost.requests.has(request);

function startWaiting(request: QueuedRequest): void {
  request.innermost.requests.add(request);
  for (const subject of request.subjects) subject.waiting++;
}

function stopWaiting(request: QueuedRequest): void {
  request.stopTimer();
  request.innermost.requests.delete(request);
  for (const subject of request.subjects) subject.waiting--;
}
