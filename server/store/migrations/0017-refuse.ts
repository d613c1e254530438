import { sql, type Kysely } from "kysely";

/** A function by which a statement refuses to write anything: `refusal` in faults.ts reads its reason. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse(reason text) returns void language plpgsql as $$
      begin
        raise exception using message = reason, errcode = 'CA001';
      end
    $$`.execute(database);
}
