import { expect, test } from "vitest";
import { start } from "../../support/process.ts";
import { emptyStore, onPostgres, openSession } from "../../support/store.ts";
import { launch, makeKeys, scaled } from "../service.ts";

const contacts = scaled(200_000);

test.skipIf(!onPostgres)(
  "16 costly callers of one workspace leave another's median at most twice as slow",
  { timeout: 600_000 },
  async () => {
    const settings = await emptyStore();
    const [noisy, quiet] = [
      await makeKeys(settings, 100, "noisy"),
      await makeKeys(settings, 20, "quiet"),
    ];
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

    const calls = scaled(500);
    await median(2 * calls);
    for (const kind of ["searches", "creations", "pages"]) {
      const rounds: { alone: number; beside: number }[] = [];
      let got = "";
      while (rounds.length < 3) {
        const alone = await median(calls);
        const load = start("test/resilience/noisy-neighbour.ts", [kind], {
          ADDRESS: address,
          KEYS: noisy.join(" "),
        });
        await load.printed(/running/);
        rounds.push({ alone, beside: await median(calls) });
        load.child.kill("SIGTERM");
        [, got = ""] = await load.printed(/got (.*)/);
        expect(got).not.toContain('"50');
      }
      const ratios = rounds.map(
        ({ alone, beside }) =>
          `${alone.toFixed(1)} → ${beside.toFixed(1)} ms (${(beside / alone).toFixed(2)}×)`,
      );
      console.log(
        `16 callers of ${kind}: another's median ${ratios.join(", ")}; they got ${got}`,
      );
      // What else the machine does comes and goes; a workspace that is not held back is there in each round.
      expect(
        Math.min(...rounds.map(({ alone, beside }) => beside / alone)),
        kind,
      ).toBeLessThan(2);
    }
  },
);
