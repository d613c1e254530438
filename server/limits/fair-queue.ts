import { LRUCache } from "lru-cache";

/** Too many requests of a subject wait. */
export class QueueFull extends Error {}

/** A request got no slot within the timeout. */
export class QueueTimeout extends Error {}

/** A subject shares slots with others: it is e.g. a workspace, or one of its keys. */
export interface Subject {
  id: string;
  /** Its share beside others that wait: twice the weight, twice the slots. */
  weight?: number;
  /** The maximum number of slots that it holds. */
  slots?: number;
  /** The maximum number of its requests that wait. */
  queue?: number;
}

/** The maximum number of slots that requests with this limit hold, whatever their subjects. */
export interface Limit {
  id: string;
  slots: number;
}

export type FairQueue = ReturnType<typeof createFairQueue>;

/** A subject that holds slots or waits for one. Its counts include its children's. */
interface Member {
  subject: Subject;
  /** Its own id and those of its parents. */
  key: string;
  children: Map<string, Member>;
  /** Its own requests that wait, in the order of arrival. */
  requests: Set<QueuedRequest>;
  waiting: number;
  held: number;
  /** Its load when the number of slots that it holds changed last. */
  load: Load;
}

/**
 * The number of slots that were held lately: an exponential moving average, at a time of
 * `performance.now()`.
 */
interface Load {
  slots: number;
  at: number;
}

interface QueuedRequest {
  /** The members from the outermost one, which has all slots, to the innermost. */
  members: Member[];
  limits: readonly Limit[];
  start: () => void;
}

/** The time in which the load of a subject without slots halves, in milliseconds. */
const halfLife = 100;
/**
 * A lower load counts as 0, so newcomers go before a waiting subject for one second at most.
 */
const lowestLoad = 0.001;
/** The number of absent subjects whose load is kept. */
const remembered = 10_000;

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
  const all = createMember({ id: "", slots: total }, "");
  /** Id of a limit → the slots that are held with it. */
  const heldWith = new Map<string, number>();
  /** Key of a subject that has left → its load: if it comes back soon, it still counts. */
  const idle = new LRUCache<string, Load>({ max: remembered });

  /** Finds or makes the members of subjects, from the outermost to the innermost. */
  const join = (subjects: readonly Subject[]): Member[] => {
    const members = [all];
    let parent = all;
    for (const subject of subjects) {
      const key = `${parent.key}/${subject.id}`;
      const member =
        parent.children.get(subject.id) ??
        createMember(subject, key, idle.get(key));
      parent.children.set(subject.id, member);
      members.push(member);
      parent = member;
    }
    return members;
  };

  /** Removes the members that neither hold a slot nor wait for one. */
  const leave = (members: Member[]) => {
    let parent = all;
    for (const member of members.slice(1)) {
      if (member.held === 0 && member.waiting === 0) {
        parent.children.delete(member.subject.id);
        idle.set(member.key, member.load);
      }
      parent = member;
    }
  };

  /** Adds a slot to the members and limits of a request, or removes it. */
  const changeHeld = (
    { members, limits }: QueuedRequest,
    difference: 1 | -1,
  ) => {
    const now = performance.now();
    for (const member of members) {
      member.load = loadOf(member, now);
      member.held += difference;
    }
    for (const { id } of limits) {
      const held = (heldWith.get(id) ?? 0) + difference;
      if (held > 0) heldWith.set(id, held);
      else heldWith.delete(id);
    }
  };

  /** Starts requests until no slot is free for any. */
  const startRequests = () => {
    const now = performance.now();
    let request = nextRequest(all, now);
    while (request) {
      request.start();
      request = nextRequest(all, now);
    }
  };

  /** The next request of a member or of those below it; undefined when none may start. */
  const nextRequest = (
    member: Member,
    now: number,
  ): QueuedRequest | undefined => {
    if (member.waiting === 0 || isAtLimit(member)) return undefined;
    const [own] = member.requests;
    if (own) return own.limits.every(hasRoom) ? own : undefined;
    let next: QueuedRequest | undefined;
    let lowest = Infinity;
    for (const child of member.children.values()) {
      const load = weightedLoadOf(child, now);
      if (load >= lowest) continue;
      const request = nextRequest(child, now);
      if (!request) continue;
      next = request;
      lowest = load;
    }
    return next;
  };

  const hasRoom = ({ id, slots }: Limit) => (heldWith.get(id) ?? 0) < slots;

  /** Takes a slot for a request, and returns the function that releases it. */
  const hold = (request: QueuedRequest): (() => void) => {
    let isHeld = true;
    changeHeld(request, 1);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      changeHeld(request, -1);
      leave(request.members);
      startRequests();
    };
  };

  /**
   * Waits for a slot.
   * @param subjects from the outermost subject, e.g. a workspace, to the innermost, e.g. an API
   *   key, whose requests start in the order of their arrival
   * @param limits bounds that the request shares with those of other subjects
   * @param signalOf makes the signal that is aborted when the request need not wait any more; called
   *   only for a request that has to wait
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
      const members = join(subjects);
      if (members.some(isFull)) {
        leave(members);
        reject(new QueueFull("Too many requests wait."));
        return;
      }
      const innermost = members.at(-1) ?? all;
      let timer: NodeJS.Timeout | undefined;
      let signal: AbortSignal | undefined;
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        innermost.requests.delete(request);
        for (const member of members) member.waiting--;
      };
      const giveUp = (reason: unknown) => {
        stopWaiting();
        leave(members);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const request: QueuedRequest = {
        members,
        limits,
        start: () => {
          const release = hold(request);
          stopWaiting();
          resolve(release);
        },
      };
      innermost.requests.add(request);
      for (const member of members) member.waiting++;
      startRequests();
      const hasStarted = !innermost.requests.has(request);
      if (hasStarted) return;
      signal = signalOf?.();
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort);
      if (timeout === Infinity) return;
      timer = setTimeout(
        () => giveUp(new QueueTimeout("No slot was free in time.")),
        timeout,
      );
    });

  return {
    enter,
    /** Does work in a slot; `signalOf` is that of `enter`. */
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

const createMember = (
  subject: Subject,
  key: string,
  load: Load = { slots: 0, at: 0 },
): Member => ({
  subject,
  key,
  children: new Map(),
  requests: new Set(),
  waiting: 0,
  held: 0,
  load,
});

const isFull = ({ waiting, subject: { queue = Infinity } }: Member) =>
  waiting >= queue;

const isAtLimit = ({ held, subject: { slots = Infinity } }: Member) =>
  held >= slots;

/**
 * The load of a member now: its load at an earlier time, moved towards the slots that it has held
 * since.
 */
function loadOf({ load, held }: Member, now: number): Load {
  const kept = 2 ** ((load.at - now) / halfLife);
  return { slots: held + (load.slots - held) * kept, at: now };
}

/** The load of a member by its weight. The lowest is served first. */
function weightedLoadOf(member: Member, now: number): number {
  const { slots } = loadOf(member, now);
  return slots < lowestLoad ? 0 : slots / (member.subject.weight ?? 1);
}
