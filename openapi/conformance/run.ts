import type { Contract } from "../model/contract.ts";
import { isNode, nodeIn, type Node } from "../model/node.ts";
import { inWordsOf31 } from "../model/version-30.ts";
import { cleanUp } from "./clean-up.ts";
import { createRun } from "./exchange.ts";
import { checkOperation } from "./operation-checks.ts";
import { inRunOrder } from "./operations.ts";
import { nameOf, type Report } from "./report.ts";
import { LimitReached, type ConformanceOptions } from "./send.ts";

/**
 * Sends requests to each operation of a server, compares the responses with the contract, and
 * deletes what it created.
 * @throws Error in one line when the server does not respond at all
 */
export async function runConformance(
  contractInFile: Contract,
  options: ConformanceOptions,
): Promise<Report> {
  const contract = inWordsOf31(contractInFile);
  const operations = inRunOrder(contract);
  const run = createRun(contract, options);
  const remaining = [...operations];
  run.notTried.push(...ofOtherMethods(contract as Contract & Node));
  try {
    for (const located of operations) {
      await checkOperation(run, located);
      remaining.shift();
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    const why = `The run ended after ${options.requests} requests.`;
    for (const located of remaining)
      run.notTried.push({ operation: nameOf(located), why });
  }
  const left = await cleanUp(contract, operations, run.objects, options);
  return {
    requests: run.sender.sent(),
    findings: [...run.findings.values()],
    notTried: run.notTried,
    left,
    isKeyRefused:
      run.keyAnswers.has("refused") && !run.keyAnswers.has("accepted"),
  };
}

/** Lists the operations of methods that OpenAPI has no field for, such as `PURGE`. */
const ofOtherMethods = (contract: Node): Report["notTried"] =>
  Object.entries(nodeIn(contract, "paths")).flatMap(([path, item]) =>
    Object.keys(
      nodeIn(isNode(item) ? item : undefined, "additionalOperations"),
    ).map((method) => ({
      operation: `${method} ${path}`,
      why: "It is in `additionalOperations`, which this tool does not read.",
    })),
  );
