import fc from "fast-check";
import { applyRetention } from "../../server/boot/retention.ts";
import * as contacts from "./contacts.ts";
import { readFeed, readToEnd } from "./feed.ts";
import { check, tidy } from "./invariants.ts";
import { runCommand } from "../support/world.ts";
import { alone, draft, tell, type World } from "./model.ts";
import { create, exists, get, update } from "./resources.ts";
import { patiently, type ModelServer } from "./server.ts";
import { step, thingOf, together, type Step } from "./step.ts";
import { startSession, visitorWrites } from "./visitors.ts";
import { continueWalk, startWalk, watchList } from "./walks.ts";
import * as webhooks from "./webhooks.ts";
import { createWorld } from "./world.ts";

/**
 * Time passes: an afternoon, a day, a month in which nothing happens, often after readers have read
 * all that did.
 */
const passTime = step(
  "passTime",
  { hours: fc.constantFrom(2, 25, 29 * 24, 31 * 24), areDone: fc.boolean() },
  async ({ world: { server, workspaces }, hours, areDone }) => {
    for (const workspace of areDone ? workspaces : [])
      for (const reader of workspace.readers) await readToEnd(reader);
    server.pass(hours);
    await patiently(() => applyRetention(server.store));
    if (hours >= 24)
      for (const workspace of workspaces)
        Object.assign(workspace, { visitors: [], requests: new Map() });
  },
);

const operate = ({ server }: World, ...line: string[]) =>
  patiently(() => runCommand(server.store, ["operator", ...line]));
let articles = 0;

/** The team writes an article, or takes one back. */
const editArticle = step(
  "editArticle",
  { publish: fc.boolean() },
  async ({ publish, ...at }) => {
    const { world, workspace } = at;
    const where = ["--workspace", workspace.name];
    const article = thingOf(at, "article");
    if (publish || !article) {
      const published = draft(workspace, "article");
      const title = `Ayuda ${articles++}`;
      const text = ["--title", title, "--body", title, "--category", "faq"];
      const written = await operate(world, "article", ...text, ...where);
      await operate(world, "publish", written.id, ...where);
      exists(published, written);
      return tell(published, "article.published");
    }
    await alone([article], async () => {
      if (article.isLeaving) return;
      article.isLeaving = true;
      await operate(world, "unpublish", article.id, ...where);
      article.goneAt = performance.now();
      tell(article, "article.unpublished");
    });
  },
);

const weighted = (weight: number, ...all: fc.Arbitrary<Step>[]) =>
  all.map((arbitrary) => ({ weight, arbitrary }));

/** Steps that run at the same time. */
const single = fc.oneof(
  ...weighted(
    5,
    create("contact"),
    readFeed,
    get,
    contacts.deleteContact,
    webhooks.redeliver,
  ),
  ...weighted(
    4,
    update("contact"),
    continueWalk,
    startWalk,
    create("conversation"),
    create("message"),
  ),
  ...weighted(
    4,
    update("conversation"),
    create("ticket"),
    update("ticket"),
    visitorWrites,
  ),
  ...weighted(4, create("webhook"), update("webhook"), webhooks.changeReceiver),
  ...weighted(3, contacts.batchContacts, startSession, editArticle),
  ...weighted(2, contacts.createSecond, webhooks.act, watchList),
  ...weighted(1, webhooks.deleteWebhook),
);

/** Everything that happens in a run. */
const everyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 140, arbitrary: single },
  { weight: 30, arbitrary: together(single) },
  { weight: 8, arbitrary: passTime },
);

/** Steps that create the objects that most other steps need. */
const firsts = fc.tuple(
  contacts.batchContacts,
  create("contact"),
  create("conversation"),
  create("message"),
  create("ticket"),
  create("webhook"),
  startSession,
  visitorWrites,
  startWalk,
  startWalk,
);

/**
 * A run of the model: workspaces of its own, random steps of several who use them, and then
 * everything that must be true.
 */
function modelRun(server: ModelServer) {
  const steps = fc.commands([everyStep], {
    maxCommands: 60,
    size: "max",
    disableReplayLog: true,
  });
  return fc.asyncProperty(firsts, steps, async (first, commands) => {
    const world = await createWorld(server);
    try {
      for (const each of first) await each.run(world, world);
      await fc.asyncModelRun(() => ({ model: world, real: world }), commands);
      await check(world);
    } finally {
      await tidy(world);
    }
  });
}

/** The time to shrink a failed run by leaving out steps, in milliseconds. */
const shrinkTime = 60_000;

/**
 * Runs the model with a seed; returns what broke, in as few steps as are found, and undefined when
 * all held.
 */
export async function runModel(
  server: ModelServer,
  seed: number,
): Promise<string | undefined> {
  const found = await fc.check(modelRun(server), {
    seed,
    numRuns: 1,
    endOnFailure: true,
  });
  if (!found.failed) return undefined;
  const shrunk = await fc.check(modelRun(server), {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: shrinkTime,
  });
  // A failure that depends on a race may not repeat: then the first one is reported.
  const { errorInstance: error, counterexample } = shrunk.counterexample
    ? shrunk
    : found;
  const what = error instanceof Error ? error.stack : String(error);
  const steps = String(counterexample).replaceAll("),", "),\n    ");
  return `${what}\n  steps: ${steps}\n  replay: npm run fuzz -- --model --rounds 1 --seed ${seed}`;
}
