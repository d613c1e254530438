import type { Migration } from "./migration.ts";
import { migration as baseline } from "./migrations/0001-baseline.ts";
import { migration as contactsSearch } from "./migrations/0002-contacts-search.ts";
import { migration as contactsRows } from "./migrations/0003-contacts-rows.ts";
import { migration as articlesPublished } from "./migrations/0004-articles-published.ts";
import { migration as articlesRows } from "./migrations/0005-articles-rows.ts";
import { migration as articlesPublishedIndex } from "./migrations/0006-articles-published-index.ts";
import { migration as eventsAndCounts } from "./migrations/0007-events-and-counts.ts";
import { migration as contactsCustomFields } from "./migrations/0008-contacts-custom-fields.ts";
import { migration as eventClientName } from "./migrations/0020-event-client-name.ts";
import { migration as fold } from "./migrations/0030-fold.ts";
import { migration as contactsFold } from "./migrations/0031-contacts-fold.ts";
import { migration as articlesFold } from "./migrations/0032-articles-fold.ts";
import { migration as workspacesSuspended } from "./migrations/0033-workspaces-suspended.ts";
import { migration as workspacesSuspendedIndex } from "./migrations/0034-workspaces-suspended-index.ts";
import { migration as idempotencyBodyHash } from "./migrations/0050-idempotency-body-hash.ts";
import { migration as migrationsVersion } from "./migrations/0051-migrations-version.ts";
import { migration as deprecatedUses } from "./migrations/0052-deprecated-uses.ts";

/**
 * The migrations in the order in which they run. Never change one that was released; add the next.
 */
export const migrations: Record<string, Migration> = {
  "0001-baseline": baseline,
  "0002-contacts-search": contactsSearch,
  "0003-contacts-rows": contactsRows,
  "0004-articles-published": articlesPublished,
  "0005-articles-rows": articlesRows,
  "0006-articles-published-index": articlesPublishedIndex,
  "0007-events-and-counts": eventsAndCounts,
  "0008-contacts-custom-fields": contactsCustomFields,
  "0020-event-client-name": eventClientName,
  "0030-fold": fold,
  "0031-contacts-fold": contactsFold,
  "0032-articles-fold": articlesFold,
  "0033-workspaces-suspended": workspacesSuspended,
  "0034-workspaces-suspended-index": workspacesSuspendedIndex,
  "0050-idempotency-body-hash": idempotencyBodyHash,
  "0051-migrations-version": migrationsVersion,
  "0052-deprecated-uses": deprecatedUses,
};
