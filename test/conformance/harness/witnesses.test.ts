import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prism } from "../../../openapi/mock/main.ts";
import { contract } from "../../support/at.ts";
import { launch, type Program } from "../../support/process.ts";
import { startServer } from "../../support/server.ts";
import { createDriver } from "../driver.ts";
import { lies } from "./lies.ts";
import { startProxy, type Passing, type Returning, type Tell } from "./lying-proxy.ts";
import { nearMisses } from "../near-misses.ts";
import { everyOperation, type TestedOperation } from "../../support/operation.ts";
import { freshener, type Request } from "../request.ts";
import { validRequests } from "../requests.ts";
import { nobody } from "../../support/world.ts";
import { createWorld, type World } from "../world.ts";

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const folder = mkdtempSync(join(tmpdir(), "contacts-witness-"));
const server = await startServer({ trustProxy: true, localWebhooks: true });
const fresh = freshener();
const honest: Tell = (request, forward) => forward(request);

let world: World;
let witness: Program;
/** Where Prism listens, which shares no code with the server. Behind it stands a proxy that tells this. */
let address: string;
let tell = honest;
beforeAll(async () => {
  world = await createWorld(server);
  const behind = await startProxy(server.address, (request, forward) => tell(request, forward));
  const bundle = join(folder, "openapi.json");
  const dialect = "https://json-schema.org/draft/2020-12/schema";
  writeFileSync(bundle, JSON.stringify({ ...contract, jsonSchemaDialect: dialect }));
  const options = ["--errors", "--validate-request=false", "--port", "0"];
  witness = launch(prism, ["proxy", bundle, behind.address, ...options]);
  address = (await witness.printed(/listening on (\S+)/))[1] ?? "";
  return behind.stop;
});
afterAll(async () => {
  witness.child.kill("SIGKILL");
  await witness.ended;
  rmSync(folder, { recursive: true });
});

/** Some good requests and some with one thing different; no deletions, as others need what is there. */
function traffic(operation: TestedOperation): Request[] {
  if (operation.method === "DELETE") return [];
  const good = fc.sample(validRequests(operation), { seed: 1, numRuns: 4 });
  const misses = good.slice(0, 1).flatMap((request) => nearMisses(operation, request));
  return [...good, ...misses.filter((_, i) => i % 6 === 0)].filter(canBeWitnessed);
}

/** Prism tells the server the length of `null`, `false` and `0`, and then sends none; an empty id is another path. */
const canBeWitnessed = ({ path, body }: Request) =>
  !Object.values(path).includes("") && !(body && "json" in body && !body.json);

/** What `redocly drift` prints, as far as the test reads it. */
interface Drift {
  run: { documentedExchanges: number };
  problems: { details: { parameter?: { name: string } }; target: string; operationId: string }[];
}

test("Prism and Redocly see the harness's traffic and object to nothing", async () => {
  const { tell: record, har } = recorder(server.address);
  const proxy = await startProxy(address, record);
  const driver = createDriver({ ...server, address: proxy.address }, world);
  const [rows = {}] = world.mine;
  const faults: string[] = [];
  for (const operation of everyOperation) {
    for (const request of traffic(operation)) {
      await driver.send(operation, request, rows).catch((error: unknown) => {
        faults.push(`${operation.id}: ${String(error)}: ${driver.last()}`);
      });
    }
  }
  proxy.stop();
  expect(faults).toEqual([]);

  const archive = join(folder, "traffic.har");
  writeFileSync(archive, har());
  // Its warnings are about unknown query parameters, which were sent on purpose.
  const options = ["--server", server.address, "--format", "json", "--min-severity", "error"];
  const drift = [redocly, "drift", archive, "--api", "generated/strict.json", ...options];
  const { stdout } = spawnSync(process.execPath, drift, { encoding: "utf8", maxBuffer: 2 ** 26 });
  const { run, problems }: Drift = JSON.parse(stdout);
  // It takes the items of a list for one, whatever `explode` says. A bad element of a batch is refused in a 200.
  const others = problems.filter(
    ({ details, target, operationId }) =>
      details.parameter?.name !== "types" && !(target === "request" && operationId === "batchContacts"),
  );
  console.log(`${driver.sent()} requests through Prism, ${run.documentedExchanges} read by Redocly`);
  expect([run.documentedExchanges, others]).toEqual([driver.sent(), []]);
}, 600_000);

/** Prism calls a response that is not declared, or whose body is not, an error of the server. */
const seen = new Set(["body", "status", "header", "media type"]);

// One of each law; Prism does not know open lists.
const witnessed = lies.filter(
  ({ law }, i) => seen.has(law) && lies.findIndex((other) => other.law === law) === i,
);
test.each(witnessed)("Prism sees $name: $operation", async (lie) => {
  const operation = everyOperation.find(({ id }) => id === lie.operation);
  if (!operation) throw new Error(`There is no operation ${lie.operation}.`);
  tell = lie.tell({ mine: await world.credential(operation, {}, ["*"]), strangers: "" });
  const driver = createDriver({ ...server, address }, world);
  const rows = world.mine.at(-1) ?? {};
  const said: string[] = [];
  const send = (...how: Parameters<typeof driver.send>) =>
    driver.send(...how).catch((error: unknown) => said.push(String(error)));
  for (const request of fc.sample(validRequests(operation), { seed: 1, numRuns: 4 }).map(fresh)) {
    await send(operation, request, rows);
    await send(operation, { ...request, query: [] }, rows);
    await send(operation, request, nobody(rows));
    await send(operation, request, rows, "Bearer nobody");
  }
  tell = honest;
  expect(said.join("\n")).toMatch(/fault of the server: 500 .*stoplight/);
});

/** Passes everything on unchanged and keeps it as an HTTP archive, which other tools read. */
function recorder(address: string): { tell: Tell; har: () => string } {
  const entries: object[] = [];
  return {
    tell: async (request, forward) => {
      const startedDateTime = new Date().toISOString();
      const response = await forward(request);
      entries.push({ startedDateTime, time: 0, ...entry(address, request, response) });
      return response;
    },
    har: () =>
      JSON.stringify({ log: { version: "1.2", creator: { name: "contacts-api", version: "1" }, entries } }),
  };
}

function entry(address: string, { method, path, headers, body }: Passing, response: Returning): object {
  const url = new URL(path, address);
  const text = body.toString();
  const mimeType = response.headers["content-type"] ?? "";
  return {
    request: {
      method,
      url: url.href,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: pairs([...url.searchParams]),
      ...(text !== "" && { postData: { mimeType: headers["content-type"] ?? "", text } }),
      headersSize: -1,
      bodySize: body.length,
    },
    response: {
      status: response.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(response.headers)),
      content: { size: Buffer.byteLength(response.body), mimeType, text: response.body },
      redirectURL: "",
      headersSize: -1,
      bodySize: Buffer.byteLength(response.body),
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

const pairs = (entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));
