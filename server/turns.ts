/** No turn can come: too many of the subject wait. */
export class Crowded extends Error {}

/** No turn came in time. */
export class Late extends Error {}

/** Lets subjects take turns, so that none has everything while another waits. */
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

/** What one subject has: turns that it took, and those that it waits for. Moments are those of `performance.now()`. */
interface Line {
  running: number;
  waiting: Set<() => void>;
  /** When it asked for its latest turn. */
  asked: number;
  /** When it has rested enough after its turns. */
  rested: number;
}

/** For how long a subject that asked for a turn is there, in milliseconds. */
const presence = 1000;
/** How long a subject rests at most, in milliseconds. */
const longestRest = 1000;

/**
 * At most `total` turns at once, of which one subject has at most `share` while others were there in the last second, and
 * all of them when it is alone. What is free goes to the subjects in a circle. One subject has at most `queue` that wait,
 * and none waits longer than `timeout` milliseconds.
 *
 * Beside others, a subject that asks for several turns at once rests after each: its turns, counted one after another,
 * take `dutyCycle` of the time. So what its turns keep busy, such as the event loop, is free for others in between; one
 * that asks for a turn after another never rests.
 */
export function createTurns({
  total = 1,
  share = 1,
  dutyCycle = Infinity,
  queue = Infinity,
  timeout = Infinity,
}): Turns {
  /** Those that have turns or wait for one, in the order in which they get what is free. */
  const lines = new Map<string, Line>();
  /** Those that are there, in the order in which they asked. */
  const present = new Map<string, Line>();
  let running = 0;
  let alarm: NodeJS.Timeout | undefined;

  const areSeveral = (now: number) => {
    for (const [subject, { asked }] of present) {
      if (now - asked < presence) break;
      if (!lines.has(subject)) present.delete(subject);
    }
    return present.size > 1;
  };

  const end = (subject: string, line: Line, began: number) => {
    running--;
    line.running--;
    const now = performance.now();
    if (areSeveral(now) && line.running + line.waiting.size > 0) {
      const rested = Math.max(line.rested, began) + (now - began) / dutyCycle;
      line.rested = Math.min(rested, now + longestRest);
    }
    moveLast(subject, line);
    begin();
  };

  /** Lets the others come first; a line that is empty goes. */
  const moveLast = (subject: string, line: Line) => {
    lines.delete(subject);
    if (line.running + line.waiting.size > 0) lines.set(subject, line);
  };

  /** Gives what is free to those that wait. */
  const begin = () => {
    const now = performance.now();
    const several = areSeveral(now);
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
      moveLast(subject, line); // this loop comes to it again
      next();
    }
    clearTimeout(alarm);
    if (rest < Infinity) alarm = setTimeout(begin, rest);
  };

  const take: Turns["take"] = (subject) =>
    new Promise((resolve, reject) => {
      const line = present.get(subject) ?? { running: 0, waiting: new Set(), asked: 0, rested: 0 };
      if (line.waiting.size >= queue) return reject(new Crowded("Too many wait for their turn."));
      line.asked = performance.now();
      lines.set(subject, line);
      present.delete(subject);
      present.set(subject, line);
      const leave = () => {
        line.waiting.delete(next);
        moveLast(subject, line);
        reject(new Late("No turn came in time."));
      };
      const timer = Number.isFinite(timeout) ? setTimeout(leave, timeout) : undefined;
      const next = () => {
        clearTimeout(timer);
        const began = performance.now();
        resolve(() => end(subject, line, began));
      };
      line.waiting.add(next);
      begin();
    });

  return {
    take,
    run: async (subject, work) => {
      const end = await take(subject);
      return work().finally(end);
    },
  };
}
