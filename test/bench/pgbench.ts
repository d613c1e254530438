import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { countInstructions, postgresCpu, postgresProcess } from "./cpu.ts";
import { concurrency } from "./load.ts";

/** The rows of a creation, as `createContact` writes them, in the same number of transactions at a time. */
const script = `\\set n random(1, 9999999)
begin;
insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
  custom_fields, created_at, updated_at, last_seen_at)
values (:workspace, 'ct_' || gen_random_uuid(), 'Bárbara Núñez', 'barbara.nunez.' || :n || '@example.com',
  '+54 11 5555-0134', 'Librería del Sur', 'Argentina', '', '{mayorista,"pago anual"}', 'lead', false, 'api',
  '{"plan":"oro","clientes":42}', now(), now(), now()) on conflict do nothing;
insert into events (workspace_id, id, type, data, created_at)
values (:workspace, 'evt_' || gen_random_uuid(), 'contact.created', (select json_build_object('id', id, 'object', 'contact',
  'name', name, 'email', email, 'phone', phone, 'company', company, 'country', country, 'tags', tags, 'custom_fields',
  custom_fields, 'created_at', created_at) from contacts where workspace_id = :workspace limit 1), now());
commit;
`;

/** What is measured of creations: their number, and what each costs PostgreSQL. NaN when it is not on this machine. */
export const [perSecondOf, microsecondsOf, instructionsOf] = [
  "creations per second",
  "µs of PostgreSQL",
  "thousand instructions of PostgreSQL",
];

/** Has `pgbench` create contacts, 8 at a time. */
export async function pgbench(
  url: string,
  workspaceId: string,
  transactions: number,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-pgbench-"));
  const file = join(folder, "creation.sql");
  writeFileSync(file, script);
  const each = Math.ceil(transactions / concurrency);
  const args = ["-n", "-M", "prepared", "-f", file, "-c", `${concurrency}`, "-j", "2", "-t", `${each}`];
  const [before, executed] = [await postgresCpu(url), await countInstructions(await postgresProcess(url))];
  const { stdout } = await promisify(execFile)("pgbench", [...args, "-D", `workspace=${workspaceId}`, url]);
  const [instructions = NaN, cpu] = [await executed(), (await postgresCpu(url)) - before];
  rmSync(folder, { recursive: true });
  return {
    [perSecondOf]: Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]),
    [microsecondsOf]: (cpu * 1e6) / (each * concurrency),
    [instructionsOf]: instructions / 1000 / (each * concurrency),
  };
}
