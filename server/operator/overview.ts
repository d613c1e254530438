import { sql } from "kysely";
import type { Quotas } from "../store/quotas.ts";
import { readArguments } from "./arguments.ts";
import { OperatorError, type Command } from "./command.ts";

/** The workspaces that store most. Requests are in the access log, by `workspace`. */
export const workspaces: Command = {
  usage: "",
  summary:
    "show the 100 workspaces that store most: contacts, bytes, quotas, keys, deliveries of the last hour, last write",
  prepare: (args) => {
    readArguments(args, {});
    return async ({ database, quotas, now }) => {
      const { rows } = await sql<{ quotas: Partial<Quotas> | null }>`
        select workspace.id, name, quotas, contacts::float8 as contacts, bytes::float8 as bytes,
          (select count(*)::int from api_keys where workspace_id = workspace.id and revoked_at is null) as keys,
          (select count(*)::int from webhooks join webhook_deliveries delivery
              on delivery.workspace_id = webhooks.workspace_id and delivery.webhook_id = webhooks.id
            where webhooks.workspace_id = workspace.id and delivery.created_at > ${now()} - interval '1 hour'
          ) as deliveries_of_last_hour,
          (select created_at from events where workspace_id = workspace.id order by sequence desc limit 1) as last_write
        from (
          select workspace_id, sum(contacts) as contacts, sum(bytes) as bytes
          from workspace_usage_parts group by workspace_id order by sum(bytes) desc limit 100
        ) used join workspaces workspace on workspace.id = workspace_id
        order by bytes desc`.execute(database);
      return { workspaces: rows.map((row) => ({ ...row, quotas: { ...quotas, ...row.quotas } })) };
    };
  },
};

/** The webhooks whose last attempts failed, with why. */
export const webhooks: Command = {
  usage: "--failing",
  summary: "show the webhooks that fail or were disabled for it, since when, and the last attempt of each",
  prepare: (args) => {
    const { failing } = readArguments(args, { failing: "flag" }).values;
    if (failing !== true) throw new OperatorError("Say which: --failing");
    return async ({ database }) => {
      const { rows } = await sql`
        select webhook.id, workspace.name as workspace, url, status, disabled_reason, failing_since, failed_attempts,
          row_to_json(last) as last_attempt
        from webhooks webhook join workspaces workspace on workspace.id = webhook.workspace_id
          left join lateral (
            select attempt.at, attempt.response_status, attempt.error
            from webhook_deliveries delivery join webhook_attempts attempt
              on attempt.workspace_id = delivery.workspace_id and attempt.delivery_id = delivery.id
            where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
            order by delivery.created_at desc, attempt.number desc limit 1
          ) last on true
        where failing_since is not null or disabled_reason is not null
        order by failing_since nulls last limit 100`.execute(database);
      return { webhooks: rows };
    };
  },
};
