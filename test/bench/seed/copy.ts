import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from } from "pg-copy-streams";
import type { Load } from "./workspace.ts";

/** Characters that are sent at a time. */
const chunkSize = 256 * 1024;

/** Loads rows by COPY, and tells now and then how many there are so far. */
export async function copyRows(
  client: Client,
  { table, count, row }: Load,
  onProgress: (done: number) => void,
): Promise<void> {
  if (count === 0) return;
  const columns = Object.keys(row(0));
  const chunks = function* () {
    let chunk = "";
    for (let n = 0; n < count; n++) {
      chunk += `${Object.values(row(n)).map(toText).join("\t")}\n`;
      if (chunk.length < chunkSize) continue;
      onProgress(n + 1);
      yield chunk;
      chunk = "";
    }
    yield chunk;
  };
  await pipeline(Readable.from(chunks()), client.query(from(`copy ${table} (${columns.join()}) from stdin`)));
  onProgress(count);
}

/** A value as COPY takes it; a list is an array of texts. */
function toText(value: unknown): string {
  if (value === null) return "\\N";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escape(`{${value.map((one) => JSON.stringify(one)).join()}}`);
  return typeof value === "string" ? escape(value) : String(value);
}

const escape = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? "") : text;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
