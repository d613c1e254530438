import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { objects } from "../../generated/objects.ts";
import { newContact } from "../../server/api/contact-rows.ts";
import { recordEvent } from "../../server/api/events.ts";
import { unavailableReason } from "../../server/store/errors.ts";
import { flush, inTransaction } from "../../server/store/transaction.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { startReceiver } from "../support/delivery.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { full } from "./scale.ts";
import { launch, makeKeys, type Service } from "./service.ts";

/** A quick run shows the same with few events. */
const total = full ? 1_000_000 : 1000;
const kills = full ? 20 : 1;
/** How many times one to nine events a change has. More take less time for an event. */
const multiple = full ? 20 : 1;

const contact = objects.Contact(
  newContact({ name: "Ana", email: "ana@example.com" }, new Date().toISOString()),
);

/** Writes changes of one to nine events, or a multiple of these, with eight transactions at a time. Two of the eight commit late, or not at all. */
function startWriters(store: OpenStore, workspaceId: string) {
  let events = 0;
  let changes = 0;
  let isDone = false;
  const noticed = new Set<() => void>();
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => isSo() && noticed.delete(check) && resolve();
      noticed.add(check);
      check();
    });
  const write = async (writer: number) => {
    for (let n = 1; events < total && !isDone; n++) {
      const isLate = writer < 2;
      const size = multiple * (1 + ((n + writer) % 9));
      const one = inTransaction(store, workspaceId, async (tx) => {
        for (let i = 0; i < size; i++)
          recordEvent(tx, { type: "contact.created", data: contact }, contact.id, await tx.now());
        await flush(tx);
        const others = changes + 20;
        if (isLate) await until(() => changes >= others || isDone);
        if (isLate && n % 3 === 0) throw new Error("undone");
      });
      const isWritten = await one.then(
        () => true,
        (error: Error) => {
          if (error.message !== "undone" && unavailableReason(error) === undefined) throw error;
          return false;
        },
      );
      if (isWritten) events += size;
      changes++;
      for (const check of noticed) check();
    }
  };
  const end = () => {
    isDone = true;
    for (const check of noticed) check();
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer).finally(end)));
  return { all, written: (count: number) => until(() => events >= count || isDone) };
}

/** Creates contacts, eight at a time, until the server no longer responds. Gives the ids of those that were acknowledged. */
async function createUntilItEnds({ call }: Service, name: string, enough: () => void): Promise<string[]> {
  const ids: string[] = [];
  const create = async (writer: number) => {
    for (let n = 0; ; n++) {
      const json = { name: "Ana", email: `${name}-${writer}-${n}@example.com` };
      const response = await call("/v1/contacts", { json }).catch(() => undefined);
      if (response === undefined) return;
      if (response.status === 201 && ids.push(response.body.data.id) === 50) enough();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => create(writer)));
  return ids;
}

/** Follows the feed as a client does, until `isOver` and nothing is left. Gives the ids in the order in which they came. */
async function follow({ call }: Service, isOver: () => boolean, query = ""): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  for (;;) {
    const over = isOver();
    const { status, body } = await call(`/v1/events?limit=100${query}${cursor}`);
    if (status === 503) continue;
    expect(status).toBe(200);
    for (const { id } of body.data) ids.push(id);
    if (body.next_cursor !== null) cursor = `&cursor=${body.next_cursor}`;
    if (over && !body.has_more) return ids;
  }
}

describe.skipIf(!onPostgres)("readers that follow the feed", () => {
  test(
    `see each of ${total} events once and in order, while writers are late, are undone, freeze and die`,
    { timeout: full ? 3_600_000 : 120_000 },
    async () => {
      const settings: NodeJS.ProcessEnv = { ...(await emptyStore()), LOCAL_WEBHOOKS: "true" };
      const keys = await makeKeys(settings, 60);
      const store = await openPostgres(settings["DATABASE_URL"] ?? "");
      const admin = new pg.Client(settings["DATABASE_URL"]);
      await admin.connect();
      onTestFinished(async () => {
        await admin.end();
        await store.close();
      });
      const { id: workspaceId } = await store.database
        .selectFrom("workspaces")
        .select("id")
        .executeTakeFirstOrThrow();
      const DATABASE_URL = `${settings["DATABASE_URL"]}?application_name=frozen`;
      const frozenSettings = { ...settings, DATABASE_URL };
      const [serving, frozen] = await Promise.all([launch(settings, keys), launch(frozenSettings, keys)]);
      const open = async (name: string) => {
        const { rows } = await admin.query<{ count: number }>(
          `select count(*)::integer as count from pg_stat_activity
            where datname = current_database() and application_name = $1 and state like 'idle in transaction%'`,
          [name],
        );
        return rows[0]?.count ?? 0;
      };
      const receiver = await startReceiver();
      const webhook = { url: receiver.address, events: ["contact.created"] };
      expect((await serving.call("/v1/webhooks", { json: webhook })).status).toBe(201);

      let isOver = false;
      const readers = [
        follow(serving, () => isOver),
        follow(serving, () => isOver),
        follow(serving, () => isOver, "&types=contact.created,ticket.created"),
      ];
      const writers = startWriters(store, workspaceId);

      const acknowledged: string[] = [];
      for (let kill = 1; kill <= kills; kill++) {
        const dying = await launch(settings, keys);
        await writers.written((total * kill) / (kills + 2));
        acknowledged.push(
          ...(await createUntilItEnds(dying, `kill${kill}`, () => dying.program.child.kill("SIGKILL"))),
        );
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid() limit 2`);
      }
      // Where it is when it is frozen is a matter of luck, so it is tried until one of its transactions is open.
      const { child } = frozen.program;
      let isFrozen = false;
      const freeze = createUntilItEnds(frozen, "frozen", () => undefined);
      while (!isFrozen) {
        child.kill("SIGSTOP");
        isFrozen = (await open("frozen")) > 0;
        if (!isFrozen) child.kill("SIGCONT");
      }
      await writers.all;
      // PostgreSQL ends what the frozen one has begun; until then the feed has to wait for it.
      await expect.poll(() => open("frozen")).toBe(0);
      isOver = true;
      const seen = await Promise.all(readers);
      child.kill("SIGKILL");
      acknowledged.push(...(await freeze));
      // What the dead have claimed would be free in half a minute.
      await admin.query("update webhook_deliveries set claimed_until = null where status = 'pending'");

      // A session of the server would not wait for so many rows.
      const { rows } = await admin.query<{ id: string; type: string; contact: string; deliveries: number }>(
        `select id, type, data->>'id' as contact, (
          select count(*)::integer from webhook_deliveries
          where workspace_id = events.workspace_id and event_id = events.id
        ) as deliveries
        from events where workspace_id = $1 order by sequence`,
        [workspaceId],
      );
      const created = rows.filter(({ type }) => type === "contact.created");
      expect(rows.length).toBeGreaterThanOrEqual(total);
      expect(seen[0]).toEqual(rows.map(({ id }) => id));
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(created.map(({ id }) => id));
      const known = new Set(created.map(({ contact: made }) => made));
      expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);
      expect(
        rows.filter(({ type, deliveries }) => deliveries !== (type === "contact.created" ? 1 : 0)),
      ).toEqual([]);
      const delivered = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
      await receiver.until(() => delivered().size === created.length);
      expect(delivered()).toEqual(new Set(created.map(({ id }) => id)));
      console.log(
        `${rows.length} events, seen once and in order by two readers; ${created.length} of them in a feed of two types ` +
          `and by a webhook, in ${receiver.received.length} deliveries`,
      );
    },
  );
});
