import { appendFile, readFile, truncate } from "node:fs/promises";
import { createClient, type Event } from "../index.ts";

/**
 * Keeps a copy of the event feed in a file, one event a line:
 * `API_KEY=… BASE_URL=… node --import tsx client/examples/sync-events.ts events.jsonl`
 *
 * The last line tells where to read on, so a stop at any time neither loses nor repeats an event. Run it again and again;
 * events are kept for 30 days.
 */
const { API_KEY = "", BASE_URL = "http://127.0.0.1:3000" } = process.env;
const [file = "events.jsonl"] = process.argv.slice(2);
const { events } = createClient({ apiKey: API_KEY, baseUrl: BASE_URL });

const last = await lastEvent();
let count = 0;
for await (const event of events.list({ limit: 100, cursor: last?.id })) {
  await appendFile(file, `${JSON.stringify(event)}\n`);
  count++;
}
console.log(`${count} new`);

/** The last event in the file. What a stop left of a line behind it is removed. */
async function lastEvent(): Promise<Event | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) await truncate(file, Buffer.byteLength(whole));
  const line = whole.trimEnd().split("\n").at(-1);
  return line ? (JSON.parse(line) as Event) : undefined;
}
