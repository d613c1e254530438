import fc from "fast-check";
import { everyStep } from "./commands/index.ts";
import { check, tidy } from "./invariants.ts";
import type { ModelServer } from "./server.ts";
import { createWorld, type World } from "./world.ts";

/** A meeting: workspaces of its own, random steps of several who use them, and then everything that must be true. */
function meeting(server: ModelServer) {
  const steps = fc.commands([everyStep], { maxCommands: 60, size: "max", disableReplayLog: true });
  return fc.asyncProperty(steps, async (commands) => {
    const worlds: World[] = [];
    const setup = async () => {
      const world = await createWorld(server);
      worlds.push(world);
      return { model: world.model, real: world };
    };
    try {
      await fc.asyncModelRun(setup, commands);
      for (const world of worlds) await check(world);
    } finally {
      for (const world of worlds) await tidy(world);
    }
  });
}

/** How long steps are left out of a meeting that failed, in milliseconds. */
const shrinkTime = 60_000;

/** Holds the meeting of a seed; gives what broke in it, in as few steps as are found, and undefined when all held. */
export async function holdMeeting(server: ModelServer, seed: number): Promise<string | undefined> {
  const found = await fc.check(meeting(server), { seed, numRuns: 1, endOnFailure: true });
  if (!found.failed) return undefined;
  const shrunk = await fc.check(meeting(server), { seed, numRuns: 1, interruptAfterTimeLimit: shrinkTime });
  // What depends on a race may not break again.
  const { errorInstance: error, counterexample } = shrunk.counterexample ? shrunk : found;
  const what = error instanceof Error ? error.stack : String(error);
  const steps = String(counterexample?.[0]).replaceAll("),", "),\n    ");
  return `${what}\n  steps: ${steps}\n  replay: npm run fuzz -- --meetings --rounds 1 --seed ${seed}`;
}
