import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createKey } from "../../server/auth/keys.ts";
import { migrate } from "../../server/store/migrate.ts";
import { migrations } from "../../server/store/migration-list.ts";
import type { Migration } from "../../server/store/migration.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import { openUnchecked } from "../../server/store/open/unchecked.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { full, launch, scaled, type Service } from "./service.ts";

const contacts = full ? 300_000 : 5_000;
const workspaces = scaled(500);
const writers = 3;
const readers = 10;

/** Rows of many workspaces: the first has the most, the last nearly none. */
async function fill(database: OpenStore["database"]): Promise<void> {
  await sql`
    insert into workspaces (id, name, created_at)
    select 'w' || n, 'workspace ' || n, now() from generate_series(0, ${workspaces - 1}::int) n`.execute(
    database,
  );
  await sql`
    insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, updated_at, last_seen_at)
    select 'w' || floor(${workspaces}::int * power(n::float8 / ${contacts}::int, 4)), 'ct_' || lpad(n::text, 26, '0'), 'Contact ' || n,
      n || '@example.com', '', 'Company ' || n % 1000, 'Argentina', '', '{}', 'lead', false, 'api', '{}', now() - n * interval '1 s', now(), now()
    from generate_series(0, ${contacts - 1}::int) n`.execute(database);
  await sql`analyze`.execute(database);
}

/** A next version: a column with a default, an index, and a column that gets another name. */
const next: Record<string, Migration> = {
  "9001-nickname": {
    phase: "expand",
    statements: "alter table contacts add nickname text not null default ''",
  },
  "9002-nicknames": {
    phase: "move",
    table: "contacts",
    set: "nickname = lower(name)",
    where: "nickname = ''",
  },
  "9003-nickname-index": {
    phase: "index",
    name: "contacts_of_nickname",
    table: "contacts",
    definition: "(workspace_id, nickname)",
  },
  "9004-alias": {
    phase: "expand",
    statements: `
      alter table contacts add alias text not null default '';
      create function copy_nickname() returns trigger language plpgsql as $$
        begin
          new.alias := new.nickname;
          return new;
        end
      $$;
      create trigger copy_nickname before insert or update of nickname on contacts
        for each row execute function copy_nickname();`,
  },
  "9005-aliases": {
    phase: "move",
    table: "contacts",
    set: "alias = nickname",
    where: "alias <> nickname",
  },
  "9006-no-nickname": {
    phase: "contract",
    statements: `
      drop trigger copy_nickname on contacts;
      drop function copy_nickname();
      alter table contacts drop column nickname;`,
  },
};

/** Keys of many workspaces, so that none uses up its window. */
async function makeKeysOfMany(url: string): Promise<string[]> {
  const store = await openPostgres(url);
  const keys: string[] = [];
  while (keys.length < 200) {
    const workspace = `workspace ${keys.length % workspaces}`;
    keys.push((await createKey(store, { workspace, scopes: ["*"] })).key);
  }
  await store.close();
  return keys;
}

/** Sends requests until `stop`, and notes how long they take during each step of the upgrade. */
function startLoad({ call }: Service) {
  const statuses = new Map<number, number>();
  /** Step → the time of the slowest response that ended during it, in milliseconds. */
  const slowest: Record<string, number> = {};
  let step = "before";
  let isRunning = true;
  const send = async (json?: object) => {
    const began = performance.now();
    const { status } = await call("/v1/contacts", json && { json });
    const took = performance.now() - began;
    slowest[step] = Math.round(Math.max(slowest[step] ?? 0, took));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const write = async (writer: number) => {
    for (let n = 0; isRunning; n++)
      await send({ name: "Ana", email: `${writer}-${n}@example.org` });
  };
  const read = async () => {
    while (isRunning) await send();
  };
  const load = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, read),
  ];
  return {
    statuses,
    slowest,
    enter: (name: string) => (step = name),
    stop: async () => {
      isRunning = false;
      await Promise.all(load);
    },
  };
}

/** Runs the migrations of the next version. `enter` is called with the name of each step. */
async function upgrade(
  database: OpenStore["database"],
  enter: (step: string) => void,
) {
  const lines: string[] = [];
  const steps = Object.keys(next).values();
  enter(steps.next().value ?? "");
  const ran = await migrate(database, {
    all: { ...migrations, ...next },
    report: (line) => {
      lines.push(line);
      if (line.includes(": done in ")) enter(steps.next().value ?? "after");
    },
  });
  return { ran, lines };
}

test.runIf(onPostgres)(
  "an upgrade with data and load: no request fails, and none waits for long",
  { timeout: 900_000 },
  async () => {
    const settings = await emptyStore();
    const url = settings["DATABASE_URL"] ?? "";
    const { database, close } = openUnchecked(url); // whose statements have no time limit
    onTestFinished(close);
    await fill(database);
    const keys = await makeKeysOfMany(url);
    const service = await launch({ ...settings, LOG_LEVEL: "error" }, keys);
    const { statuses, slowest, enter, stop } = startLoad(service);
    // What the machine takes without any migration.
    await expect
      .poll(() => statuses.get(201) ?? 0, { timeout: 60_000 })
      .toBeGreaterThan(scaled(1000));

    const { ran, lines } = await upgrade(database, enter);

    await stop();
    console.log(
      `${lines.join("\n")}\nupgraded ${contacts} contacts of ${workspaces} workspaces under load: ` +
        `${JSON.stringify(Object.fromEntries(statuses))}, slowest in ms ${JSON.stringify(slowest)}`,
    );
    // A lock, a time limit of a statement, or a statement that was prepared for other columns.
    expect(
      /"code":"(55P03|40P01|57014)"|cached plan/.exec(service.program.output()),
    ).toBeNull();
    expect(ran).toEqual(Object.keys(next));
    const { rows } = await sql`
      select count(*)::int as rows from contacts where alias <> lower(name) and email like '%@example.com'`.execute(
      database,
    );
    expect(rows).toEqual([{ rows: 0 }]);
    if (!full) return;
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
    // A machine that has other work lets requests wait without any migration too.
    const { before = 0, ...during } = slowest;
    expect(Math.max(...Object.values(during))).toBeLessThan(
      Math.max(1000, 2 * before),
    );
  },
);
