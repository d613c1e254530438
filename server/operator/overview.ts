import { type RawBuilder, sql } from "kysely";
import { listAudit, recordAudit } from "../auth/audit.ts";
import { recount, totals, type Usage } from "../store/usage/usage.ts";
import { evaluate } from "../store/statement.ts";
import type { Store } from "../store/store.ts";
import { asText } from "../store/timestamp.ts";
import {
  command,
  flag,
  longest,
  optional,
  optionalWorkspace,
  readDuration,
  requiredFlag,
  UsageError,
  workspaceOption,
} from "./command.ts";
import { bytesInMegabyte, type Quotas } from "../settings/quotas.ts";
import { quota as quotaType } from "../settings/value-types.ts";
import { deprecatedUsage } from "./deprecated-usage.ts";
import { requireWholeWorkspace, requireWorkspace } from "./workspace.ts";

/**
 * Lists the workspaces that send or store most; their requests as `auth/last-use.ts` counts them.
 */
export const workspaces = command({
  summary:
    "show the 100 workspaces (with --all, every one) that send or store most: requests and deliveries of the last hour, contacts, bytes, " +
    "quotas, keys, last write, suspension",
  options: { all: flag },
  prepare:
    ({ all }) =>
    async (store) => {
      const { rows } = await sql<{ quotas: Partial<Quotas> | null }>`
      select workspace.id, name, requests as requests_of_last_hour,
        (select count(*)::int from webhooks join webhook_deliveries delivery
            on delivery.workspace_id = webhooks.workspace_id and delivery.webhook_id = webhooks.id
          where webhooks.workspace_id = workspace.id and delivery.created_at > ${store.now()} - interval '1 hour'
        ) as deliveries_of_last_hour, contacts, bytes, quotas, suspended_at, suspended_because,
        (select count(*)::int from api_keys where workspace_id = workspace.id and revoked_at is null) as keys,
        (select created_at from events where workspace_id = workspace.id order by sequence desc limit 1) as last_write
      from (
        select workspaces.*, coalesce(requests, 0) as requests, coalesce(contacts, 0) as contacts, coalesce(bytes, 0) as bytes
        from workspaces left join (
          select workspace, sum(count)::float8 as requests from request_counts
          where period > ${store.now()} - interval '1 hour' group by workspace
        ) sent on sent.workspace = id left join (
          select workspace_id, sum(contacts)::float8 as contacts, sum(bytes)::float8 as bytes
          from workspace_usage_parts group by workspace_id
        ) stored on workspace_id = id
        order by least(rank() over (order by requests desc nulls last), rank() over (order by bytes desc nulls last)),
          requests desc, bytes desc, name
        limit ${rowLimit(all)}::int
      ) workspace
      order by requests desc, bytes desc, name`.execute(store.database);
      return {
        ...(await rest(store, sql`workspaces`, rows.length)),
        workspaces: rows.map((row) => ({
          ...row,
          quotas: { ...store.quotas, ...row.quotas },
        })),
      };
    },
});

/** The number of rows that a command shows without `--all`. */
const shown = 100;
const rowLimit = (all: boolean | undefined): number | null =>
  all ? null : shown;

/** A field that says how many rows are not shown, and how to see them; none when all are shown. */
async function rest(
  { database }: Pick<Store, "database">,
  from: RawBuilder<unknown>,
  listed: number,
): Promise<{ not_shown?: string }> {
  const total = await evaluate(
    database,
    sql<number>`(select count(*)::int from ${from})`,
  );
  return total > listed
    ? { not_shown: `${total - listed} more; to see all, add: --all` }
    : {};
}

/**
 * The number of a webhook's newest deliveries in which its last attempt is looked for: an earlier
 * one can be attempted after them.
 */
const maxDeliveries = 1000;

/** The webhooks whose last attempts failed, with why. */
export const webhooks = command({
  summary:
    "show the 100 webhooks (with --all, every one) that have failed for the longest time or were disabled for failing: since when, and the last attempt",
  options: { failing: requiredFlag, all: flag },
  prepare:
    ({ all }) =>
    async (store) => {
      const isFailing = sql`failing_since is not null or disabled_reason <> 'manual'`;
      const { rows } = await sql`
      select webhook.id, workspace.name as workspace, url, status, disabled_reason, failing_since, failed_attempts,
        row_to_json(last) as last_attempt
      from webhooks webhook join workspaces workspace on workspace.id = webhook.workspace_id
        left join lateral (
          select ${asText("at", "attempt.at")}, attempt.response_status, attempt.error
          from (
            select workspace_id, id from webhook_deliveries delivery
            where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
            order by created_at desc limit ${maxDeliveries}
          ) delivery join webhook_attempts attempt
            on attempt.workspace_id = delivery.workspace_id and attempt.delivery_id = delivery.id
          order by attempt.at desc, attempt.number desc limit 1
        ) last on true
      where ${isFailing}
      order by failing_since nulls last limit ${rowLimit(all)}::int`.execute(
        store.database,
      );
      const failing = sql`webhooks where ${isFailing}`;
      return { ...(await rest(store, failing, rows.length)), webhooks: rows };
    },
});

