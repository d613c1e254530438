import { createClient } from "../../../client/index.ts";

/**
 * How much the heap grows in so many calls with one signal that lives on, in bytes. The responses come from memory, so that
 * nothing is measured but the client.
 */
export async function heapGrowth(calls: number): Promise<number> {
  const page = JSON.stringify({ data: [], next_cursor: null, has_more: false });
  const { contacts } = createClient({
    apiKey: "contacts_live_x",
    baseUrl: "http://127.0.0.1",
    fetch: () => Promise.resolve(new Response(page)),
  });
  const { signal } = new AbortController();
  const run = async (count: number) => {
    for (let n = 0; n < count; n++) await contacts.list({}, { signal });
  };
  await run(calls / 10);
  const before = heap();
  await run(calls);
  return heap() - before;
}

function heap(): number {
  if (!globalThis.gc) throw new Error("Start this with --expose-gc.");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
