import { setTimeout } from "node:timers/promises";
import { operations, type OperationId } from "../../generated/operations.ts";
import { createKey } from "../../server/auth/keys.ts";
import type { Success } from "../../server/contract/operation.ts";
import type { AnyBody } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";
import { must, responseErrors } from "../support/check-response.ts";
import { everyOperation } from "../support/operation.ts";
import { alone, newModel, textsIn } from "./model.ts";
import type { Model, Thing, Workspace } from "./model.ts";
import type { ModelServer } from "./server.ts";

/** The keys of a workspace, each with full access and a rate limit of its own, made when it is first used. */
export type KeyName = "team" | "partner" | "reader";

/** Who sends a request. */
export interface Caller {
  workspace: Workspace;
  secret: string;
  address: string;
}

export interface Input {
  path?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: object;
  /** The Idempotency-Key. */
  once?: string | undefined;
}

export interface Answer<Id extends OperationId> {
  status: number;
  headers: Headers;
  body: Success<Id>["body"] & Pick<AnyBody, "error">;
  text: string;
}

/** A server, and what must be true of some workspaces of their own on it. */
export interface World {
  server: ModelServer;
  model: Model;
  key: (workspace: Workspace, name: KeyName) => Promise<Caller>;
  /** What the website of a workspace has. */
  website: (workspace: Workspace) => Promise<Caller & { signing_secret: string }>;
}

let worlds = 0;

export function createWorld(server: ModelServer): World {
  const n = worlds++;
  const byte = () => Math.floor(Math.random() * 256);
  const address = () => `10.${n & 255}.${byte()}.${byte()}`;
  return {
    ...{ server, model: newModel([`ours ${n}`, `theirs ${n}`]) },
    key: cached(async (workspace, name) => {
      const { key } = await createKey(server.store, { workspace: workspace.name, scopes: ["*"], name });
      return { workspace, secret: key, address: address() };
    }),
    website: cached(async (workspace) => {
      const { token, signing_secret } = await credentialsOf(server, workspace.name).token();
      return { workspace, secret: token, signing_secret, address: address() };
    }),
  };
}

/** Makes what is asked for once per workspace and name. */
function cached<Name extends string, T>(make: (workspace: Workspace, name: Name) => Promise<T>) {
  const all = new Map<string, Promise<T>>();
  return (workspace: Workspace, name: Name = "" as Name): Promise<T> => {
    const of = `${workspace.name} ${name}`;
    // A connection to the database may break on a busy machine.
    const found = all.get(of) ?? make(workspace, name).catch(() => make(workspace, name));
    all.set(of, found);
    return found;
  };
}

/** Sends a request, and holds what every response must be: as the contract says, with nothing of another workspace or of the erased. */
export async function send<Id extends OperationId>(
  { server, model }: World,
  caller: Caller,
  id: Id,
  input: Input = {},
): Promise<Answer<Id>> {
  const { method, path } = operations[id];
  const target = pathOf(path, input);
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const headers = {
    Authorization: `Bearer ${caller.secret}`,
    "X-Forwarded-For": caller.address,
    ...(body !== null && { "Content-Type": "application/json" }),
    ...(input.once !== undefined && { "Idempotency-Key": input.once }),
  };
  let started = performance.now();
  const request = () => fetch(server.address + target, { method: method.toUpperCase(), headers, body });
  let response = await request();
  // On a busy machine a request may wait for too long; then it has done nothing.
  for (let trial = 1; response.status === 503 && trial < 10; trial++) {
    await setTimeout(1000);
    started = performance.now();
    response = await request();
  }
  const text = await response.text();
  const asked = `${id} ${target} ${body?.slice(0, 300) ?? ""} → ${response.status} ${text.slice(0, 500)}`;
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text) as never };
  must(method === "get" ? "a row costs itself alone" : "no fault", answer.status < 500, () => asked);
  const operation = everyOperation.find((each) => each.id === id);
  const [problem] = responseErrors(operation, method.toUpperCase(), answer);
  must("the contract", answer.status >= 500 || problem === undefined, () => `${problem?.detail}: ${asked}`);
  for (const [some, of] of textsIn(model, text)) {
    const told = () => `${some} in ${asked}`;
    must("workspaces are apart", of.workspace === caller.workspace, told);
    if (body?.includes(some)) continue;
    must("erased is erased", (of.person?.goneAt ?? Infinity) > started, told);
  }
  return { ...answer, text };
}

function pathOf(template: string, { path = {}, query = {} }: Input): string {
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? "?"),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  return asked.size > 0 ? `${target}?${asked}` : target;
}

/** The path of a request, as the server tells keys apart by it. */
const nameOf = (caller: Caller, id: OperationId, { path = {}, once }: Input) =>
  JSON.stringify([caller.secret, pathOf(operations[id].path, { path }), once]);

const inWork = new Map<string, { queue: Promise<unknown> }>();

/**
 * Sends what changes something, and holds what an Idempotency-Key promises. Undefined when nothing was done: the key was
 * used before, or a quota refused it.
 */
export async function change<Id extends OperationId>(
  world: World,
  caller: Caller,
  id: Id,
  input: Input,
): Promise<Answer<Id> | undefined> {
  if (input.once === undefined) return changeOnce(world, caller, id, input);
  const name = nameOf(caller, id, input);
  const used = inWork.get(name) ?? { queue: Promise.resolve() };
  inWork.set(name, used);
  return alone([used], () => changeOnce(world, caller, id, input));
}

async function changeOnce<Id extends OperationId>(
  world: World,
  caller: Caller,
  id: Id,
  input: Input,
): Promise<Answer<Id> | undefined> {
  const { stored } = caller.workspace;
  const name = nameOf(caller, id, input);
  const body = JSON.stringify(input.body ?? null);
  const earlier = input.once === undefined ? undefined : stored.find((it) => it.name === name);
  const isKept = earlier?.about.every((person) => !person.isLeaving) === true;
  const answer = await send(world, caller, id, input);
  const { status, text } = answer;
  const told = () => `${id} ${name} ${body.slice(0, 300)} → ${status} ${text.slice(0, 300)}`;
  must("rate limit", status !== 429, told);
  if (earlier && isKept) {
    const isSame = earlier.body === body;
    const isReplay = isSame ? status === earlier.status && text === earlier.text : status === 422;
    must("a key replays its own request", isReplay, told);
    return undefined;
  }
  if (earlier) stored.splice(stored.indexOf(earlier), 1);
  if (status < 300 && input.once !== undefined) {
    const about = aboutWhom(world.model, caller, id, text + body);
    stored.push({ name, body, status, text, about, repeat: () => send(world, caller, id, input) });
  }
  return isFull(answer) ? undefined : answer;
}

/** Whom a response may be about: a delivery does not say it. */
function aboutWhom(model: Model, { workspace }: Caller, id: OperationId, text: string): Thing[] {
  if (id === "redeliverDelivery") return workspace.things.filter(({ kind }) => kind === "contact");
  return [...new Set(textsIn(model, text).flatMap(([, { person }]) => person ?? []))];
}

/** Whether a quota refused it. */
const isFull = ({ status, body }: { status: number; body: Pick<AnyBody, "error"> }) =>
  status === 422 && "details" in body.error && body.error.details?.every(({ path }) => path.length === 0);

export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
