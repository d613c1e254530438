import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keysFor } from "../requests.ts";
import { count } from "../seed/count.ts";
import { showProgress } from "../seed/progress.ts";
import { seed } from "../seed/seed.ts";
import { sizesFor } from "../seed/sizes.ts";
import { startThisServer } from "../servers.ts";
import { createDatabase } from "../../support/database.ts";
import { readData } from "./data.ts";
import { measure, requestsOf, type Side } from "./measure.ts";
import { toText, type Figures } from "./report.ts";

const usage = `npm run bench -- scale --database URL [options]   latencies with few and with many contacts

  --database URL  the PostgreSQL server on which databases are made, and removed afterwards
  --contacts N    contacts of the large one (default 20000); the small one has 1000, or as many
  --large URL     instead: a database that npm run bench -- seed has filled; it keeps what the calls create
  --rounds N      in which both take turns (default 3)
  --requests N    of each kind in a round (default 100)
  --json          the figures for a program, on standard output`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: "string" },
      contacts: { type: "string", default: "20000" },
      large: { type: "string" },
      rounds: { type: "string", default: "3" },
      requests: { type: "string", default: "100" },
      json: { type: "boolean", default: false },
    },
  });
  if (values.database === undefined) return console.log(usage);
  const contacts = count("contacts", values.contacts);
  const plan = { rounds: count("rounds", values.rounds), requests: count("requests", values.requests) };
  const keyCount = keysFor(requestsOf(plan));
  const endings: (() => unknown)[] = [];
  try {
    const make = async (size: number) => {
      const { url, drop } = await createDatabase(values.database ?? "");
      endings.unshift(drop);
      await seed(url, sizesFor(size), showProgress());
      return url;
    };
    const open = async (url: string): Promise<Side> => {
      const data = await readData(url, keyCount);
      const folder = mkdtempSync(join(tmpdir(), "contacts-scale-"));
      endings.unshift(() => rmSync(folder, { recursive: true }));
      const server = await startThisServer(
        { settings: { DATA_DIR: folder, DATABASE_URL: url } },
        encryptionKey,
      );
      endings.unshift(server.stop);
      return { server, data };
    };
    const small = await open(await make(Math.min(1000, contacts)));
    const large = await open(values.large ?? (await make(contacts)));
    const figures: Figures = {
      node: process.version,
      cores: availableParallelism(),
      small: small.data.contactCount,
      large: large.data.contactCount,
      ...plan,
      ...(await measure(small, large, plan, (line) => console.error(line))),
    };
    // With --json standard output is for a program; a person still sees the table.
    (values.json ? console.error : console.log)(toText(figures));
    if (values.json) console.log(JSON.stringify(figures, null, 2));
  } finally {
    for (const end of endings) await end();
  }
}

/** The databases hold nothing secret, and are used again by other servers. */
const encryptionKey = Buffer.alloc(32).toString("base64");

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
