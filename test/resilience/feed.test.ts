import { expect, onTestFinished, test } from "vitest";
import { objects } from "../../generated/objects.ts";
import { newContact } from "../../server/api/contact-rows.ts";
import { recordEvent } from "../../server/api/events.ts";
import { unavailableReason } from "../../server/store/errors.ts";
import { flush, inTransaction } from "../../server/store/transaction.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { full } from "./scale.ts";
import { launch, makeKeys, type Service } from "./service.ts";

/** A quick run shows the same with few events. */
const total = full ? 1_000_000 : 1000;
/** How many times one to nine events a change has. More take less time for an event. */
const multiple = full ? 20 : 1;

const contact = objects.Contact(
  newContact({ name: "Ana", email: "ana@example.com" }, new Date().toISOString()),
);

/** Writes changes of one to nine events, or a multiple of these, with eight transactions at a time. Two of the eight commit late, or not at all. */
function startWriters(store: OpenStore, workspaceId: string): Promise<unknown> {
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
  return Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer).finally(end)));
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

test.skipIf(!onPostgres)(
  `readers that follow the feed see each of ${total} events once and in order, while writers are late and are undone`,
  { timeout: full ? 3_600_000 : 120_000 },
  async () => {
    const settings = await emptyStore();
    const keys = await makeKeys(settings, 60);
    const store = await openPostgres(settings["DATABASE_URL"] ?? "");
    onTestFinished(store.close);
    const { id } = await store.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
    const service = await launch(settings, keys);
    let isOver = false;
    const readers = ["", "", "&types=contact.created,ticket.created", "&types=ticket.created"].map((query) =>
      follow(service, () => isOver, query),
    );
    await startWriters(store, id).finally(() => (isOver = true));
    const [first, second, ofTypes, ofOthers] = await Promise.all(readers);
    const rows = await store.database.selectFrom("events").select("id").orderBy("sequence").execute();
    expect(rows.length).toBeGreaterThanOrEqual(total);
    expect(first).toEqual(rows.map((row) => row.id));
    expect([second, ofTypes, ofOthers]).toEqual([first, first, []]);
    console.log(`${rows.length} events, seen once and in order by three readers`);
  },
);
