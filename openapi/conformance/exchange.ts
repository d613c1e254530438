import type { Contract, Located } from "../model/contract.ts";
import { messageOf } from "../options.ts";
import { createChecker, type Checker } from "./check.ts";
import { noObjects, rememberObjects, type KnownObjects } from "./objects.ts";
import { nameOf, type Finding, type Report } from "./report.ts";
import { curlOf, type TestRequest } from "./request.ts";
import {
  createSender,
  isSuccess,
  LimitReached,
  type ConformanceOptions,
  type Sender,
  type TestResponse,
} from "./send.ts";
import { withNewEmails } from "./own-objects.ts";

/** The state of a run: what it has sent, found and created so far. */
export interface Run {
  contract: Contract;
  options: ConformanceOptions;
  sender: Sender;
  checker: Checker;
  objects: KnownObjects;
  /** The findings, by operation, kind and problem: each is reported once. */
  findings: Map<string, Finding>;
  notTried: Report["notTried"];
  /** True after the first response of the server. */
  hasResponse: boolean;
  /** The answers of operations that need a key to a valid request with the key. */
  keyAnswers: Set<"accepted" | "refused">;
  /** Paths of objects for which a read returned 404. */
  missingObjects: Set<string>;
}

/** Creates the state of a run. */
export const createRun = (
  contract: Contract,
  options: ConformanceOptions,
): Run => ({
  contract,
  options,
  sender: createSender(options),
  checker: createChecker(contract),
  objects: noObjects(),
  findings: new Map(),
  notTried: [],
  hasResponse: false,
  keyAnswers: new Set(),
  missingObjects: new Set(),
});

/** Reports a problem, once for each operation. */
export function addFinding(
  { findings }: Run,
  located: Located,
  request: TestRequest,
  kind: Finding["kind"],
  problem: string,
): void {
  const operation = nameOf(located);
  const key = JSON.stringify([operation, kind, problem]);
  if (findings.has(key)) return;
  const command = curlOf(request);
  findings.set(key, { operation, kind, problem, request: command });
}

/**
 * Sends a request, compares the response with the contract, and remembers the objects in it.
 * @returns undefined when no response arrives
 * @throws LimitReached when the run may send no more, and Error when the server has never responded
 */
export async function exchange(
  run: Run,
  located: Located,
  request: TestRequest,
): Promise<TestResponse | undefined> {
  const { contract, objects, sender, checker } = run;
  let response: TestResponse;
  try {
    const body = withNewEmails(request.body);
    response = await sender.send({ ...request, body });
  } catch (error) {
    if (error instanceof LimitReached) throw error;
    const reason = reasonOf(error);
    if (!run.hasResponse)
      throw new Error(`${run.options.url} does not respond: ${reason}.`, {
        cause: error,
      });
    addFinding(run, located, request, "no response", `No response: ${reason}`);
    return undefined;
  }
  run.hasResponse = true;
  const problems = checker.problemsOf(located, response);
  for (const { kind, problem } of problems)
    addFinding(run, located, request, kind, problem);
  const isReported = problems.some(({ kind }) => kind === "status");
  if (failures.has(response.status) && !isReported) {
    const problem = `The server fails with ${response.status}.`;
    addFinding(run, located, request, "failure", problem);
  }
  if (isSuccess(response))
    rememberObjects(contract, located, request, response, objects);
  return response;
}

/** The statuses of a server that fails at a request, also where the contract documents them. */
const failures = new Set([500, 502, 504]);

/** Returns the cause of a failed `fetch`, whose own message only says that it failed. */
const reasonOf = (error: unknown) =>
  messageOf(error instanceof Error && error.cause ? error.cause : error);