/** Shows the audit log. */
export const audit = command({
  summary: "show who ran which command, of the last 30 days or longer",
  options: { since: optional("30d"), workspace: optionalWorkspace },
  prepare: ({ since = "30d", workspace }) => {
    const seconds = readDuration("--since", since);
    return async (store) => {
      const entries = await listAudit(store, { seconds, workspace });
      // One that was erased is named by its id, which the log has for longer.
      const isUnknown = async () =>
        (await listAudit(store, { seconds: longest, workspace })).length === 0;
      if (
        entries.length === 0 &&
        workspace !== undefined &&
        (await isUnknown())
      )
        await requireWorkspace(store, workspace);
      return { entries };
    };
  },
});

/**
 * Shows the usage of a workspace, which its quotas are compared with, and a recount of its rows; or
 * who uses what is deprecated.
 */
export const usage = command({
  summary:
    "show the usage of a workspace and a recount of its rows; fails when they differ. With --deprecated show the workspaces " +
    "and keys that use deprecated operations, parameters and fields, with the last day",
  options: { workspace: optionalWorkspace, deprecated: flag },
  prepare: ({ workspace, deprecated }) => {
    if (deprecated)
      return (store, { contract }) =>
        deprecatedUsage(store, contract(), workspace);
    if (workspace === undefined)
      throw new UsageError(
        "Name a workspace: --workspace NAME. To see who uses deprecated operations, parameters and fields: --deprecated.",
      );
    return async ({ database }) => {
      const { id, name } = await requireWholeWorkspace({ database }, workspace);
      // Both at one moment.
      const { rows } = await sql<Record<"ledger" | "recount", Usage>>`
        select (select row_to_json(ledger) from (${totals(id)}) ledger) as ledger,
          (select row_to_json(recount) from (${recount(id)}) recount) as recount`.execute(
        database,
      );
      const [{ ledger, recount: counted } = {}] = rows;
      if (JSON.stringify(ledger) !== JSON.stringify(counted))
        throw new Error(
          `The usage of ${name} is wrong: ${JSON.stringify(rows)}`,
        );
      return { workspace: name, ledger, recount: counted };
    };
  },
});

/** Gives a workspace quotas of its own. Every server holds it to them from its next write on. */
export const quota = command({
  summary:
    "set how many contacts and MiB a workspace may store, in place of QUOTA_CONTACTS and QUOTA_MEGABYTES",
  options: {
    workspace: workspaceOption,
    contacts: optional("N|default"),
    megabytes: optional("N|default"),
  },
  prepare: ({ workspace, contacts, megabytes }) => {
    if (contacts === undefined && megabytes === undefined)
      throw new Error(
        "Name a quota: --contacts N|default or --megabytes N|default.",
      );
    const set = {
      ...(contacts !== undefined && {
        contacts: readQuota("--contacts", contacts),
      }),
      ...(megabytes !== undefined && {
        bytes: readQuota("--megabytes", megabytes, bytesInMegabyte),
      }),
    };
    return async ({ database, now, quotas }, session) => {
      const { id, name } = await requireWorkspace({ database }, workspace);
      const ownQuotas = await database
        .transaction()
        .execute(async (transaction) => {
          await recordAudit({ database: transaction, now }, session, {
            workspaceId: id,
          });
          const { rows } = await sql<{ quotas: Partial<Quotas> }>`
          update workspaces set quotas = json_strip_nulls((coalesce(quotas, '{}')::jsonb || ${JSON.stringify(set)}::jsonb)::json)
          where id = ${id} returning quotas`.execute(transaction);
          return rows[0]?.quotas;
        });
      return { workspace: name, quotas: { ...quotas, ...ownQuotas } };
    };
  },
});

/** Reads a quota. Returns null for the quota of the servers. */
function readQuota(option: string, text: string, unit = 1): number | null {
  if (text === "default") return null;
  const quota = quotaType.parse(text);
  if (quota === undefined)
    throw new Error(
      `${option} must be ${quotaType.expected}, or default, not ${text}`,
    );
  return quota * unit;
}
