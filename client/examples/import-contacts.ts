import { parse } from "csv-parse";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { batchesOf, createClient, type BatchContact } from "../index.ts";

/**
 * Imports the contacts of a CSV file with columns such as name, email, phone and company, many with
 * one request: `CONTACTS_API_KEY=… CONTACTS_BASE_URL=… node --import tsx
 * client/examples/import-contacts.ts contacts.csv`
 *
 * It creates nobody twice, and changes whom it finds by the email or `external_id`, so it can be
 * run again after a stop. Rows may swap emails. A field without a column and a blank cell leave
 * what is stored. It prints the rows that the API refuses, also for a column that it does not know,
 * and goes on. Its exit code is then 1.
 */
const [file = "contacts.csv"] = process.argv.slice(2);

// Such as a missing key: a message says what to change, and a stack does not.
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});

const { contacts } = createClient();
const count: Record<string, number> = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
};

/** A row without its blank cells: an empty text would erase what is stored. */
const withoutBlanks = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ""));

/**
 * Reads the text of the file.
 * @throws Error for another encoding, whose letters such as ñ would be lost
 */
async function* textOfFile(): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Error(`${file} is not UTF-8. Save it as "CSV UTF-8".`);
    }
  };
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) yield decode(chunk);
  yield decode(); // fails when the file ends inside a character
}

const rows: AsyncIterable<BatchContact> = pipeline(
  textOfFile,
  parse({
    bom: true,
    columns: true,
    skip_empty_lines: true,
    trim: true,
    on_record: withoutBlanks,
  }),
  () => undefined, // the loop over the rows throws the error
);

/** The text by which a refused row is found in the file. */
const nameOf = (row: BatchContact | undefined) =>
  row?.email ?? row?.external_id ?? row?.name ?? JSON.stringify(row);

/** Sends rows. Returns the rows that conflict with another contact, with their error messages. */
async function send(
  batches: AsyncIterable<BatchContact[]>,
): Promise<Map<BatchContact, string[]>> {
  const conflicts = new Map<BatchContact, string[]>();
  for await (const batch of batches) {
    const { data, error: refusal } = await contacts
      .batch({ contacts: batch })
      .result();
    if (refusal) {
      if (refusal.status !== 413) throw refusal;
      // A row that is too large for a request is alone in it.
      fail(batch[0], [refusal.message]);
      continue;
    }
    for (const [i, { status, error }] of data.results.entries()) {
      const row = batch[i] ?? {};
      const messages = (error?.details ?? []).map(
        ({ path, message }) => `${path.join(".")} ${message}`,
      );
      if (error?.code === "conflict") conflicts.set(row, messages);
      else if (error) fail(row, messages);
      else count[status] = (count[status] ?? 0) + 1;
    }
  }
  return conflicts;
}

function fail(row: BatchContact | undefined, messages: string[]): void {
  count["failed"] = (count["failed"] ?? 0) + 1;
  for (const message of messages) console.error(`${nameOf(row)}: ${message}`);
}

try {
  const conflicts = await send(batchesOf(rows));
  // Two rows that swap emails conflict when they are in two batches. Sent again, they are in one
  // batch.
  const remaining = await send(batchesOf(conflicts.keys()));
  for (const [row, messages] of remaining) fail(row, messages);
} catch (error) {
  // No file, no CSV, or an error of the API that is not about a row.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (count["failed"]) process.exitCode = 1;

const counts = Object.entries(count).map(
  ([status, times]) => `${times} ${status}`,
);
console.log(counts.join(", "));
