import { parse } from "csv-parse";
import { createReadStream } from "node:fs";
import { batchesOf, createClient, type BatchContact } from "../index.ts";

/**
 * Imports the contacts of a CSV file with columns such as name, email, phone and company, many with one request:
 * `CONTACTS_API_KEY=… CONTACTS_BASE_URL=… node --import tsx client/examples/import-contacts.ts contacts.csv`
 *
 * It creates nobody twice, and changes whom it finds by the email, so it can be run again after a stop. A field without a column
 * and a blank cell leave what is stored. It prints the rows that the API refuses, also for a column that it does not know, and goes on.
 */
const [file = "contacts.csv"] = process.argv.slice(2);
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

const rows: AsyncIterable<BatchContact> = createReadStream(file).pipe(
  parse({
    bom: true,
    columns: true,
    skip_empty_lines: true,
    trim: true,
    on_record: withoutBlanks,
  }),
);

/** The text by which a refused row is found in the file. */
const nameOf = (row: BatchContact | undefined) =>
  row?.email ?? row?.external_id ?? row?.name;

for await (const batch of batchesOf(rows)) {
  const { data, error: refusal } = await contacts
    .batch({ contacts: batch })
    .result();
  // A row that is too large for a request is alone in it.
  if (refusal?.status === 413)
    console.error(`${nameOf(batch[0])}: ${refusal.message}`);
  else if (refusal) throw refusal;
  for (const [i, { status, error }] of (
    data?.results ?? [{ status: "failed", error: undefined }]
  ).entries()) {
    count[status] = (count[status] ?? 0) + 1;
    for (const { path, message } of error?.details ?? [])
      console.error(`${nameOf(batch[i])}: ${path.join(".")} ${message}`);
  }
}
const counts = Object.entries(count).map(
  ([status, times]) => `${times} ${status}`,
);
console.log(counts.join(", "));
