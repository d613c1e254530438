import {
  operationsOf,
  requirementOf,
  resolve,
  type Contract,
  type Example,
  type Located,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { isNode } from "../model/node.ts";
import { inWordsOf31 } from "../model/version-30.ts";
import { sentMediaOf } from "../generate/success.ts";
import { messageOf } from "../options.ts";
import { createChecker, valueOfText, type Problem } from "./check.ts";
import {
  filledPath,
  firstId,
  idIn,
  itemParameter,
  itemsIn,
  madeIdFor,
  noObjects,
  type Objects,
} from "./objects.ts";
import {
  createSender,
  curlOf,
  LimitReached,
  type Answer,
  type Call,
  type SendOptions,
} from "./send.ts";
import { bodyEdges, edgesOf, sampleOf } from "./values.ts";

/** A response that is other than the contract says, with the request that shows it again. */
export interface Finding {
  operation: string;
  kind:
    | Problem["kind"]
    /** The contract allows the request, and the server does not. */
    | "refused"
    /** The server accepts a request that the contract does not allow. */
    | "accepted"
    /** The server needs no key, or finds what there is not. */
    | "access"
    /** The server returns more than was asked for. */
    | "limit"
    | "no response";
  problem: string;
  /** A command of curl, with `$KEY` in the place of the key. */
  request: string;
}

/** The result of a run. */
export interface Report {
  requests: number;
  findings: Finding[];
  /** Operations whose success was not tried, and why. */
  notTried: { operation: string; why: string }[];
  /** Objects that the run made, and for which the contract has no way to delete them, or the server refused. */
  left: string[];
}

/** The statuses by which a server says that a request is not as the contract says. */
const refusals = [400, 405, 415, 422, 501];

/** Sends requests to each operation of a server, and compares the responses with the contract. */
export async function runConformance(
  written: Contract,
  options: SendOptions,
): Promise<Report> {
  const contract = inWordsOf31(written);
  const sender = createSender(contract, options);
  const checker = createChecker(contract);
  const objects = noObjects();
  const findings = new Map<string, Finding>();
  const notTried: Report["notTried"] = [];

  let hasAnswered = false;

  const note = (
    located: Located,
    call: Call,
    kind: Finding["kind"],
    problem: string,
  ) => {
    const operation = nameOf(located);
    const key = JSON.stringify([operation, kind, problem]);
    if (findings.has(key)) return;
    const request = curlOf(contract, options.url, call);
    findings.set(key, { operation, kind, problem, request });
  };

  /** Sends a request, checks the response, and remembers what it made. */
  const exchange = async (
    located: Located,
    call: Call,
  ): Promise<Answer | undefined> => {
    let answer: Answer;
    try {
      answer = await sender.send({ ...call, body: withFreshEmails(call.body) });
    } catch (error) {
      if (error instanceof LimitReached) throw error;
      if (!hasAnswered)
        throw new Error(
          `${options.url} does not respond: ${reasonOf(error)}.`,
          {
            cause: error,
          },
        );
      note(located, call, "no response", `No response: ${reasonOf(error)}`);
      return undefined;
    }
    hasAnswered = true;
    for (const { kind, problem } of checker.problemsOf(located, answer))
      note(located, call, kind, problem);
    if (isSuccess(answer)) remember(contract, located, call, answer, objects);
    return answer;
  };

  const examine = async (located: Located): Promise<void> => {
    const { operation } = located;
    const { scheme } = requirementOf(operation);
    const isOpen =
      scheme === "" ||
      operation.security?.some((each) => Object.keys(each).length === 0);
    const skip = (why: string) =>
      void notTried.push({ operation: nameOf(located), why });
    if (!isOpen && !options.keys.has(scheme))
      return skip(`It needs a key of ${scheme}: --key ${scheme}=KEY.`);
    const call = callOf(contract, located, objects, options.actions);
    if (typeof call === "string") return skip(call);
    const body = bodySchemaOf(located);
    if (body && !checker.accepts(body, call.body))
      return skip("The contract has no example of its body that it allows.");

    if (!isOpen) {
      const answer = await exchange(located, { ...call, scheme: "" });
      if (answer && isSuccess(answer))
        note(located, { ...call, scheme: "" }, "access", "It needs no key.");
    }
    await examineUnknown(located, call);
    if (located.method !== "delete")
      for (const edge of edgeCalls(contract, located, call, checker.accepts)) {
        const answer = await exchange(located, edge.call);
        if (!answer) continue;
        if (isSuccess(answer) && !edge.isAllowed)
          note(
            located,
            edge.call,
            "accepted",
            `${edge.says}, which the contract does not allow, gets ${answer.status}.`,
          );
        const isRefused = refusals.includes(answer.status);
        if (isRefused && edge.isAllowed && !isOpaque(edge.name))
          note(
            located,
            edge.call,
            "refused",
            `${edge.says}, which the contract allows, gets ${answer.status}.`,
          );
      }
    const answer = await exchange(located, call);
    if (!answer || isSuccess(answer)) return;
    if (answer.status === 401 || answer.status === 403)
      return skip(`The key is refused with ${answer.status}.`);
    const isMissing = answer.status === 404;
    if (refusals.includes(answer.status) || isMissing)
      note(
        located,
        call,
        "refused",
        `A request that the contract allows gets ${answer.status}.`,
      );
    else skip(`A request that the contract allows gets ${answer.status}.`);
  };

  /** Paths of objects that a read has not found. */
  const absent = new Set<string>();
  /** Sends a request about an object that there is not. What changes something is sent only where a read found nothing. */
  const examineUnknown = async (
    located: Located,
    call: Call,
  ): Promise<void> => {
    const unknown = unknownIn(located.path, call.path);
    const isRead = located.method === "get";
    if (!unknown || !(isRead || absent.has(unknown.object))) return;
    const sent = { ...call, path: unknown.path };
    const answer = await exchange(located, sent);
    if (isRead && answer?.status === 404) absent.add(unknown.object);
    const mayBeGone = located.method === "delete" || located.method === "put";
    if (answer && isSuccess(answer) && !mayBeGone)
      note(located, sent, "access", `It finds ${unknown.object}.`);
  };

  /** Asks a list for one element. */
  const examineLimit = async (located: Located): Promise<void> => {
    const limit = parametersOf(contract, located).find(
      (each) =>
        each.in === "query" &&
        /^(limit|page_?size|per_?page|page\[size\])$/i.test(each.name),
    );
    const call = callOf(contract, located, objects, options.actions);
    if (located.method !== "get" || !limit || typeof call === "string") return;
    const { minimum = 1 } = resolve<Schema>(contract, limit.schema);
    const count = Math.max(1, minimum);
    const query = { ...call.query, [limit.name]: String(count) };
    const answer = await exchange(located, { ...call, query });
    const items = answer && isSuccess(answer) && itemsIn(jsonOf(answer));
    if (items && items.length > count)
      note(
        located,
        { ...call, query },
        "limit",
        `${items.length} elements for ${limit.name}=${count}.`,
      );
  };

  const operations = inOrder(contract);
  const left: string[] = [];
  try {
    for (const located of operations) {
      await examine(located);
      await examineLimit(located);
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    notTried.push({
      operation: "the rest",
      why: `The run ended after ${options.requests} requests.`,
    });
  }
  left.push(...(await cleanUp(contract, operations, objects, options)));
  return {
    requests: sender.sent(),
    findings: [...findings.values()],
    notTried,
    left,
  };
}

const nameOf = ({ method, path }: Located) => `${method.toUpperCase()} ${path}`;
const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

const reasonOf = (error: unknown) =>
  messageOf(error instanceof Error && error.cause ? error.cause : error);

function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const parametersOf = (contract: Contract, { operation }: Located) =>
  (operation.parameters ?? []).map((each) =>
    resolve<Parameter>(contract, each),
  );

const bodySchemaOf = ({ operation }: Located): Schema | undefined =>
  operation.requestBody && sentMediaOf(operation.requestBody)?.schema;

/** Creations first, those of what others are in before them; then reads, changes, and deletions from the inside out. */
function inOrder(contract: Contract): Located[] {
  const isCreation = ({ method, path }: Located) =>
    method === "post" && itemParameter(contract, path) !== undefined;
  const phaseOf = (located: Located) => {
    if (isCreation(located)) return 0;
    if (located.method === "get") return 1;
    return located.method === "delete" ? 3 : 2;
  };
  const depthOf = ({ path, method }: Located) =>
    path.split("/").length * (method === "delete" ? -1 : 1);
  return operationsOf(contract).sort(
    (a, b) => phaseOf(a) - phaseOf(b) || depthOf(a) - depthOf(b),
  );
}

/** A good request to an operation, or why there is none. */
function callOf(
  contract: Contract,
  located: Located,
  objects: Objects,
  mayAct: boolean,
): Call | string {
  const { method, operation } = located;
  const isRead = method === "get" || method === "head";
  const path = filledPath(located.path, objects, isRead);
  if (path === undefined)
    return isRead
      ? "The run found no such object."
      : "It would change an object that this run has not made.";
  const isCreation =
    method === "post" && itemParameter(contract, path) !== undefined;
  if (!isRead && !isCreation && path === located.path && !mayAct)
    return "It may change something that this run has not made: --actions sends it.";
  const required = parametersOf(contract, located).filter(
    (each) => each.required,
  );
  const valuesIn = (location: Parameter["in"]) =>
    Object.fromEntries(
      required
        .filter((each) => each.in === location)
        .map((each) => [each.name, String(parameterValue(contract, each))]),
    );
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  if (media && !/[/+]json\b/i.test(media.name))
    return `Bodies of ${media.name} are not sent.`;
  const { scheme } = requirementOf(operation);
  const [example] = Object.values(media?.examples ?? {});
  const shown = example && resolve<Example>(contract, example).value;
  const body =
    media && withOwnValues(shown ?? sampleOf(contract, media.schema), objects);
  if (body === null)
    return "Its body refers to an object that this run has not made.";
  return {
    method: method.toUpperCase(),
    path,
    query: valuesIn("query"),
    headers: valuesIn("header"),
    body,
    media: media?.name ?? "",
    scheme,
  };
}

const parameterValue = (contract: Contract, parameter: Parameter): unknown =>
  parameter.example ?? sampleOf(contract, parameter.schema);

let count = 0;
const run = Date.now().toString(36);
const freshEmail = () => `conformance-${run}-${++count}@example.com`;

/** A body whose emails no other request has, as a server may take each once. */
const withFreshEmails = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body).replaceAll(
          new RegExp(`conformance-${run}-\\d+@example\\.com`, "g"),
          freshEmail,
        ),
      );

