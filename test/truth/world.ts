import { createKey, type Scope } from "../../server/keys/keys.ts";
import { prepare } from "../../server/operator/run.ts";
import type { Store } from "../../server/store/store.ts";

/** A server under test. It may be a liar; the store is that of the server behind it. */
export interface Target {
  address: string;
  store: Store;
}

/** Ids of things that belong together, by the prefix of their kind: `ct`, `cv` … */
export type Rows = Record<string, string>;

/** Two workspaces with one of everything, thrice. */
export interface World {
  mine: Rows[];
  strangers: Rows[];
  /** A secret with just these scopes that can still be used; none is used up. */
  key: (scopes: Scope[]) => Promise<string>;
}

/** Texts that all rows can be found by. */
export const words = ["one", "two", "three"];
const [category = ""] = words;
const text = words.join(" ");

const workspace = "mine";
const usesPerKey = 500;

/** Fills the store of a server, through its API and its operator's commands. */
export async function createWorld(target: Target): Promise<World> {
  const keys = new Map<string, { secret: string; uses: number }>();
  return {
    mine: await fill(target, workspace),
    strangers: await fill(target, "strangers"),
    key: async (scopes) => {
      const name = scopes.join();
      const known = keys.get(name);
      if (known && known.uses++ < usesPerKey) return known.secret;
      const { key: secret } = await createKey(target.store, { workspace, scopes });
      keys.set(name, { secret, uses: 1 });
      return secret;
    },
  };
}

/** Ids that are well formed and that nothing has. */
export const nobody = (rows: Rows): Rows =>
  Object.fromEntries(Object.keys(rows).map((kind) => [kind, `${kind}_${"0".repeat(26)}`]));

async function fill({ address, store }: Target, name: string): Promise<Rows[]> {
  const { key } = await createKey(store, { workspace: name, scopes: ["*"] });
  const call = async (path: string, json?: object): Promise<any> => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const request = json ? { method: "POST", body: JSON.stringify(json) } : {};
    const response = await fetch(address + path, { headers, ...request });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const operate = async (...line: string[]): Promise<string> =>
    JSON.parse(await prepare(["operator", ...line, "--workspace", name])(store)).id;

  const rows: Rows[] = [];
  for (const row of words) {
    const ct = (await call("/v1/contacts", { name: row, email: `${row}@${name}.example` })).id;
    const cv = (await call("/v1/conversations", { contact_id: ct, body: row })).id;
    const [{ id: ms }] = await call(`/v1/conversations/${cv}/messages`);
    const ticket = { contact_id: ct, conversation_id: cv, subject: row, description: row };
    const tk = (await call("/v1/tickets", ticket)).id;
    const ar = await operate("article", "--title", row, "--body", text, "--category", category);
    await operate("publish", ar);
    // It asks for what never happens here, so that nothing is delivered but tests.
    const webhook = { url: "https://hooks.example.com/", events: ["article.unpublished"] };
    const wh = (await call("/v1/webhooks", webhook)).id;
    const whd = (await call(`/v1/webhooks/${wh}/test`, {})).id;
    const evt = (await call("/v1/events?limit=100")).at(-1).id;
    rows.push({ ct, cv, ms, tk, ar, wh, whd, evt });
  }
  return rows;
}
