import { afterAll, expect, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { startServer } from "../../support/server.ts";
import { createDriver } from "../driver.ts";
import { examine, type Report } from "../harness.ts";
import type { Law } from "../finding.ts";
import { injectedFaults } from "./injected-faults.ts";
import type { InjectedFault } from "./inject.ts";
import { startProxy, type Tell } from "./lying-proxy.ts";
import { modes, type ModeName } from "../modes.ts";
import { everyOperation, patternOf, type TestedOperation } from "../../support/operation.ts";
import { createWorld } from "../world.ts";

const server = await startServer({ trustProxy: true, localWebhooks: true });
const world = await createWorld(server);
const keyOf = async (workspace: string) => (await createKey(server.store, { workspace, scopes: ["*"] })).key;
// Always the same requests, so that a fault is not found one day and missed the next.
const seed = Number(process.env["SEED"] ?? 7);

let found = 0;
test.each(injectedFaults)("$name: $operation, $law", async (fault) => {
  const keys = { mine: await keyOf("mine"), strangers: await keyOf("strangers") };
  const report = await firstFinding(fault, only(fault, fault.tell(keys)));
  expect(report?.law, report?.text).toBe(fault.law);
  found++;
});

afterAll(() => console.log(`${found} of ${injectedFaults.length} injected faults found, seed ${seed}`));

/** Injects a fault into one operation, and none into the others. */
function only({ operation }: InjectedFault, tell: Tell): Tell {
  const { method, path } = operationOf(operation);
  const pattern = patternOf(path);
  return (request, forward) => {
    const isMeant = (request.method === "HEAD" ? "GET" : request.method) === method;
    const [pathname = ""] = request.path.split("?");
    return isMeant && pattern.test(pathname) ? tell(request, forward) : forward(request);
  };
}

/** The modes that are made for a law: the others take longer to find that it is broken. */
const likely: { [Name in Law]?: ModeName } = {
  ...{ key: "unauthorised", scope: "unauthorised" },
  ...{ accepted: "near", refused: "near", "wrong refusal": "near", "fault of the server": "near" },
};

/** What the harness finds first, with the effort that it makes in every test run. */
async function firstFinding({ operation, law }: InjectedFault, tell: Tell): Promise<Report | undefined> {
  const proxy = await startProxy(server.address, tell);
  onTestFinished(proxy.stop);
  const driver = createDriver({ ...server, address: proxy.address }, world);
  const all = Object.keys(modes) as ModeName[];
  for (const mode of all.toSorted((a, b) => Number(b === likely[law]) - Number(a === likely[law]))) {
    const effort = { seed, effort: 1, shrink: false };
    const report = await examine(driver, operationOf(operation), mode, effort);
    if (report) return report;
  }
  return undefined;
}

function operationOf(id: InjectedFault["operation"]): TestedOperation {
  const operation = everyOperation.find((it) => it.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return operation;
}
