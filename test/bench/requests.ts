import { availableParallelism } from "node:os";
import type { ContactPage } from "../../generated/types.ts";
import { readOptions } from "../../openapi/options.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { basic, keysFor, type Data } from "./calls.ts";
import {
  compare,
  concurrency,
  send,
  print,
  type Contender,
} from "./compare.ts";
import {
  makeKeys,
  startByHand,
  startOrdinary,
  startThisServer,
} from "./servers.ts";

const options = readOptions(
  `npm run bench -- requests [--quick]

This server beside an ordinary one (Express, express-openapi-validator and pg, as their documentation shows) and one that was
written by hand: CPU for a request, requests a second, p50 and p99. In each round each server gets the requests of each
kind. On the PostgreSQL server of TEST_DATABASE_URL.`,
  { quick: { type: "boolean" } },
);
const { rounds, requests } = options.quick
  ? { rounds: 1, requests: 10 }
  : { rounds: 5, requests: 2000 };
const warmUp = 1.5 * requests;

const endings: (() => unknown)[] = [];

/**
 * Starts a server on a database of its own, and warms it up. Creations come first, so that there
 * are contacts to list.
 */
async function open(
  name: string,
  start: typeof startByHand,
): Promise<Contender<Data>> {
  const { url, drop } = await createDatabase(process.env["TEST_DATABASE_URL"]);
  endings.unshift(drop);
  const store = await openPostgres(url);
  const keys = await makeKeys(
    store,
    keysFor(basic.length * (warmUp + rounds * requests)),
    () => "bench",
  );
  await store.close();
  const server = await start(url);
  endings.unshift(server.stop);
  const data: Data = { keys, contacts: [] };
  for (const call of basic) {
    await send(server, call, data, warmUp);
    if (data.contacts.length > 0) continue;
    const headers = { Authorization: `Bearer ${keys[0]}` };
    const response = await fetch(`${server.address}/v1/contacts?limit=25`, {
      headers,
    });
    data.contacts = ((await response.json()) as ContactPage).data.map(
      ({ id }) => id,
    );
  }
  return { name, server, data };
}

try {
  const contenders = [
    await open("ordinary", startOrdinary),
    await open("by hand", startByHand),
    await open("this server", startThisServer),
  ];
  const samples = await compare(contenders, basic, { rounds, requests });
  console.log("Beside the ordinary server:");
  print(samples);
  console.log("Beside the server written by hand:");
  print(samples.filter(({ server }) => server !== "ordinary"));
  console.error(
    `Medians of ${rounds} rounds of ${requests} requests, ${concurrency} at a time, and of the ratios to the first row of a kind\n` +
      `within a round. Node ${process.version}, ${availableParallelism()} cores. This server: as npm run build makes it, its log to nowhere.`,
  );
} finally {
  for (const end of endings) await end();
}
