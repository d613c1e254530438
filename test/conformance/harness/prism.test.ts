import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forPrism, prism } from "../../../openapi/mock/main.ts";
import { contract } from "../../support/at.ts";
import { launch, type Program } from "../../support/process.ts";
import { startServer } from "../../support/server.ts";
import { createDriver } from "../driver.ts";
import { injectedFaults } from "./injected-faults.ts";
import { startProxy, type Tell } from "./lying-proxy.ts";
import { nearMisses } from "../near-misses.ts";
import { everyOperation, type TestedOperation } from "../../support/operation.ts";
import { freshener, type Request } from "../request.ts";
import { validRequests } from "../requests.ts";
import { nobody } from "../../support/world.ts";
import { createWorld, type World } from "../world.ts";

const folder = mkdtempSync(join(tmpdir(), "contacts-prism-"));
const server = await startServer({ trustProxy: true, localWebhooks: true });
const fresh = freshener();
const honest: Tell = (request, forward) => forward(request);

let world: World;
let prismProxy: Program;
/** Where Prism listens, which shares no code with the server. Behind it stands a proxy that tells this. */
let address: string;
let tell = honest;
beforeAll(async () => {
  world = await createWorld(server);
  const behind = await startProxy(server.address, (request, forward) => tell(request, forward));
  const bundle = join(folder, "openapi.json");
  writeFileSync(bundle, JSON.stringify(forPrism(contract)));
  const options = ["--errors", "--validate-request=false", "--port", "0"];
  prismProxy = launch(prism, ["proxy", bundle, behind.address, ...options]);
  address = (await prismProxy.printed(/listening on (\S+)/))[1] ?? "";
  return behind.stop;
});
afterAll(async () => {
  prismProxy.child.kill("SIGKILL");
  await prismProxy.ended;
  rmSync(folder, { recursive: true });
});

/** Some good requests and some with one thing different; no deletions, as others need what is there. */
function traffic(operation: TestedOperation): Request[] {
  if (operation.method === "DELETE") return [];
  const good = fc.sample(validRequests(operation), { seed: 1, numRuns: 2 });
  const misses = good.slice(0, 1).flatMap((request) => nearMisses(operation, request));
  return [...good, ...misses.filter((_, i) => i % 12 === 0)].filter(canPassPrism);
}

/** Prism tells the server the length of `null`, `false` and `0`, and then sends none; an empty id is another path. */
const canPassPrism = ({ path, body }: Request) =>
  !Object.values(path).includes("") && !(body && "json" in body && !body.json);

test("Prism sees the harness's traffic and objects to nothing", async () => {
  const driver = createDriver({ ...server, address }, world);
  const [rows = {}] = world.mine;
  const faults: string[] = [];
  for (const operation of everyOperation) {
    for (const request of traffic(operation)) {
      await driver.send(operation, request, rows).catch((error: unknown) => {
        faults.push(`${operation.id}: ${String(error)}: ${driver.last()}`);
      });
    }
  }
  console.log(`${driver.sent()} requests through Prism`);
  expect(driver.sent()).toBeGreaterThan(everyOperation.length);
  expect(faults).toEqual([]);
}, 600_000);

/** Prism calls a response that is not declared, or whose body is not, an error of the server. */
const seen = new Set(["body", "status", "header", "media type"]);

// One of each law; Prism does not know open lists.
const shownToPrism = injectedFaults.filter(
  ({ law }, i) => seen.has(law) && injectedFaults.findIndex((other) => other.law === law) === i,
);
test.each(shownToPrism)("Prism sees $name: $operation", async (fault) => {
  const operation = everyOperation.find(({ id }) => id === fault.operation);
  if (!operation) throw new Error(`There is no operation ${fault.operation}.`);
  tell = fault.tell({ mine: await world.credential(operation, {}, ["*"]), strangers: "" });
  const driver = createDriver({ ...server, address }, world);
  const rows = world.mine.at(-1) ?? {};
  const said: string[] = [];
  const send = (...how: Parameters<typeof driver.send>) =>
    driver.send(...how).catch((error: unknown) => said.push(String(error)));
  for (const request of fc.sample(validRequests(operation), { seed: 1, numRuns: 2 }).map(fresh)) {
    await send(operation, request, rows);
    await send(operation, { ...request, query: [] }, rows);
    await send(operation, request, nobody(rows));
    await send(operation, request, rows, "Bearer nobody");
  }
  tell = honest;
  expect(said.join("\n")).toMatch(/fault of the server: 500 .*stoplight/);
});
