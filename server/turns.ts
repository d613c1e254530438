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

/** What one subject has: turns that it took, and those that it waits for. */
interface Line {
  running: number;
  waiting: Set<() => void>;
}

/**
 * At most `total` turns at once, of which one subject has at most `share` while others were there in the last second,
 * and all of them when it is alone. What is free goes to the subjects in a circle. One subject has at most `queue` that
 * wait, and none waits longer than `timeout` milliseconds.
 */
export function createTurns({ total = 1, share = 1, queue = Infinity, timeout = Infinity }): Turns {
  /** In the order in which they get what is free. */
  const lines = new Map<string, Line>();
  const lastSeen = new Map<string, number>();
  let running = 0;

  const shareNow = () => {
    const oldest = performance.now() - 1000;
    for (const [subject, at] of lastSeen) {
      if (at > oldest) break;
      if (!lines.has(subject)) lastSeen.delete(subject);
    }
    return lastSeen.size > 1 ? share : total;
  };

  const end = (subject: string, line: Line) => {
    running--;
    line.running--;
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
    const most = shareNow();
    for (const [subject, line] of lines) {
      if (running >= total) return;
      const [next] = line.waiting;
      if (!next || line.running >= most) continue;
      line.waiting.delete(next);
      line.running++;
      running++;
      moveLast(subject, line); // this loop comes to it again
      next();
    }
  };

  const take: Turns["take"] = (subject) =>
    new Promise((resolve, reject) => {
      const line = lines.get(subject) ?? { running: 0, waiting: new Set() };
      if (line.waiting.size >= queue) return reject(new Crowded("Too many wait for their turn."));
      lines.set(subject, line);
      lastSeen.delete(subject);
      lastSeen.set(subject, performance.now());
      const leave = () => {
        line.waiting.delete(next);
        moveLast(subject, line);
        reject(new Late("No turn came in time."));
      };
      const timer = Number.isFinite(timeout) ? setTimeout(leave, timeout) : undefined;
      const next = () => {
        clearTimeout(timer);
        resolve(() => end(subject, line));
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
