import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forPrism, prism } from "../../openapi/mock/main.ts";
import { contract } from "../support/at.ts";
import { temporaryFolder } from "../support/folder.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { start } from "../support/process.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { createDriver, createWorld } from "./driver.ts";
import { nearMisses } from "./near-misses.ts";
import type { Request } from "./request.ts";
import { validRequests } from "./requests.ts";

const server = await startServer({ trustProxy: true, localWebhooks: true });
const world = await createWorld(server);

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

/** What is said of the harness's traffic when Prism, which shares no code with the server, stands before this address. */
async function faultsBehindPrism(behind: string, operations: TestedOperation[]): Promise<string[]> {
  const bundle = join(temporaryFolder(), "openapi.json");
  writeFileSync(bundle, JSON.stringify(forPrism(contract)));
  const flags = ["--errors", "--validate-request=false", "--port", "0"];
  const proxy = start(prism, ["proxy", bundle, behind, ...flags]);
  const [, address = ""] = await proxy.printed(/listening on (\S+)/);
  const driver = createDriver({ address }, world);
  const faults: string[] = [];
  for (const operation of operations)
    for (const request of traffic(operation))
      await driver.send(operation, request, world.mine[0] ?? {}).catch((error: unknown) => {
        faults.push(`${operation.id}: ${String(error)}: ${driver.last()}`);
      });
  console.log(`${driver.sent()} requests through Prism`);
  expect(driver.sent()).toBeGreaterThan(operations.length);
  return faults;
}

test("Prism sees the harness's traffic and objects to nothing", async () => {
  expect(await faultsBehindPrism(server.address, everyOperation)).toEqual([]);
}, 600_000);

test("it objects to a server that sends something else", async () => {
  const other = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end("{}"),
  );
  const address = `http://${await listenLocally(other)}`;
  const faults = await faultsBehindPrism(address, everyOperation.slice(0, 1));
  expect(faults.join("\n")).toMatch(/fault of the server: 500 .*stoplight/);
});
