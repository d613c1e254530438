import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { start } from "../../support/process.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";
import { openSession } from "../../support/postgres.ts";
import { launch, makeKeys, scaled } from "../service.ts";

const contacts = scaled(200_000);
/**
 * The maximum growth of another workspace's median, as a factor, and the minimum share of its pace
 * that a busy workspace keeps: its share of two.
 */
const bounds = { median: 12, pace: 0.5 };

test.skipIf(!onPostgres)(
  "16 costly callers of one workspace leave another's median at most 12 times as long, and keep half of their pace",
  { timeout: 600_000 },
  async () => {
    const settings = await emptyStore();
    const noisy = await makeKeys(settings, 100, "noisy");
    const quiet = await makeKeys(settings, 20, "quiet");
    // The server's own connections end a statement that takes as long as this one.
    const session = await openSession(settings["DATABASE_URL"]);
    await session.query(`
      insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      select id, 'ct_0' || lpad(n::text, 25, '0'), 'Bárbara Núñez ' || n, n || '@example.com', '', '', 'Argentina', '',
        '{}', 'lead', false, 'api', '{}', now(), now(), now()
      from workspaces, generate_series(1, ${contacts}) n where name = 'noisy'`);
    await session.query("analyze");
    const { call, address } = await launch(settings, quiet);

    /** The median time of calls of the quiet workspace, one after the other, in milliseconds. */
    const median = async (calls: number) => {
      const times: number[] = [];
      for (let n = 0; n < calls; n++) {
        const began = performance.now();
        const { status } = await call("/v1/contacts?limit=5");
        expect(status).toBe(200);
        times.push(performance.now() - began);
      }
      return times.toSorted((a, b) => a - b)[calls >> 1] ?? NaN;
    };

    /**
     * Does some work while 16 callers of the noisy workspace send requests, and measures their
     * responses a second.
     */
    const besideNoise = async <Result>(
      kind: string,
      work: () => Promise<Result>,
    ) => {
      const noise = start("test/resilience/noisy-neighbour.ts", [kind], {
        ADDRESS: address,
        KEYS: noisy.join(" "),
      });
      await noise.printed(/running/);
      const result = await work();
      noise.child.kill("SIGTERM");
      const [, pace = "", statuses = ""] = await noise.printed(
        /got (\S+) a second: (.*)/,
      );
      expect(statuses).not.toContain('"50');
      return { result, pace: Number(pace) };
    };

    const calls = scaled(500);
    await median(2 * calls);
    for (const kind of ["searches", "creations", "pages"]) {
      const rounds: { slower: number; kept: number }[] = [];
      while (rounds.length < 3) {
        const alone = await median(calls);
        const noiseAlone = await besideNoise(kind, () => delay(2000));
        const { result, pace } = await besideNoise(kind, () => median(calls));
        rounds.push({ slower: result / alone, kept: pace / noiseAlone.pace });
      }
      console.log(
        `16 callers of ${kind}:`,
        rounds
          .map(
            ({ slower, kept }) =>
              `another's median ${slower.toFixed(2)}×, they keep ${kept.toFixed(2)}`,
          )
          .join("; "),
      );
      // What else the machine does comes and goes; a workspace that is not held back is there in
      // each round.
      const slowest = Math.min(...rounds.map(({ slower }) => slower));
      const maxKept = Math.max(...rounds.map(({ kept }) => kept));
      expect(slowest, kind).toBeLessThan(bounds.median);
      expect(maxKept, kind).toBeGreaterThan(bounds.pace);
    }
  },
);
