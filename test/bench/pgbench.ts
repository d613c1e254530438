import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { concurrency } from "./compare.ts";

/*
 * PostgreSQL's own load generator with the statements of a creation: the same rows, indexes and
 * number of clients as a server has. It is what PostgreSQL can do without any server before it.
 */

const contact = `{"id": "ct_:n", "object": "contact", "name": "Bárbara Núñez", "email": "b:n@example.com", "phone": "+54 11 5555-0134",
  "company": "Librería del Sur", "country": "Argentina", "city": "", "tags": ["mayorista", "pago anual"], "lifecycle": "lead",
  "vip": false, "source": "api", "custom_fields": {"plan": "oro", "clientes": 42}, "conversations_count": 0, "tickets_count": 0}`;

/** The statements of a creation in a workspace without webhooks. `:n` is another number each time. */
const script = (workspace: string) => `
\\set n random(1, 1000000000000000)
begin;
select now(), (select coalesce(json_agg(id), '[]') from webhooks where workspace_id = '${workspace}' and status = 'enabled'),
  coalesce(sum(contacts), 0), coalesce(sum(bytes), 0), (select quotas from workspaces where id = '${workspace}')
  from workspace_usage_parts where workspace_id = '${workspace}';
insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source, custom_fields,
    created_at, updated_at, last_seen_at)
  values ('${workspace}', 'ct_' || :n, 'Bárbara Núñez', 'b' || :n || '@example.com', '+54 11 5555-0134', 'Librería del Sur',
    'Argentina', '', '{mayorista,pago anual}', 'lead', false, 'api', '{"plan": "oro", "clientes": 42}', now(), now(), now());
select pg_advisory_xact_lock_shared(hashtext('${workspace}'), last_value::bit(32)::integer) from events_sequence_seq;
insert into events (workspace_id, id, type, data, created_at, contact_id, request)
  values ('${workspace}', 'evt_' || :n, 'contact.created', replace('${contact.replaceAll(":n", "#")}', '#', :n::text)::json, now(),
    'ct_' || :n, '{"id": "req_1", "idempotency_key": null, "api_key_id": null}');
insert into workspace_usage_parts as usage (workspace_id, part, contacts, bytes)
  values ('${workspace}', pg_backend_pid() % 16, 1, 1200)
  on conflict (workspace_id, part) do update
    set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes;
commit;
`;

/** Finds the program beside the PostgreSQL server, or in PATH; undefined when there is none. */
async function findProgram(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client
    .query<{ setting: string }>(
      "select setting from pg_config where name = 'BINDIR'",
    )
    .catch(() => ({ rows: [] })); // only a superuser may read it
  const folders = [
    ...rows.map(({ setting }) => setting),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders
    .map((folder) => join(folder, "pgbench"))
    .find((file) => existsSync(file));
}

/** Returns the id of the workspace with a name. */
async function findWorkspace(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select id from workspaces where name = $1",
    [name],
  );
  const [workspace] = rows;
  if (!workspace) throw new Error(`There is no workspace ${name}.`);
  return workspace.id;
}

/**
 * Prepares pgbench for creations in the workspace with a name.
 * @returns the function that creates contacts for some seconds and returns how many in a second;
 *   undefined when pgbench is not installed
 */
export async function preparePgbench(url: string, workspace: string) {
  const client = new pg.Client(url);
  await client.connect();
  const program = await findProgram(client);
  const id = await findWorkspace(client, workspace);
  await client.end();
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const file = join(folder, "create.sql");
  writeFileSync(file, script(id));
  const clients = String(concurrency);
  const run = async (seconds: number): Promise<number> => {
    const { stdout } = await promisify(execFile)(program, [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${clients}`,
      `--time=${seconds}`,
      `--file=${file}`,
      url,
    ]);
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (perSecond === undefined)
      throw new Error(`${program} reports no tps: ${stdout}`);
    return Number(perSecond);
  };
  return { run, remove: () => rmSync(folder, { recursive: true }) };
}