/** Returns true for a value that only the server can make: an id, or a place in a list. */
const isOpaque = (name: string) =>
  /(^|_)ids?$|[a-z]Ids?$|cursor|token$|^(after|before)$/.test(name);

/**
 * A body with emails of this run, and with ids of objects that this run has made: those of an example may belong to somebody.
 * @returns null when it has an id of something else
 */
function withOwnValues(value: unknown, objects: Objects): unknown {
  if (!isNode(value)) return value;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const isId = isOpaque(name) && field !== null;
    const made = isId ? madeIdFor(name, objects) : undefined;
    if (isId && made === undefined) {
      if (/^external/i.test(name)) continue;
      return null;
    }
    if (made !== undefined)
      fields.push([name, Array.isArray(field) ? [made] : made]);
    else if (/e-?mail/i.test(name) && typeof field === "string")
      fields.push([name, freshEmail()]);
    else fields.push([name, field]);
  }
  return Object.fromEntries(fields);
}

/** A path whose last parameter is an id that hardly anything has, and the path of the object that it names. */
function unknownIn(
  template: string,
  path: string,
): { path: string; object: string } | undefined {
  const segments = path.split("/");
  const at = template
    .split("/")
    .findLastIndex((segment) => /^\{[^}]+\}$/.test(segment));
  const id = segments[at];
  if (id === undefined) return undefined;
  // The first characters may say which kind of object it is.
  const half = Math.ceil(id.length / 2);
  const end = id.slice(half).replaceAll(/[0-9a-z]/gi, "0");
  const changed = id.slice(0, half) + end;
  const other = changed === id ? `${id.slice(0, half)}9999` : changed;
  segments[at] = /^\d+$/.test(id) ? "2147483647" : other;
  return {
    path: segments.join("/"),
    object: segments.slice(0, at + 1).join("/"),
  };
}

