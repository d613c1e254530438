import fc from "fast-check";
import type { Step } from "../step.ts";
import { askStranger, breakRow, getMe, passTime } from "./around.ts";
import { editArticle, getArticle } from "./articles.ts";
import { batchContacts, createContact, deleteContact, getContact, updateContact } from "./contacts.ts";
import * as conversations from "./conversations.ts";
import { getEvent, readFeed } from "./feed.ts";
import { startSession, visitorErrs, visitorReads, visitorWrites } from "./messenger.ts";
import { createTicket, getTicket, updateTicket } from "./tickets.ts";
import { continueWalk, startWalk, tidyUp, watchList } from "./walks.ts";
import * as webhooks from "./webhooks.ts";

const weighted = (weight: number, ...all: fc.Arbitrary<Step>[]) =>
  all.map((arbitrary) => ({ weight, arbitrary }));

/** What several do at one time. */
const single = fc.oneof(
  ...weighted(6, createContact, readFeed),
  ...weighted(4, updateContact, deleteContact, continueWalk, startWalk, conversations.createConversation),
  ...weighted(3, conversations.createMessage, createTicket, batchContacts, webhooks.createWebhook),
  ...weighted(3, webhooks.redeliver, webhooks.updateWebhook, startSession, visitorWrites),
  ...weighted(2, updateTicket, conversations.updateConversation, webhooks.changeReceiver, editArticle),
  ...weighted(2, conversations.retryMessage, visitorReads, webhooks.workWithWebhook, watchList, tidyUp),
  ...weighted(1, getContact, conversations.getConversation, getTicket, getEvent, getArticle, getMe),
  ...weighted(1, webhooks.deleteWebhook, askStranger),
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
  { weight: 1, arbitrary: visitorErrs },
  { weight: 2, arbitrary: breakRow },
);
