import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { emptyStore, onPostgres, stores, type Kind } from "../support/store.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import { startLoad, writers } from "./load.ts";
import { full, makeKeys } from "./service.ts";

const expected = full ? 10_000 : 200;
const breaks = full ? 5 : 2;

/**
 * Faults: `kill -9` of one of the servers of a store, a crash of their PostgreSQL, or a full disk
 * of an embedded store until a restart with room. PostgreSQL stops by itself on a full disk.
 */
const broken = [
  ...stores,
  ...(onPostgres && hasPostgres ? ["crash of PostgreSQL" as const] : []),
  ...(spawnSync("sh", ["-c", "ulimit -f 1"]).status === 0
    ? ["full disk" as const]
    : []),
];

test.each(broken)(
  "%s: a kill -9, a crash or a full disk loses nothing that was acknowledged, repeating creates nothing twice, and each event arrives everywhere",
  { timeout: 600_000 },
  async (what) => {
    const cluster =
      what === "crash of PostgreSQL" ? await createCluster() : undefined;
    const isFull = what === "full disk";
    const rounds = isFull ? 1 : breaks;
    const store = cluster
      ? undefined
      : await emptyStore(isFull ? "embedded" : (what as Kind));
    const settings = { ...store, ...cluster?.settings, LOCAL_WEBHOOKS: "true" };
    const fileSize = isFull ? 12 * 1024 : undefined;
    const load = await startLoad(settings, await makeKeys(settings, 60), {
      fileSize,
    });
    const { servers, count, refused, until, restart, end } = load;
    if (isFull) {
      await until(() => refused().length > writers);
      expect((await fetch(`${servers[0].service.address}/readyz`)).status).toBe(
        503,
      );
      expect(await restart(servers[0], "SIGTERM")).toBe(0);
    } else {
      for (let n = 1; n <= rounds; n++) {
        await until(() => count() >= (expected * n) / (rounds + 1));
        const before = refused().length;
        cluster?.crash();
        if (cluster) await until(() => refused().length > before + 8);
        cluster?.start();
        if (!cluster)
          expect(
            await restart(servers[n % servers.length] ?? servers[0], "SIGKILL"),
          ).toBeNull();
      }
    }
    console.log(`${what}, broken ${rounds} times: ${await end(expected)}`);
  },
);
