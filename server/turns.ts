/** Too many requests of the subject wait for a turn. */
export class Crowded extends Error {}

/** The subject got no turn within the timeout. */
export class Late extends Error {}

/** Lets subjects take turns, so that none uses everything while another waits. */
export interface Turns {
  /**
   * Waits for a turn of the subject; the result ends it.
   * @throws Crowded
   * @throws Late
   */
  take: (subject: string) => Promise<() => void>;
  /** Does work in a turn of the subject. */
  run: <T>(subject: string, work: () => Promise<T>) => Promise<T>;
}

/** The turns that one subject has, and those that it waits for. Times are those of `performance.now()`. */
interface Line {
  running: number;
  waiting: Set<() => void>;
  /** When the subject asked for its latest turn. */
  asked: number;
  /** When the subject has rested enough after its turns. */
  rested: number;
}

const isIdle = ({ running, waiting }: Line) => running + waiting.size === 0;

/** How long a subject counts as present after it asked for a turn, in milliseconds. */
const presence = 1000;
/** How long a subject rests at most, in milliseconds. */
const longestRest = 1000;

/** The lines of the subjects that have turns, wait for one, or asked for one a moment ago. */
function createPresence() {
  /** In the order in which they asked. */
  const present = new Map<string, Line>();
  return {
    /** Notes that a subject asks now, and gives its line. */
    ask: (subject: string): Line => {
      const line = present.get(subject) ?? { running: 0, waiting: new Set(), asked: 0, rested: 0 };
      line.asked = performance.now();
      present.delete(subject);
      present.set(subject, line);
      return line;
    },
    waitingOf: (subject: string) => present.get(subject)?.waiting.size ?? 0,
    /** Whether more than one is present. Forgets those that are not any more. */
    areSeveral: (now: number) => {
      for (const [subject, line] of present) {
        if (now - line.asked < presence) break;
        if (isIdle(line)) present.delete(subject);
      }
      return present.size > 1;
    },
  };
}

/**
 * At most `total` turns at once, of which one subject has at most `share` while others are present, and all of them when it
 * is alone. Free turns go to the waiting subjects one after another. For one subject at most `queue` requests wait, and none
 * waits longer than `timeout` milliseconds.
 *
 * While others are present, a subject that asks for several turns at once rests after each of them: its turns, added up,
 * take `dutyCycle` of the time. In between, resources such as the event loop are free for others. A subject that asks for
 * one turn after another never rests.
 */
export function createTurns({
  total = 1,
  share = 1,
  dutyCycle = Infinity,
  queue = Infinity,
  timeout = Infinity,
}): Turns {
  const present = createPresence();
  /** The subjects that have turns or wait for one, in the order in which they get free turns. */
  const lines = new Map<string, Line>();
  let running = 0;
  let alarm: NodeJS.Timeout | undefined;

  /** Moves the subject behind the others; an idle one is removed. */
  const moveLast = (subject: string, line: Line) => {
    lines.delete(subject);
    if (!isIdle(line)) lines.set(subject, line);
  };

  /** Gives free turns to waiting subjects. */
  const begin = () => {
    const now = performance.now();
    const several = present.areSeveral(now);
    let rest = Infinity;
    for (const [subject, line] of lines) {
      if (running >= total) break;
      const [next] = line.waiting;
      if (!next || (several && line.running >= share)) continue;
      if (several && line.rested > now) {
        rest = Math.min(rest, line.rested - now);
        continue;
      }
      line.waiting.delete(next);
      line.running++;
      running++;
      moveLast(subject, line); // this loop visits it again
      next();
    }
    clearTimeout(alarm);
    if (rest < Infinity) alarm = setTimeout(begin, rest);
  };

  const end = (subject: string, line: Line, began: number) => {
    running--;
    line.running--;
    const now = performance.now();
    if (present.areSeveral(now) && !isIdle(line)) {
      const rested = Math.max(line.rested, began) + (now - began) / dutyCycle;
      line.rested = Math.min(rested, now + longestRest);
    }
    moveLast(subject, line);
    begin();
  };

  const take: Turns["take"] = (subject) =>
    new Promise((resolve, reject) => {
      if (present.waitingOf(subject) >= queue) return reject(new Crowded("Too many wait for their turn."));
      const line = present.ask(subject);
      const leave = () => {
        line.waiting.delete(next);
        moveLast(subject, line);
        reject(new Late("No turn came in time."));
      };
      let timer: NodeJS.Timeout | undefined;
      const next = () => {
        clearTimeout(timer);
        const began = performance.now();
        resolve(() => end(subject, line, began));
      };
      line.waiting.add(next);
      lines.set(subject, line);
      begin();
      if (line.waiting.has(next) && Number.isFinite(timeout)) timer = setTimeout(leave, timeout);
    });

  return {
    take,
    run: async (subject, work) => {
      const end = await take(subject);
      return work().finally(end);
    },
  };
}
