import fc from "fast-check";
import { everyStep } from "./commands/index.ts";
import { check, tidy } from "./invariants.ts";
import { startModelServer, type ModelServer } from "./server.ts";
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
async function meet(server: ModelServer, seed: number): Promise<string | undefined> {
  const found = await fc.check(meeting(server), { seed, numRuns: 1, endOnFailure: true });
  if (!found.failed) return undefined;
  const shrunk = await fc.check(meeting(server), { seed, numRuns: 1, interruptAfterTimeLimit: shrinkTime });
  // What depends on a race may not break again.
  const { errorInstance: error, counterexample } = shrunk.counterexample ? shrunk : found;
  const what = error instanceof Error ? error.stack : String(error);
  const steps = String(counterexample?.[0]).replaceAll("),", "),\n    ");
  return `${what}\n  steps: ${steps}\n  replay: npm run fuzz -- --meetings --rounds 1 --seed ${seed}`;
}

/** Which meetings are held: those of these seeds, while there is time. */
export interface Meetings {
  first: number;
  /** How many at most. */
  rounds?: number;
  /** Whether no other begins. */
  isOver?: () => boolean;
  /** Hears what broke; gives whether others follow. */
  onFinding: (finding: string) => boolean;
}

/** Holds meetings on a server of their own, one after the other. Gives how many. */
export async function holdMeetings({
  first,
  rounds = Infinity,
  isOver = () => false,
  onFinding,
}: Meetings): Promise<number> {
  const server = await startModelServer();
  let held = 0;
  for (let goesOn = true; goesOn && held < rounds && !isOver(); held++) {
    const finding = await meet(server, first + held);
    if (finding !== undefined) goesOn = onFinding(finding);
  }
  await server.stop();
  return held;
}
