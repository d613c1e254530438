import { readOptions } from "../../openapi/options.ts";
import { createDatabase } from "../support/database.ts";
import { daily, filters, keysFor, searches } from "./calls.ts";
import {
  compare,
  concurrency,
  send,
  print,
  type Contender,
} from "./compare.ts";
import { readSeeded, seed, type Seeded } from "./seed.ts";
import { startThisServer } from "./servers.ts";

const options = readOptions(
  `npm run bench -- scale [options]   requests with few and with many contacts

  --database URL  the PostgreSQL server on which databases are made, and removed afterwards (default TEST_DATABASE_URL)
  --contacts N    contacts of the large one (default 20000); the small one has 1000, or as many
  --large URL     instead: a database that npm run bench -- seed has filled; it keeps what the calls create
  --fresh         the small one has as many, and is compared with one that PostgreSQL has not analyzed`,
  {
    database: {
      type: "string",
      default: process.env["TEST_DATABASE_URL"] ?? "",
    },
    contacts: { type: "string" },
    large: { type: "string" },
    fresh: { type: "boolean" },
    quick: { type: "boolean" },
  },
);
const contacts = Number(options.contacts ?? (options.quick ? 100 : 20_000));
const { rounds, requests } = options.quick
  ? { rounds: 1, requests: concurrency }
  : { rounds: 3, requests: 100 };
const calls = [...daily, ...filters, ...searches];

const endings: (() => unknown)[] = [];
async function open(
  url: string,
  name = "contacts",
): Promise<Contender<Seeded>> {
  const data = await readSeeded(
    url,
    keysFor((rounds + 1) * requests * calls.length),
  );
  const server = await startThisServer(url);
  endings.unshift(server.stop);
  for (const call of calls) await send(server, call, data, requests);
  return { name: `${data.contactCount} ${name}`, server, data };
}
async function make(size: number, analyze = true): Promise<string> {
  const { url, drop } = await createDatabase(options.database);
  endings.unshift(drop);
  await seed(url, size, { analyze });
  return url;
}

try {
  const few = options.fresh
    ? contacts
    : Math.min(1000, Math.ceil(contacts / 2));
  const small = await open(await make(few));
  const large = options.fresh
    ? await open(await make(contacts, false), "fresh")
    : await open(options.large ?? (await make(contacts)));
  print(await compare([small, large], calls, { rounds, requests }));
} finally {
  for (const end of endings) await end();
}