interface Edge {
  call: Call;
  /** The parameter or the field that is particular in it. */
  name: string;
  says: string;
  isAllowed: boolean;
}

/** Requests that differ from a good one in one value, which is just allowed or just not. */
function edgeCalls(
  contract: Contract,
  located: Located,
  call: Call,
  accepts: (schema: Schema, value: unknown) => boolean,
): Edge[] {
  const ofQuery = parametersOf(contract, located)
    .filter((each) => each.in === "query" && each.style !== "deepObject")
    .flatMap((parameter): Edge[] => {
      const schema = resolve<Schema>(contract, parameter.schema);
      if ([schema.type].flat().includes("array")) return [];
      const values = edgesOf(contract, schema).map(String);
      return [...new Set(values)].map((text) => ({
        call: { ...call, query: { ...call.query, [parameter.name]: text } },
        name: parameter.name,
        says: `${parameter.name}=${shortened(text)}`,
        isAllowed: accepts(schema, valueOfText(text, schema.type)),
      }));
    });
  const schema = bodySchemaOf(located);
  if (!schema) return ofQuery;
  const ofBody = bodyEdges(contract, schema, call.body).map((body): Edge => ({
    call: { ...call, body },
    ...differenceOf(call.body, body),
    isAllowed: accepts(schema, body),
  }));
  return [...ofQuery, ...ofBody];
}

