import { parse } from "csv-parse";
import { createReadStream } from "node:fs";
import { createClient, isApiError } from "../index.ts";

/**
 * Imports the contacts of a CSV file with the columns name, email, phone and company:
 * `API_KEY=… BASE_URL=… node --import tsx client/examples/import-contacts.ts contacts.csv`
 *
 * It creates nobody twice, so it can be run again after a stop. It prints the rows that the API refuses, and goes on.
 */
const { API_KEY = "", BASE_URL = "http://127.0.0.1:3000" } = process.env;
const [file = "contacts.csv"] = process.argv.slice(2);
const { contacts } = createClient({ apiKey: API_KEY, baseUrl: BASE_URL });
const count = { created: 0, existing: 0, refused: 0 };

const rows: AsyncIterable<Record<string, string>> = createReadStream(file).pipe(
  parse({ bom: true, columns: true, skip_empty_lines: true, trim: true }),
);
for await (const { name = "", email = "", phone = "", company = "" } of rows) {
  try {
    const { created } = await contacts.createOrGet({ name, email, phone, company });
    count[created ? "created" : "existing"]++;
  } catch (error) {
    if (!isApiError(error, "validation_error")) throw error;
    count.refused++;
    for (const { path, message } of error.details) console.error(`${email}: ${path.join(".")} ${message}`);
  }
}
console.log(`${count.created} created, ${count.existing} existed, ${count.refused} refused`);
