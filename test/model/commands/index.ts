import fc from "fast-check";
import { retain } from "../../../server/boot/retention.ts";
import { prepare } from "../../../server/operator/run.ts";
import { must } from "../../support/check-response.ts";
import { alone, draft, exists, isGone, isLeaving } from "../model.ts";
import { readOf, step, tell, thingOf, type Step } from "../step.ts";
import { pick, send, type World } from "../world.ts";
import { batchContacts, createContact, deleteContact, updateContact } from "./contacts.ts";
import * as conversations from "./conversations.ts";
import { readFeed, readOn } from "./feed.ts";
import { continueWalk, startWalk, watchList } from "./walks.ts";
import * as webhooks from "./webhooks.ts";

/** Time passes: an afternoon, a day, a month in which nothing happens, often after readers have read all that did. */
const passTime = step(
  "passTime",
  { hours: fc.constantFrom(2, 25, 29 * 24, 31 * 24), areDone: fc.boolean() },
  async ({ world, hours, areDone }) => {
    const { workspaces } = world.model;
    for (const workspace of areDone ? workspaces : [])
      for (const reader of workspace.readers) while (await readOn(world, workspace, reader, 100));
    world.server.pass(hours);
    await retain(world.server.store);
    if (hours >= 24)
      for (const workspace of workspaces) Object.assign(workspace, { visitors: [], stored: [] });
  },
);

const kinds = Object.keys(readOf) as (keyof typeof readOf)[];

/** Reads one thing, or one that is gone. */
const getThing = step(
  "getThing",
  { kind: fc.constantFrom(...kinds) },
  async ({ world, workspace, caller, which, kind }) => {
    const things = workspace.things.filter((it) => it.kind === kind);
    const thing = pick(things, which);
    if (!thing) return;
    const before = isLeaving(thing);
    const { status, text } = await send(world, caller, readOf[kind], { path: { id: thing.id } });
    if (before && !isGone(thing)) return;
    const expected = [...(before ? [] : [200]), ...(isLeaving(thing) ? [404] : [])];
    must("what was acknowledged exists", expected.includes(status), () => `${thing.id}: ${text}`);
  },
);

const operate = async ({ server }: World, ...line: string[]): Promise<{ id: string }> =>
  JSON.parse(await prepare(["operator", ...line])(server.store));
let articles = 0;

/** The team writes an article, or takes one back. */
const editArticle = step("editArticle", { publish: fc.boolean() }, async ({ publish, ...at }) => {
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
    return tell(world, published, "article.published");
  }
  await alone([article], async () => {
    if (article.isLeaving) return;
    article.isLeaving = true;
    await operate(world, "unpublish", article.id, ...where);
    article.goneAt = performance.now();
    tell(world, article, "article.unpublished");
  });
});

const weighted = (weight: number, ...all: fc.Arbitrary<Step>[]) =>
  all.map((arbitrary) => ({ weight, arbitrary }));

/** What several do at one time. */
const single = fc.oneof(
  ...weighted(6, createContact, readFeed, getThing),
  ...weighted(4, updateContact, deleteContact, continueWalk, startWalk, conversations.createConversation),
  ...weighted(3, conversations.createMessage, conversations.createTicket, batchContacts),
  ...weighted(3, webhooks.createWebhook, webhooks.redeliver, webhooks.updateWebhook),
  ...weighted(3, conversations.startSession, conversations.visitorWrites),
  ...weighted(2, conversations.updateTicket, conversations.updateConversation, conversations.retryMessage),
  ...weighted(3, webhooks.workWithWebhook, editArticle),
  ...weighted(2, webhooks.changeReceiver, watchList),
  ...weighted(1, webhooks.deleteWebhook),
);

/** Steps at one moment, each some milliseconds after the one before. */
const together = fc
  .record({ steps: fc.array(single, { minLength: 1, maxLength: 5 }), gap: fc.nat({ max: 3 }) })
  .map(({ steps, gap }) => ({
    check: () => true,
    run: async (model, world) => {
      const later = (n: number) => new Promise((resolve) => setTimeout(resolve, n * gap));
      const all = steps.map((step, n) => later(n).then(() => step.run(model, world)));
      await Promise.allSettled(all);
      await Promise.all(all);
    },
    toString: () => `together(${steps.join(" | ")}; ${gap} ms apart)`,
  })) satisfies fc.Arbitrary<Step>;

/** Everything that happens in a meeting. */
export const everyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 140, arbitrary: single },
  { weight: 30, arbitrary: together },
  { weight: 8, arbitrary: passTime },
);
