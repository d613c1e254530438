import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { migrate } from "../../../server/store/migrate.ts";
import { migrations } from "../../../server/store/migration-list.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { openUnchecked } from "../../../server/store/open/unchecked.ts";
import { start } from "../../support/process.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { onPostgres } from "../../support/store.ts";
import { emptyDatabase } from "../../support/postgres.ts";

const rows = { contacts: 300_000, events: 300_000, articles: 3000 };
const writers = 3;
const readers = 5;
const origin = "588c18b4";

/** The release 1.2.0 with its packages, as its commit has them. */
function checkOut(): string {
  const folder = join(temporaryFolder(), origin);
  execFileSync("git", ["worktree", "add", "-q", "--detach", folder, origin]);
  onTestFinished(
    () =>
      void execFileSync("git", ["worktree", "remove", "--force", folder], {
        stdio: "ignore",
      }),
  );
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--silent"], {
    cwd: folder,
  });
  return folder;
}

/** A database of 1.2.0, whose tables the frozen baseline makes, with rows of 50 workspaces. */
async function released(): Promise<string> {
  const url = await emptyDatabase();
  const { database, close } = openUnchecked(url);
  const { "0001-baseline": baseline } = migrations;
  if (!baseline) throw new Error("There is no baseline.");
  await migrate(database, { all: { "0001-baseline": baseline } });
  await sql
    .raw(
      `
      insert into workspaces (id, name, created_at)
      select 'w' || n, 'workspace ' || n, now() from generate_series(0, 49) n;
      insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      select 'w' || n % 50, 'ct_' || lpad(n::text, 26, '0'), 'Contact ' || n, n || '@example.com', '', 'Company ' || n % 1000,
        'Argentina', '', '{}', 'lead', false, 'api', '{}', now() - n * interval '1 s', now(), now()
      from generate_series(1, ${rows.contacts}) n;
      insert into events (workspace_id, id, type, data, created_at)
      select 'w' || n % 50, 'evt_' || lpad(n::text, 26, '0'), 'contact.created', json_build_object('object', 'contact', 'id', n), now()
      from generate_series(1, ${rows.events}) n;
      insert into articles (workspace_id, id, title, slug, excerpt, body, category, locale, published_at, created_at, updated_at)
      select 'w' || n % 50, 'ar_' || lpad(n::text, 26, '0'), 'Artículo ' || n, 'a-' || n, '', repeat('texto ', 100), '', 'es',
        now(), now(), now()
      from generate_series(1, ${rows.articles}) n;
      analyze`,
    )
    .execute(database);
  await close();
  return url;
}

/** Requests by many keys, so that none uses up its window. */
async function keysOf(url: string): Promise<string[]> {
  const store = await openPostgres(url, { by: "operator" });
  const keys: string[] = [];
  while (keys.length < 200) {
    const workspace = `workspace ${keys.length % 50}`;
    keys.push((await createKey(store, { workspace, scopes: ["*"] })).key);
  }
  await store.close();
  return keys;
}

interface Answer {
  status: number;
  isReplay: boolean;
  id: unknown;
}

/**
 * Starts a server, and returns how to call it: by the next key, as the release's responses lack
 * headers of later contracts.
 */
async function launch(
  main: string,
  settings: NodeJS.ProcessEnv,
  keys: string[],
) {
  const program = start(main, [], settings);
  const [, address = ""] = await program.printed(/Contacts API +(\S+)/);
  let next = 0;
  const call = async (
    path: string,
    json?: object,
    { key = next++, idempotencyKey = "" } = {},
  ): Promise<Answer> => {
    const response = await fetch(address + path, {
      method: json ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${keys[key % keys.length]}`,
        "content-type": "application/json",
        ...(idempotencyKey !== "" && { "idempotency-key": idempotencyKey }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    const body = (await response.json()) as { data?: { id?: unknown } };
    return {
      status: response.status,
      isReplay: response.headers.get("idempotent-replayed") === "true",
      id: body.data?.id,
    };
  };
  return { program, address, call };
}

type Service = Awaited<ReturnType<typeof launch>>;

test.runIf(onPostgres)(
  "an upgrade from 1.2.0 under load: no request fails, and a retry at the newer version gets the first response",
  { timeout: 1_800_000 },
  async () => {
    const main = join(checkOut(), "server/main.ts");
    const url = await released();
    const keys = await keysOf(url);
    const settings = {
      PORT: "0",
      METRICS_PORT: "",
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
      LOG_LEVEL: "error",
    };
    const older = await launch(main, settings, keys);
    const statuses: Record<number, number> = {};
    /** The slowest response during each step, in milliseconds, by the name of the step. */
    const slowest: Record<string, number> = {};
    let isRunning = true;
    onTestFinished(() => void (isRunning = false));
    let step = "before";
    const note = async (sent: Promise<{ status: number }>) => {
      const began = performance.now();
      const { status } = await sent;
      const took = Math.round(performance.now() - began);
      slowest[step] = Math.max(slowest[step] ?? 0, took);
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    const write = async (writer: number) => {
      for (let n = 0; isRunning; n++) {
        const email = `${writer}-${n}@example.org`;
        await note(older.call("/v1/contacts", { name: "Ana", email }));
      }
    };
    const read = async () => {
      while (isRunning) await note(older.call("/v1/contacts?q=contact"));
    };
    const load = [
      ...Array.from({ length: writers }, (_, n) => write(n)),
      ...Array.from({ length: readers }, read),
    ];
    await expect
      .poll(() => statuses[201] ?? 0, { timeout: 120_000 })
      .toBeGreaterThan(500);

    const { database, close } = openUnchecked(url);
    onTestFinished(close);
    const lines: string[] = [];
    const began = performance.now();
    step = "migrating";
    await migrate(database, { report: (line) => lines.push(line) });
    const seconds = Math.round((performance.now() - began) / 1000);
    step = "both";
    const newer = await launch("server/main.ts", settings, keys);
    const replays = await retries(older, newer);
    const errors = older.program.output().match(/"level":(50|60)/g);
    isRunning = false;
    await Promise.all(load);

    console.log(
      `${lines.filter((line) => line.includes("done in")).join("\n")}\n` +
        `upgraded ${JSON.stringify(rows)} in ${seconds} s under load: ${JSON.stringify(statuses)}, slowest in ms ${JSON.stringify(slowest)}`,
    );
    expect(Object.keys(statuses).sort()).toEqual(["200", "201"]);
    expect(replays.filter(({ isReplay }) => !isReplay)).toEqual([]);
    expect(errors).toBeNull();
  },
);

/** Creates contacts at one server, and repeats each request at the other. */
async function retries(first: Service, second: Service): Promise<Answer[]> {
  const replays: Answer[] = [];
  for (let key = 0; key < 20; key++) {
    const name = `${new URL(first.address).port}-${key}`;
    const json = { name, email: `${name}@retry.example` };
    const options = { key, idempotencyKey: name };
    const created = await first.call("/v1/contacts", json, options);
    const again = await second.call("/v1/contacts", json, options);
    expect(again.id).toBe(created.id);
    replays.push(again);
  }
  return replays;
}
