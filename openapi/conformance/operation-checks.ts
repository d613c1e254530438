import { resolve, type Located, type Schema } from "../model/contract.ts";
import { queryText, styleOf } from "../model/parameter-text.ts";
import { successOf } from "../generate/success.ts";
import { mayBeJson } from "../model/media-names.ts";
import { edgeRequests } from "./edge-requests.ts";
import { UnreadableSchema } from "./check.ts";
import { addFinding, exchange, type Run } from "./exchange.ts";
import { elementsOf } from "./objects.ts";
import { bodySchemaOf, needsKey } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import { nameOf } from "./report.ts";
import { neededCredentials, type TestRequest } from "./request.ts";
import { isSuccess, jsonOf } from "./send.ts";
import { unknownObject } from "./unknown-object.ts";
import { isOpaque } from "./own-objects.ts";
import { parameterWithoutValue, validRequest } from "./valid-request.ts";

/** The statuses of a server that rejects a request as invalid. */
const rejections = [400, 405, 415, 422, 501];

/** Sends the requests of one operation, as far as its schemas can be read. */
export async function checkOperation(
  run: Run,
  located: Located,
): Promise<void> {
  try {
    await checkRequests(run, located);
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error;
    skip(run, located, `Its schemas cannot be read: ${error.message}.`);
  }
}

/**
 * Sends the requests of one operation: without a key, with an unknown id, with edge values, and the
 * valid request last.
 */
async function checkRequests(run: Run, located: Located) {
  const { contract, options, objects, checker } = run;
  const credentials = neededCredentials(
    contract,
    located.operation,
    options.keys,
  );
  const isProtected = needsKey(located) && credentials.length > 0;
  const missing = credentials.find(({ scheme }) => !options.keys.has(scheme));
  if (isProtected && missing) {
    const { scheme } = missing;
    const why = `It needs a key of ${scheme}: --key ${scheme}=KEY.`;
    return skip(run, located, why);
  }
  const { accepts } = checker;
  const valid = validRequest(contract, located, objects, options, accepts);
  if (typeof valid === "string") return skip(run, located, valid);
  const schema = bodySchemaOf(located);
  if (schema && !accepts(schema, valid.body)) {
    const reason = "The contract has no example of its body that it allows.";
    return skip(run, located, reason);
  }
  const unknown = parameterWithoutValue(contract, located, accepts);
  if (unknown !== undefined) {
    const reason = `The contract has no example of ${unknown} that it allows.`;
    return skip(run, located, reason);
  }
  if (isProtected) await checkWithoutKey(run, located, valid);
  await checkUnknownObject(run, located, valid);
  if (located.method !== "delete") await checkEdges(run, located, valid);
  await checkValid(run, located, valid);
  await checkPageLimit(run, located, valid);
  reportOtherMedia(run, located);
}

/** Reports a success whose body is not compared, as it has no JSON or is not listed. */
function reportOtherMedia(run: Run, located: Located): void {
  if (Object.keys(located.operation.responses).length === 0)
    return skip(run, located, "The contract lists no response to compare.");
  const { content = {} } = successOf(run.contract, located.operation);
  const names = Object.keys(content);
  // JSON of a range is compared when it comes.
  if (names.length === 0 || names.some(mayBeJson)) return;
  const why = `Its success has a body of ${names.join(", ")}, of which only the media type is compared.`;
  skip(run, located, why);
}

/** Reports an operation whose success is not tried. */
function skip({ notTried }: Run, located: Located, why: string): void {
  notTried.push({ operation: nameOf(located), why });
}

async function checkWithoutKey(
  run: Run,
  located: Located,
  valid: TestRequest,
): Promise<void> {
  const request = { ...valid, credentials: [] };
  const response = await exchange(run, located, request);
  if (response && isSuccess(response))
    addFinding(run, located, request, "access", "It needs no key.");
}

/**
 * Asks for an object that does not exist. Sends a write only after a read of the same object
 * returned 404.
 */
async function checkUnknownObject(
  run: Run,
  located: Located,
  valid: TestRequest,
): Promise<void> {
  const { method } = located;
  const { contract, checker } = run;
  const { path } = valid;
  const unknown = unknownObject(contract, located, path, checker.accepts);
  if (!unknown) return;
  const isRead = method === "get";
  if (!isRead && !run.missingObjects.has(unknown.object)) return;
  const request = { ...valid, path: unknown.path };
  const response = await exchange(run, located, request);
  if (!response) return;
  if (isRead && response.status === 404) run.missingObjects.add(unknown.object);
  // A deletion may be idempotent, and a PUT may create the object.
  const maySucceed = method === "delete" || method === "put";
  if (isSuccess(response) && !maySucceed) {
    const problem = `It finds ${unknown.object}.`;
    addFinding(run, located, request, "access", problem);
  }
}

async function checkEdges(
  run: Run,
  located: Located,
  valid: TestRequest,
): Promise<void> {
  const { contract, checker } = run;
  const edges = edgeRequests(contract, located, valid, checker.accepts);
  for (const { request, name, difference, isAllowed } of edges) {
    const response = await exchange(run, located, request);
    if (!response) continue;
    const { status } = response;
    if (isSuccess(response) && !isAllowed) {
      const problem = `${difference}, which the contract does not allow, gets ${status}.`;
      addFinding(run, located, request, "accepted", problem);
    }
    const isRejected = rejections.includes(status);
    if (isRejected && isAllowed && !isOpaque(name)) {
      const problem = `${difference}, which the contract allows, gets ${status}.`;
      addFinding(run, located, request, "refused", problem);
    }
  }
}

async function checkValid(
  run: Run,
  located: Located,
  valid: TestRequest,
): Promise<void> {
  const response = await exchange(run, located, valid);
  if (!response) return;
  const hasKey = valid.credentials.length > 0;
  if (isSuccess(response)) {
    if (hasKey) run.keyAnswers.add("accepted");
    return;
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    if (hasKey) run.keyAnswers.add("refused");
    return skip(run, located, `The key is refused with ${status}.`);
  }
  const problem = `A request that the contract allows gets ${status}.`;
  if (rejections.includes(status) || status === 404)
    addFinding(run, located, valid, "refused", problem);
  else skip(run, located, problem);
}

/** The usual names of a parameter that limits the elements of a page. */
const limitNames = /^(limit|page_?size|per_?page|page\[size\])$/i;

/** Asks a list for one element. Reports a longer page. */
async function checkPageLimit(
  run: Run,
  located: Located,
  valid: TestRequest,
): Promise<void> {
  const { contract } = run;
  if (located.method !== "get") return;
  const limit = parametersOf(contract, located).find(
    (each) => each.in === "query" && limitNames.test(each.name),
  );
  if (!limit) return;
  const { minimum = 1 } = resolve<Schema>(contract, limit.schema);
  const count = Math.max(1, Number(minimum));
  const text = queryText(limit.name, count, styleOf(limit));
  const query = { ...valid.query, [limit.name]: text };
  const request = { ...valid, query };
  const response = await exchange(run, located, request);
  if (!response || !isSuccess(response)) return;
  const elements = elementsOf(jsonOf(response)) ?? [];
  if (elements.length > count) {
    const problem = `${elements.length} elements for ${limit.name}=${count}.`;
    addFinding(run, located, request, "limit", problem);
  }
}
