import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../client/index.ts";
import { limits } from "../../../generated/catalogue.ts";
import { load } from "../load.ts";
import { keysFor, kinds, type Data } from "../requests.ts";
import { startThisServer } from "../servers.ts";
import { makeStore } from "../stores.ts";

/** What became of walks over all contacts that are begun at once by one client. */
export interface Walks {
  finished: number;
  refused: number;
  /** How much of what the limit allows was used, from the first request until the limit was reached again. */
  used: number;
}

/** Walks over contacts of a real server at its real rate limit, which takes more than a window. */
export async function walks(count: number, contacts: number, limit: number): Promise<Walks> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-walks-"));
  const store = await makeStore(join(folder, "server"), undefined, keysFor(contacts) + 1);
  const [apiKey = "", ...keys] = store.keys;
  const server = await startThisServer(store);
  try {
    const data: Data = { keys, contacts: [] };
    const create = kinds.find(({ name }) => name === "create");
    if (!create) throw new Error("Nothing creates contacts.");
    let sent = 0;
    await load(server.address, contacts, () => create.request(sent++, data));
    const times: number[] = [];
    let refused = 0;
    const response = ({ status }: Response) => {
      times.push(performance.now());
      if (status === 429) refused++;
    };
    const client = createClient({ apiKey, baseUrl: server.address, hooks: { response } });
    const walk = async () => {
      const seen = new Set<string>();
      for await (const { id } of client.contacts.list({ limit })) seen.add(id);
      return seen.size === contacts;
    };
    const all = await Promise.all(Array.from({ length: count }, walk));
    const [first = 0] = times;
    const next = times[limits.requestsPerWindow] ?? NaN;
    return {
      finished: all.filter(Boolean).length,
      refused,
      used: (limits.windowSeconds * 1000) / (next - first),
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
