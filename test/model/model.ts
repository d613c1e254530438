import type { OperationId } from "../../generated/operations.ts";
import type { EventType } from "../../generated/types.ts";
import type { Json } from "../support/at.ts";
import type { ModelServer } from "./server.ts";

export type Kind =
  "contact" | "conversation" | "message" | "ticket" | "article" | "webhook";

/** The types of which the API lists all objects of a workspace. */
export const listedTypes = [
  "contact",
  "conversation",
  "ticket",
  "article",
  "webhook",
] as const;

/** A server, and workspaces of their own on it. */
export interface World {
  server: ModelServer;
  workspaces: Workspace[];
}

/** The sender of a request. */
export interface Caller {
  workspace: Workspace;
  secret: string;
}

/** The keys of a workspace, each with full access and a rate limit of its own. */
export type KeyName = "team" | "partner" | "reader";

/** The expected state of one workspace. */
export interface Workspace {
  name: string;
  server: ModelServer;
  /** Texts that occur once in all workspaces, and where each belongs. */
  texts: Map<string, { workspace: Workspace; person: Thing | undefined }>;
  keys: Record<KeyName, string>;
  /** The data of its website. */
  website: { token: string; signing_secret: string };
  /** The network address of the website's visitors. */
  address: string;
  things: Thing[];
  expected: DueEvent[];
  readers: Reader[];
  walks: Walk[];
  visitors: Visitor[];
  /** API key, path and Idempotency-Key → the request that was sent with it. */
  requests: Map<string, Used>;
}

/** Something that steps use one after the other. */
interface Queued {
  queue: Promise<unknown>;
}

/** Something that a workspace contains. */
export interface Thing extends Queued {
  kind: Kind;
  /** Empty until it exists. */
  id: string;
  workspace: Workspace;
  /** The contact that it is about; a contact is about itself. */
  person: Thing | undefined;
  /** The parent of the object: the conversation of a message. */
  parent: Thing | undefined;
  /** The object in the last response. */
  shown: Json;
  /** Grows before and after each change: it is odd while something changes. */
  changes: number;
  /** True after a request for its deletion. */
  isLeaving: boolean;
  /** The time of its confirmed deletion, by `performance.now()`. */
  goneAt: number;
}

/** An event that must have happened, and when, by the store's clock. */
export interface DueEvent {
  type: EventType;
  about: Thing;
  at: number;
}

/** Somebody who follows the feed and only ever continues with the cursor that it has. */
export interface Reader extends Queued {
  workspace: Workspace;
  types: EventType[] | undefined;
  cursor: string | undefined;
  /** Id of an event that it has seen → content of the event. */
  seen: Map<string, string>;
  /** Events that it need not see, as it was away for too long. */
  excused: Set<DueEvent>;
}

/** A walk through a list, page by page. */
export interface Walk extends Queued {
  workspace: Workspace;
  of: Kind | "delivery";
  /** The parent of the list. */
  parent: Thing | undefined;
  filters: Record<string, string>;
  cursor: string | undefined;
  visited: string[];
  /** Objects that must be visited unless they change or are deleted, with their changes so far. */
  expected: Map<Thing, number>;
  startedAt: number;
}

/**
 * A visitor of the website, and the contact that it is: without an id until an anonymous one
 * writes.
 */
export interface Visitor {
  secret: string;
  person: Thing;
  isSigned: boolean;
}

/** The content of a request. */
export interface Input {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** The Idempotency-Key. */
  once?: string | undefined;
  /** The only version that may be changed. */
  version?: string | undefined;
}

/** An Idempotency-Key, and the response that is kept for it. */
interface Used extends Queued {
  stored?: Stored | undefined;
}

/** A request that a caller sent. */
export interface SentRequest {
  caller: Caller;
  operation: OperationId;
  input: Input;
}

/** A request and its response, and whom that is about. */
export interface Stored {
  request: SentRequest;
  status: number;
  text: string;
  about: Thing[];
}

const idle = (): Queued => ({ queue: Promise.resolve() });

export const newReader = (
  workspace: Workspace,
  types?: EventType[],
): Reader => ({
  ...idle(),
  workspace,
  types,
  cursor: undefined,
  seen: new Map(),
  excused: new Set(),
});

/** Something that does not exist yet. */
export function draft(
  workspace: Workspace,
  kind: Kind,
  person?: Thing,
  parent?: Thing,
): Thing {
  const state = {
    ...idle(),
    shown: {},
    changes: 0,
    isLeaving: false,
    goneAt: Infinity,
  };
  const thing: Thing = { ...state, kind, id: "", workspace, person, parent };
  if (kind === "contact") thing.person = thing;
  return thing;
}

/** Notes that something is gone, with everything that is about it. */
export function end(thing: Thing): void {
  const now = performance.now();
  for (const other of [thing, ...thing.workspace.things])
    if (other === thing || other.person === thing)
      other.goneAt = Math.min(other.goneAt, now);
}

export const isGone = ({ goneAt }: Thing) => goneAt !== Infinity;

/** Returns true between the start and the end of a change. */
export const isChanging = ({ changes }: Thing) => changes % 2 === 1;

export const isLeaving = (thing: Thing | undefined): boolean =>
  [thing, thing?.person, thing?.parent].some((it) => it?.isLeaving === true);

/** Returns the objects that a step can use. */
export const alive = ({ things }: Workspace, kind: Kind) =>
  things.filter((thing) => thing.kind === kind && !isGone(thing));

/** Notes that an event happened. */
export const tell = (about: Thing, type: EventType): void =>
  void about.workspace.expected.push({
    type,
    about,
    at: about.workspace.server.now(),
  });

/** Does work with some of what the model has, after what is being done with them. */
export async function alone<T>(
  subjects: Queued[],
  work: () => Promise<T>,
): Promise<T> {
  const working = Promise.allSettled(subjects.map(({ queue }) => queue)).then(
    work,
  );
  for (const subject of subjects)
    subject.queue = working.catch(() => undefined);
  return working;
}

/** Does what may change a thing, after what is being done to it. */
export const changing = <T>(thing: Thing, work: () => Promise<T>): Promise<T> =>
  alone([thing], async () => {
    thing.changes++;
    return work().finally(() => thing.changes++);
  });

let count = 0;

/** A new text of what is about a person. */
export function newText(workspace: Workspace, person?: Thing): string {
  const text = `zk${(count++).toString(36)}kz`;
  workspace.texts.set(text, { workspace, person });
  return text;
}

/** The texts of the model in some text, and whom they are about. */
export const textsIn = ({ texts }: Workspace, some: string) =>
  [...new Set(some.match(/zk[0-9a-z]+kz/g))].flatMap((text) => {
    const found = texts.get(text);
    return found ? [{ text, ...found }] : [];
  });

/** One of several; -1 is the last. */
export const pick = <T>(from: readonly T[], n: number): T | undefined =>
  from.at(n % from.length);