/** The field in which a body differs from another one, and how. */
function differenceOf(
  good: unknown,
  body: unknown,
): Pick<Edge, "name" | "says"> {
  if (!isNode(good) || !isNode(body))
    return { name: "", says: `The body ${shortened(JSON.stringify(body))}` };
  const missing = Object.keys(good).find((each) => !(each in body));
  if (missing !== undefined)
    return { name: missing, says: `A body without ${missing}` };
  const [name = "", value] =
    Object.entries(body).find(([key, each]) => each !== good[key]) ?? [];
  const hasLength = typeof value === "string" || Array.isArray(value);
  const length = hasLength ? ` (length ${value.length})` : "";
  const text = shortened(JSON.stringify(value) ?? "");
  return { name, says: `${name}: ${text}${length}` };
}

const shortened = (text: string) =>
  text.length > 60 ? `${text.slice(0, 60)}…` : text;

/** Remembers the object that a creation made, forgets one that was deleted, and notes one of a list for reading. */
function remember(
  contract: Contract,
  located: Located,
  call: Call,
  answer: Answer,
  { made, found }: Objects,
): void {
  const { method, path } = located;
  const parameter = itemParameter(contract, path);
  const body = jsonOf(answer);
  if (method === "post" && parameter !== undefined) {
    const id = idIn(body, answer.headers.get("location"), parameter);
    if (id !== undefined)
      made.set(call.path, [...(made.get(call.path) ?? []), id]);
  }
  if (method === "get" && parameter !== undefined) {
    const id = firstId(body, parameter);
    if (id !== undefined) found.set(call.path, id);
  }
  if (method !== "delete") return;
  const at = call.path.lastIndexOf("/");
  const id = decodeURIComponent(call.path.slice(at + 1));
  const collection = call.path.slice(0, at);
  made.set(
    collection,
    (made.get(collection) ?? []).filter((each) => each !== id),
  );
}

/** Deletes what the run has made. Returns the paths of what is left. */
async function cleanUp(
  contract: Contract,
  operations: Located[],
  objects: Objects,
  options: SendOptions,
): Promise<string[]> {
  const all = [...objects.made].flatMap(([path, ids]) =>
    ids.map((id) => `${path}/${encodeURIComponent(id)}`),
  );
  // Requests beyond the limit: what is made is deleted.
  const sender = createSender(contract, {
    ...options,
    requests: all.length * 2,
  });
  const left: string[] = [];
  for (const path of all.reverse()) {
    const deletion = operations.find(
      (located) =>
        located.method === "delete" && patternOf(located.path).test(path),
    );
    const answer =
      deletion &&
      (await sender
        .send({
          method: "DELETE",
          path,
          query: {},
          headers: {},
          body: undefined,
          media: "",
          scheme: requirementOf(deletion.operation).scheme,
        })
        .catch(() => undefined));
    const isGone = answer && (isSuccess(answer) || answer.status === 404);
    if (!isGone) left.push(path);
  }
  return left;
}

const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("[^/]+")}$`,
  );
