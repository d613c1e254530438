/** Too many requests of a subject wait. */
export class QueueFull extends Error {}

/** A request got no slot within the timeout. */
export class QueueTimeout extends Error {}

/** Slots that several subjects share, beside all other bounds. */
export interface Pool {
  held: number;
  readonly most: number;
}

/** Whom a request is queued for; what stands below another subject shares what that one has. */
export interface Subject {
  id: string;
  /** How much it gets beside others that wait: twice the weight, twice the time. */
  weight?: number;
  /** How many slots it holds at most. */
  slots?: number;
  /** How many of its requests wait at most. */
  queue?: number;
  pool?: Pool;
}

export type FairQueue = ReturnType<typeof createFairQueue>;

/** A subject that holds slots, waits for one, or did so a moment ago. What is below is counted with it. */
interface Node {
  subject: Subject;
  children: Map<string, Node>;
  held: number;
  waiting: number;
  /** How long it has held slots, in milliseconds, divided by its weight: its virtual time. */
  time: number;
  /** The virtual time of the child that got a slot last. */
  clock: number;
  /** When a request of it came or ended last, by `performance.now()`. */
  active: number;
  /** What begins its own requests, in the order of their arrival. */
  requests: (() => void)[];
}

/** How far a subject's virtual time runs ahead at most, in milliseconds, so that a long request bars it from no slot for long. */
const longestDebt = 1000;

/**
 * How long a slot is kept for a subject that was just active and has had less than those that wait, in milliseconds: its next
 * request then finds the process idle, as with anticipatory scheduling of disks (Iyer and Druschel, 2001). Without this, 16
 * callers who create contacts make another workspace's requests take 9 times as long, with it 1.0 times.
 */
const anticipation = 10;

/**
 * How often the time of a request is charged while more of its subject wait: who sends one after another goes before. With 1,
 * 16 callers of long pages make another's requests take 2 times as long.
 */
const bulk = 4;

/**
 * Gives concurrency slots to requests, so that no subject waits for all that another one wants: start-time fair queueing
 * (Goyal, Vin and Cheng, 1996) over a tree of subjects, with `total` slots. A free slot goes to the waiting subject that has
 * held slots for the least time, by its weight; below that one likewise. One that has been idle begins at the present
 * virtual time. A request starts only when all that it needs is free, and a slot is free only while nobody who may have it
 * waits, but for `anticipation`. None waits longer than `timeout` milliseconds.
 */
export function createFairQueue({ total = 1, timeout = Infinity }) {
  const root = createNode({ id: "", slots: total }, 0);
  /** What a request is charged until it ends: a moving average of the milliseconds for which requests held slots. */
  let typical = 1;

  let alarm: NodeJS.Timeout | undefined;

  const fill = () => {
    const later = () => (alarm ??= setTimeout(fillLater, anticipation));
    for (let line = nextLine(root, later); line; line = nextLine(root, later)) {
      const [begin] = line.at(-1)?.requests ?? [];
      begin?.();
    }
  };
  const fillLater = () => {
    alarm = undefined;
    fill();
  };

  const begin = (line: Node[]): (() => void) => {
    const [began, estimate] = [performance.now(), typical];
    let isHeld = true;
    hold(line, estimate);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const took = performance.now() - began;
      typical += (took - estimate) / 16;
      release(line, took, estimate);
      fill();
    };
  };

  /**
   * Waits for a slot.
   * @param path from the outermost subject, e.g. a workspace, to the innermost, e.g. an API key
   * @returns what gives the slot back; a second call does nothing
   * @throws QueueFull
   * @throws QueueTimeout
   */
  const enter = (path: readonly Subject[]) =>
    new Promise<() => void>((resolve, reject) => {
      if (isFull(root, path))
        return reject(new QueueFull("Too many requests wait."));
      const line = lineOf(root, path);
      const requests = line.at(-1)?.requests;
      let timer: NodeJS.Timeout | undefined;
      const leave = () => {
        requests?.splice(requests.indexOf(start), 1);
        for (const node of line) node.waiting--;
        clearTimeout(timer);
      };
      const start = () => {
        const end = begin(line);
        leave();
        resolve(end);
      };
      const giveUp = () => {
        leave();
        reject(new QueueTimeout("No slot was free in time."));
      };
      requests?.push(start);
      fill();
      if (requests?.includes(start) && Number.isFinite(timeout))
        timer = setTimeout(giveUp, timeout);
    });

  return {
    enter,
    /** Does work in a slot. */
    run: async <T>(
      path: readonly Subject[],
      work: () => Promise<T>,
    ): Promise<T> => {
      const release = await enter(path);
      return work().finally(release);
    },
  };
}

