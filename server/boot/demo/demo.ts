import type { Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import { type DemoData, readDemo } from "./data.ts";
import { days, demoSteps } from "./steps.ts";
import { createKey } from "../../auth/keys.ts";
import { ensureWorkspace } from "../../auth/workspace.ts";
import { tryLock } from "../../store/locks.ts";
import type { Store } from "../../store/store.ts";
import { evaluate } from "../../store/statement.ts";
import type { Tables } from "../../store/tables.ts";
import { inTransaction, type Transaction } from "../../store/transaction.ts";

const workspace = "demo";

/**
 * Fills the workspace `demo` with the last weeks of a support team, all of it or nothing. A
 * workspace that has contacts is left as it is; then the result is undefined.
 * @param print prints a line for people
 * @returns a path of the API that shows a contact of it
 */
export async function fillDemo(
  store: Store,
  print: (line: string) => void,
): Promise<string | undefined> {
  const alreadyThere = () => {
    print(
      `Demo: the workspace ${workspace} has contacts already, so nothing was changed. A key for it:`,
    );
    print(`  npm run -s keys -- create --workspace ${workspace} --scopes '*'`);
    print("A new demo needs another folder (or another DATABASE_URL):");
    print("  DATA_DIR=.data/demo npm start -- --demo");
    return undefined;
  };
  if ((await contactIdOf(store.database)) !== undefined) return alreadyThere();
  const data = readDemo();
  const id = await ensureWorkspace(store, { workspace });
  const filled = await inTransaction(store, id, async (tx) => {
    // Of two servers that start on one database at once, one fills it, and the other waits until it
    // is filled. It asks again and again, as a statement may wait only for seconds.
    while (!(await evaluate(tx.database, tryLock("demo", id))))
      await setTimeout(100);
    if ((await contactIdOf(tx.database)) !== undefined) return false;
    await fill(tx, data, print);
    return true;
  });
  if (!filled) return alreadyThere();
  return `/v1/contacts/${await contactIdOf(store.database, data.contacts[0]?.email)}`;
}

/** Creates a key of the workspace `demo`, which can be read only here. */
export const createDemoKey = (store: Store) =>
  createKey(store, { workspace, scopes: ["*"], name: "demo" });

/** Does everything in one transaction, each step at its own time. */
async function fill(
  tx: Transaction,
  data: DemoData,
  print: (line: string) => void,
): Promise<void> {
  const steps = demoSteps(data, new Date(tx.now));
  print(
    `Demo: filling the workspace ${workspace} with the last ${days} days of a support team …`,
  );
  for (const [i, { time, run }] of steps.entries()) {
    await run({ ...tx, now: time.toISOString() });
    await Promise.all(tx.writes);
    if ((i + 1) % 100 === 0) print(`  ${i + 1} of ${steps.length} steps`);
  }
  print(`  ${steps.length} of ${steps.length} steps`);
}

/** The id of a contact of the demo, or of the one with this email. */
async function contactIdOf(
  database: Kysely<Tables>,
  email?: string,
): Promise<string | undefined> {
  let contact = database
    .selectFrom("contacts")
    .innerJoin("workspaces", "workspaces.id", "contacts.workspace_id")
    .select("contacts.id")
    .where("workspaces.name", "=", workspace);
  if (email !== undefined) contact = contact.where("email", "=", email);
  return (await contact.executeTakeFirst())?.id;
}
