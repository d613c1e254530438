import { LRUCache } from "lru-cache";
import { limits } from "../../generated/constants.ts";
import { type Job, type Pool, pools, type Room } from "./claim.ts";

/** Attempts that one process makes at once: in all, for one workspace and for one webhook. */
const most: Record<
  Pool,
  { total: number; workspace: number; webhook: number }
> = {
  quick: { total: 400, workspace: 100, webhook: 20 },
  unproven: { total: 200, workspace: 10, webhook: 1 },
  slow: { total: 200, workspace: 40, webhook: 10 },
};
/** Attempts of all pools: those that become slow move to the slow pool, also when it is full. */
const mostInAll = 1000;
/** In milliseconds. */
const slowAfter = 1000;

/** How many attempts this process makes, and the most that it may make, in each pool. */
export type Load = Record<Pool, { underWay: number; most: number }>;

export type Slots = ReturnType<typeof createSlots>;
export type Slot = ReturnType<Slots["take"]>;

/** What is known of a webhook's receiver, and its attempts under way. */
interface Receiver {
  pool: Pool;
  underWay: number;
  late: number;
}

interface Workspace {
  underWay: Record<Pool, number>;
  receivers: Map<string, Receiver>;
}

const none = (): Record<Pool, number> => ({ quick: 0, unproven: 0, slow: 0 });

/**
 * Bounds the attempts that one process makes at the same time.
 * @param onRoom is called when a workspace may claim more of a pool than before
 */
export function createSlots(onRoom: (workspaceId: string) => void) {
  const workspaces = new LRUCache<string, Workspace>({ max: 10_000 });
  const underWay = none();

  const workspaceOf = (id: string): Workspace => {
    const workspace = workspaces.get(id) ?? {
      underWay: none(),
      receivers: new Map<string, Receiver>(),
    };
    workspaces.set(id, workspace);
    return workspace;
  };
  /** How many slots of a pool are free. */
  const free = (pool: Pool) => {
    const all = pools.reduce((sum, pool) => sum + underWay[pool], 0);
    return Math.max(
      0,
      Math.min(most[pool].total - underWay[pool], mostInAll - all),
    );
  };

  return {
    free,
    take: ({ workspaceId, webhookId }: Job) => {
      const workspace = workspaceOf(workspaceId);
      const receiver = receiverOf(workspace, webhookId);
      let { pool } = receiver;
      let [wasSent, isLate] = [false, false];
      const count = (difference: number) => {
        underWay[pool] += difference;
        workspace.underWay[pool] += difference;
      };
      count(1);
      receiver.underWay++;
      const moveToSlow = () => {
        isLate = true;
        receiver.late++;
        count(-1);
        pool = receiver.pool = "slow";
        count(1);
        onRoom(workspaceId);
      };
      /** Does the part of the attempt in which it waits for the receiver. */
      const waitFor = async <T>(response: () => Promise<T>): Promise<T> => {
        const timer = setTimeout(moveToSlow, slowAfter);
        wasSent = true;
        return response().finally(() => clearTimeout(timer));
      };
      const release = () => {
        const wasFull =
          workspace.underWay[pool] >= most[pool].workspace ||
          receiver.underWay >= most[receiver.pool].webhook;
        const before = receiver.pool;
        count(-1);
        receiver.underWay--;
        if (isLate) receiver.late--;
        else if (wasSent && receiver.late === 0) receiver.pool = "quick";
        if (wasFull || receiver.pool !== before) onRoom(workspaceId);
      };
      return { waitFor, release };
    },
    /** What a workspace may claim. */
    room: (workspaceId: string): Room => {
      const workspace = workspaceOf(workspaceId);
      const receivers = [...workspace.receivers].map(
        ([webhookId, { pool, underWay }]) => ({
          webhookId,
          pool,
          underWay,
        }),
      );
      return {
        receivers,
        pools: pools
          .filter(
            (pool) =>
              pool === "unproven" ||
              receivers.some((receiver) => receiver.pool === pool),
          )
          .map((pool) => ({
            pool,
            slots: Math.min(
              free(pool),
              most[pool].workspace - workspace.underWay[pool],
            ),
            webhook: most[pool].webhook,
          }))
          .filter(({ slots }) => slots > 0),
      };
    },
    load: (): Load => ({
      quick: { underWay: underWay.quick, most: most.quick.total },
      unproven: { underWay: underWay.unproven, most: most.unproven.total },
      slow: { underWay: underWay.slow, most: most.slow.total },
    }),
  };
}

/** What is known of a receiver. Of each workspace as many are known as it can have, so those of deleted webhooks go. */
function receiverOf({ receivers }: Workspace, webhookId: string): Receiver {
  const receiver = receivers.get(webhookId) ?? {
    pool: "unproven",
    underWay: 0,
    late: 0,
  };
  receivers.delete(webhookId);
  receivers.set(webhookId, receiver);
  for (const [id, { underWay }] of receivers) {
    if (receivers.size <= limits.webhooks) break;
    if (underWay === 0) receivers.delete(id);
  }
  return receiver;
}
