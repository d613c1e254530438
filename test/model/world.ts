import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../generated/operations.ts";
import { createKey } from "../../server/auth/keys.ts";
import { toWire } from "../conformance/request.ts";
import type { EventType } from "../../generated/types.ts";
import type { Json } from "../support/at.ts";
import { must, responseErrors } from "../support/check-response.ts";
import { operationOf } from "../support/operation.ts";
import { credentialsOf } from "../support/world.ts";
import { alone, isGone, newReader, textsIn } from "./model.ts";
import type {
  Caller,
  Input,
  KeyName,
  SentRequest,
  Stored,
  Thing,
  Workspace,
  World,
} from "./model.ts";
import { patiently, type ModelServer } from "./server.ts";

let worlds = 0;

export async function createWorld(server: ModelServer): Promise<World> {
  const n = worlds++;
  const names = [`ours ${n}`, `theirs ${n}`];
  const texts: Workspace["texts"] = new Map();
  const create = (name: string) =>
    patiently(() => createWorkspace({ name, server, texts }, n));
  const workspaces = await Promise.all(names.map(create));
  return { server, workspaces };
}

async function createWorkspace(
  given: Pick<Workspace, "name" | "server" | "texts">,
  n: number,
): Promise<Workspace> {
  const { name: workspace, server } = given;
  const key = async (name: KeyName) =>
    (await createKey(server.store, { workspace, scopes: ["*"], name })).key;
  const keys = {
    team: await key("team"),
    partner: await key("partner"),
    reader: await key("reader"),
  };
  const byte = () => Math.floor(Math.random() * 256);
  const created: Workspace = {
    ...given,
    keys,
    website: await credentialsOf(server, workspace).token(),
    address: `10.${n & 255}.${byte()}.${byte()}`,
    things: [],
    expected: [],
    readers: [],
    walks: [],
    visitors: [],
    requests: new Map(),
  };
  const types: EventType[] = ["contact.deleted", "message.created"];
  created.readers.push(
    newReader(created),
    newReader(created),
    newReader(created, types),
  );
  return created;
}

/** A key that sends a request. */
export const by = (workspace: Workspace, key: KeyName = "team"): Caller => ({
  workspace,
  secret: workspace.keys[key],
});

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
  text: string;
}

/**
 * Sends a request, and holds what every response must be: as the contract says, with nothing of
 * another workspace or of the erased.
 */
export async function send(
  { workspace, secret }: Caller,
  id: OperationId,
  input: Input = {},
): Promise<Answer> {
  const wire = wireOf(id, input);
  const body = wire.body?.toString() ?? null;
  const headers = {
    ...wire.headers,
    Authorization: `Bearer ${secret}`,
    "X-Forwarded-For": workspace.address,
    ...(input.once !== undefined && { "Idempotency-Key": input.once }),
    ...(input.version !== undefined && { "If-Match": `"${input.version}"` }),
  };
  let started = performance.now();
  const request = () =>
    fetch(workspace.server.address + wire.path, { ...wire, headers, body });
  let response = await request();
  // On a busy machine a request may wait for too long; then it has done nothing.
  for (let trial = 1; response.status === 503 && trial < 10; trial++) {
    await setTimeout(1000);
    started = performance.now();
    response = await request();
  }
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text),
  };
  const exchanged = () =>
    `${id} ${wire.path} ${body?.slice(0, 300)} → ${answer.status} ${text.slice(0, 500)}`;
  must("no fault", answer.status < 500, exchanged);
  const [problem] = responseErrors(operationOf(id), wire.method, answer);
  must(
    "the contract",
    problem === undefined,
    () => `${problem?.detail}: ${exchanged()}`,
  );
  for (const found of textsIn(workspace, text)) {
    const description = () => `${found.text} in ${exchanged()}`;
    must("workspaces are apart", found.workspace === workspace, description);
    const isOwn = body?.includes(found.text) === true;
    must(
      "erased is erased",
      isOwn || (found.person?.goneAt ?? Infinity) > started,
      description,
    );
  }
  return { ...answer, text };
}

const wireOf = (id: OperationId, { path = {}, query = {}, body }: Input) =>
  toWire(
    operationOf(id),
    {
      path,
      query: Object.entries(query),
      headers: {},
      body: body && { json: body },
    },
    {},
  );