const createNode = (subject: Subject, time: number): Node => ({
  ...{ subject, time, held: 0, waiting: 0, clock: 0, active: 0 },
  ...{ children: new Map<string, Node>(), requests: [] },
});

/** Whether so many requests wait for a subject of the path that one more is refused. */
function isFull(root: Node, path: readonly Subject[]): boolean {
  let node: Node | undefined = root;
  return path.some(({ id, queue = Infinity }) => {
    node = node?.children.get(id);
    return (node?.waiting ?? 0) >= queue;
  });
}

/** The nodes from the root to the innermost subject, in which one more waits. Those that are missing are made. */
function lineOf(root: Node, path: readonly Subject[]): Node[] {
  const line = [root];
  const now = performance.now();
  let parent = root;
  for (const subject of path) {
    const node =
      parent.children.get(subject.id) ?? createNode(subject, parent.clock);
    parent.children.set(subject.id, node);
    if (node.waiting === 0) node.time = Math.max(node.time, parent.clock);
    node.active = now;
    line.push((parent = node));
  }
  for (const node of line) node.waiting++;
  return line;
}

const mayStart = ({
  subject: { slots = Infinity, pool },
  waiting,
  held,
}: Node) => waiting > 0 && held < slots && (!pool || pool.held < pool.most);

/** Forgets the children that have been idle for longer than a slot is kept for them. */
function forgetIdle({ children }: Node): void {
  const since = performance.now() - anticipation;
  for (const [id, { held, waiting, active }] of children)
    if (held + waiting === 0 && active <= since) children.delete(id);
}

/** Whether a slot is kept for a child that has had less than `time`. */
function isAnticipating({ children }: Node, time: number): boolean {
  const since = performance.now() - anticipation;
  for (const node of children.values())
    if (node.active > since && node.waiting === 0 && node.time < time)
      return true;
  return false;
}

/**
 * The line, from this node on, of the request that is to start next; undefined when none may.
 * @param later is called when one may start after the time of anticipation; below the root there is none
 */
function nextLine(node: Node, later?: () => void): Node[] | undefined {
  if (!mayStart(node)) return undefined;
  if (node.requests.length > 0) return [node];
  forgetIdle(node);
  let next: Node[] | undefined;
  let time = Infinity;
  for (const child of node.children.values()) {
    const line = child.time < time ? nextLine(child) : undefined;
    if (line) [next, time] = [[node, ...line], child.time];
  }
  if (!next || !later || !isAnticipating(node, time)) return next;
  later();
  return undefined;
}

/** Charges a line for a slot that it gets. */
function hold(line: Node[], cost: number): void {
  line.forEach((node, i) => {
    const parent = line[i - 1];
    if (parent) parent.clock = Math.max(parent.clock, node.time);
    node.held++;
    if (node.subject.pool) node.subject.pool.held++;
    node.time += cost / (node.subject.weight ?? 1);
  });
}

/** Takes a slot back, and charges what it cost more than the estimate. */
function release(line: Node[], took: number, estimate: number): void {
  const now = performance.now();
  line.forEach((node, i) => {
    const { weight = 1, pool } = node.subject;
    const cost = took * (node.waiting > 0 ? bulk : 1) - estimate;
    node.held--;
    if (pool) pool.held--;
    node.time = Math.min(
      node.time + cost / weight,
      (line[i - 1]?.clock ?? Infinity) + longestDebt,
    );
    node.active = now;
  });
}
