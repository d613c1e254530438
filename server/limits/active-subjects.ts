import { LRUCache } from "lru-cache";
import { type Load, noLoad } from "./load.ts";

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

/** A subject that holds slots or waits for one. Its counts include the counts of its children. */
export interface ActiveSubject {
  subject: Subject;
  /** Its own id and the ids of its parents. */
  key: string;
  children: Map<string, ActiveSubject>;
  /** Its own requests that wait, in the order of arrival. */
  requests: Set<QueuedRequest>;
  waiting: number;
  held: number;
  /** Its load when the number of slots that it holds changed last. */
  load: Load;
}

/** A request that waits for a slot. */
export interface QueuedRequest {
  /** From the outermost subject, which has all slots, to the innermost. */
  subjects: ActiveSubject[];
  /** The last of these subjects, in whose `requests` the request waits. */
  innermost: ActiveSubject;
  limits: readonly Limit[];
  /** Gives the request its slot, with the function that releases the slot. */
  resolve: (release: () => void) => void;
  reject: (reason: unknown) => void;
  /** Called when the request has its slot, or has given up. */
  stopTimer: () => void;
}

/** The number of absent subjects whose load is kept. */
const remembered = 10_000;

/** Creates the tree of the subjects that hold slots or wait for one. */
export function createActiveSubjects(total: number) {
  const all = activate({ id: "", slots: total }, "", noLoad);
  /** Key of a subject that has left → its load: if it comes back soon, it still counts. */
  const loads = new LRUCache<string, Load>({ max: remembered });

  return {
    /** The outermost subject, which has all slots. */
    all,
    /** Finds or adds subjects, each below the one before it. Returns them, after `all`. */
    join: (subjects: readonly Subject[]): ActiveSubject[] => {
      const joined = [all];
      let parent = all;
      for (const subject of subjects) {
        const key = `${parent.key}/${subject.id}`;
        const child =
          parent.children.get(subject.id) ??
          activate(subject, key, loads.get(key) ?? noLoad);
        parent.children.set(subject.id, child);
        joined.push(child);
        parent = child;
      }
      return joined;
    },
    /** Removes the subjects that neither hold a slot nor wait for one. */
    leave: (joined: ActiveSubject[]) => {
      let parent = all;
      for (const child of joined.slice(1)) {
        if (child.held === 0 && child.waiting === 0) {
          parent.children.delete(child.subject.id);
          loads.set(child.key, child.load);
        }
        parent = child;
      }
    },
  };
}

const activate = (
  subject: Subject,
  key: string,
  load: Load,
): ActiveSubject => ({
  subject,
  key,
  children: new Map(),
  requests: new Set(),
  waiting: 0,
  held: 0,
  load,
});