/** Identifies an Idempotency-Key by its API key and its path. */
export const requestName = ({
  caller: { secret },
  operation,
  input: { path = {}, once },
}: SentRequest): string =>
  JSON.stringify([secret, wireOf(operation, { path }).path, once]);

/**
 * Sends what changes something, and holds what an Idempotency-Key promises. Undefined when nothing
 * was done: the key was used before, or a quota refused it.
 */
export async function change(
  caller: Caller,
  id: OperationId,
  input: Input,
): Promise<Answer | undefined> {
  const { body, once } = input;
  if (once === undefined) return unlessFull(await send(caller, id, input));
  const request = { caller, operation: id, input };
  const name = requestName(request);
  const { requests } = caller.workspace;
  const used = requests.get(name) ?? {
    queue: Promise.resolve(),
  };
  requests.set(name, used);
  return alone([used], async () => {
    const { stored } = used;
    const wasErased =
      id !== "redeliverDelivery" && stored?.about.some(isGone) === true;
    const answer = await send(caller, id, input);
    const description = () => `${id} ${name} → ${answer.text.slice(0, 300)}`;
    if (stored) {
      const isSo = isUsed(answer)
        ? isRepetition(stored, wasErased, body, answer)
        : mayBeNew(stored);
      must("a key replays its own request", isSo, description);
      if (isUsed(answer)) return undefined;
    }
    const { status, text } = answer;
    const about = aboutWhom(caller, id, text, body);
    used.stored = status < 300 ? { request, status, text, about } : undefined;
    return unlessFull(answer);
  });
}

/** Operations whose keys stay used after an erasure, as a repetition would create a person again. */
const keysStayUsed: readonly OperationId[] = ["createContact", "batchContacts"];

/** Returns true when a request with a used Idempotency-Key has the response that it should. */
function isRepetition(
  { request, status, text, about }: Stored,
  wasErased: boolean,
  body: object | undefined,
  answer: Answer,
): boolean {
  const { operation, input } = request;
  const staysUsed = keysStayUsed.includes(operation);
  const isRefused = answer.status === 422;
  if (wasErased) return staysUsed && isRefused;
  if (!isDeepStrictEqual(input.body, body)) return isRefused;
  // The response is erased at a moment of an erasure that is under way.
  const isErasing = about.some(({ isLeaving }) => isLeaving);
  return (
    sameAs({ status, text }, answer) || (isErasing && staysUsed && isRefused)
  );
}

/** Returns true when an erasure may have made a used Idempotency-Key a new one. */
const mayBeNew = ({ request, about }: Stored): boolean =>
  !keysStayUsed.includes(request.operation) &&
  about.some(({ isLeaving }) => isLeaving);

/**
 * Returns true when an Idempotency-Key was used before, for the same request or for another one.
 */
export const isUsed = (answer: Answer) =>
  answer.headers.get("Idempotent-Replayed") === "true" ||
  refused(answer).includes("Idempotency-Key");

export const sameAs = (
  one: Pick<Answer, "status" | "text">,
  other: Pick<Answer, "status" | "text">,
) => one.status === other.status && one.text === other.text;

/** Lists the people whom a response may be about; a delivery does not name them. */
function aboutWhom(
  { workspace }: Caller,
  id: OperationId,
  response: string,
  body: object | undefined,
): Thing[] {
  const people = workspace.things.filter(({ kind }) => kind === "contact");
  if (id === "redeliverDelivery") return people;
  const texts = textsIn(workspace, response + JSON.stringify(body));
  // A conflict of a batch shows nothing of the other contact but its id.
  const named = people.filter(
    ({ id }) => id !== "" && response.includes(`id":"${id}"`),
  );
  return [
    ...new Set([...texts.flatMap(({ person }) => person ?? []), ...named]),
  ];
}

/** The places in a request for which it was refused with a 422: none for a quota. */
const refused = ({ status, body }: Answer): string[] =>
  status === 422
    ? body.error.details.map(({ path }: { path: string[] }) => path.join("."))
    : [];

/** Undefined when a quota refused it. */
const unlessFull = (answer: Answer) =>
  refused(answer).includes("") ? undefined : answer;
