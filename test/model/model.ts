import type { OperationId } from "../../generated/operations.ts";
import type { EventType } from "../../generated/types.ts";

export type Kind = "contact" | "conversation" | "message" | "ticket" | "article" | "webhook";

/** Something that a workspace contains. */
export interface Thing {
  kind: Kind;
  /** Empty until it exists. */
  id: string;
  workspace: Workspace;
  /** The contact that it is about; a contact is about itself. */
  person: Thing | undefined;
  /** What it hangs on: the conversation of a message. */
  parent: Thing | undefined;
  /** As the last response showed it. */
  shown: Record<string, unknown>;
  /** Grows when it may have changed. */
  changes: number;
  /** Whether somebody has asked for its end. */
  isLeaving: boolean;
  /** When its end was acknowledged, by `performance.now()`. */
  goneAt: number;
  /** What is done to it, one after the other. */
  queue: Promise<unknown>;
}

/** An event that must have happened, and when, by the store's clock. */
export interface Told {
  type: EventType;
  about: Thing;
  at: number;
}

/** Somebody who follows the feed and only ever continues with the cursor that it has. */
export interface Reader {
  types: EventType[] | undefined;
  cursor: string | undefined;
  /** The events that it has seen, with what they tell. */
  seen: Map<string, string>;
  /** What it is not to see, as it was not there for too long. */
  excused: Set<Told>;
  queue: Promise<unknown>;
}

/** A walk through a list, page by page. */
export interface Walk {
  operation: OperationId;
  path: Record<string, string>;
  filters: Record<string, string>;
  /** What the list hangs on. */
  of: Thing | undefined;
  cursor: string | undefined;
  visited: string[];
  /** What must be visited, unless it changes or goes, with its changes so far. */
  owed: Map<Thing, number>;
  startedAt: number;
  queue: Promise<unknown>;
}

/** A visitor of the website, and the contact that it is: without an id until an anonymous one writes. */
export interface Visitor {
  secret: string;
  address: string;
  person: Thing;
}

/** A request with an Idempotency-Key that succeeded. */
export interface Stored {
  /** Whose key, which path, which Idempotency-Key. */
  name: string;
  body: string;
  /** Sends it again. */
  repeat: () => Promise<{ status: number; text: string }>;
  status: number;
  text: string;
  about: Thing[];
}

/** What must be true of one workspace. */
export interface Workspace {
  name: string;
  things: Thing[];
  told: Told[];
  readers: Reader[];
  walks: Walk[];
  visitors: Visitor[];
  stored: Stored[];
}

/** A text that stands nowhere else, and whom it is about. */
export interface Text {
  workspace: Workspace;
  person: Thing | undefined;
}

/** What must be true. */
export interface Model {
  workspaces: Workspace[];
  texts: Map<string, Text>;
}

export const newModel = (names: string[]): Model => ({
  workspaces: names.map((name) => ({
    ...{ name, things: [], told: [], walks: [], visitors: [], stored: [] },
    readers: [newReader(), newReader(), newReader(["contact.deleted", "message.created"])],
  })),
  texts: new Map(),
});

export const newReader = (types?: EventType[]): Reader => ({
  ...{
    types,
    cursor: undefined,
    seen: new Map(),
    excused: new Set(),
    queue: Promise.resolve(),
  },
});

/** Something that does not exist yet. */
export function draft(workspace: Workspace, kind: Kind, person?: Thing, parent?: Thing): Thing {
  const state = {
    changes: 0,
    isLeaving: false,
    goneAt: Infinity,
    queue: Promise.resolve(),
  };
  const thing: Thing = { ...state, kind, id: "", workspace, person, parent, shown: {} };
  if (kind === "contact") thing.person = thing;
  return thing;
}

/** Notes that something exists. */
export function exists(thing: Thing, shown: { id: string }): void {
  thing.id = shown.id;
  thing.shown = { ...shown };
  thing.goneAt = thing.person?.goneAt ?? Infinity;
  thing.workspace.things.push(thing);
}

/** Notes that something is gone, with everything that is about it. */
export function end(thing: Thing, at: number): void {
  for (const other of [thing, ...thing.workspace.things])
    if (other === thing || other.person === thing) other.goneAt = Math.min(other.goneAt, at);
}

export const isGone = ({ goneAt }: Thing) => goneAt !== Infinity;

/** Who receives what a webhook sends: the path of its address. */
export const receiverOf = ({ shown }: Thing): string => new URL(String(shown["url"])).pathname;

export const isLeaving = (thing: Thing | undefined): boolean =>
  [thing, thing?.person, thing?.parent].some((it) => it?.isLeaving === true);

/** What can be worked with. */
export const alive = ({ things }: Workspace, kind: Kind) =>
  things.filter((thing) => thing.kind === kind && !isGone(thing));

/** Does work with some of what the model has, after what is being done with them. */
export async function alone<T>(subjects: { queue: Promise<unknown> }[], work: () => Promise<T>): Promise<T> {
  const working = Promise.allSettled(subjects.map(({ queue }) => queue)).then(work);
  for (const subject of subjects) subject.queue = working.catch(() => undefined);
  return working;
}

let made = 0;

/** A new text of what is about a person. */
export function newText({ texts }: Model, workspace: Workspace, person?: Thing): string {
  const text = `zk${(made++).toString(36)}kz`;
  texts.set(text, { workspace, person });
  return text;
}

/** The texts of the model in some text. */
export const textsIn = ({ texts }: Model, some: string): [string, Text][] =>
  [...new Set(some.match(/zk[0-9a-z]+kz/g))].flatMap((text) => {
    const found = texts.get(text);
    return found ? [[text, found]] : [];
  });
