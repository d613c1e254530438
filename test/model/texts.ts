import type { Scope } from "../../server/auth/keys.ts";
import type { Model, Text, Thing, Workspace } from "./model.ts";

/** The parts of what is stored, and the scopes that let a key read them, beside `*` and `events:read` (D-10, D-16). */
const showing: Record<string, readonly Scope[]> = {
  contact: ["contacts:read"],
  // The author of a message, too.
  name: ["contacts:read", "conversations:read"],
  "subject of a conversation": ["contacts:read", "conversations:read"],
  message: ["conversations:read"],
  "subject of a ticket": ["contacts:read", "tickets:read"],
  ticket: ["tickets:read"],
  webhook: [],
};

/** What a visitor reads of the contact that it is. */
const shownToVisitor = ["name", "subject of a conversation", "message"];

let made = 0;

/** A new text, of this part of what is about a person. */
export function newText({ texts }: Model, part: string, workspace: Workspace, person?: Thing): string {
  const text = `zk${(made++).toString(36)}kz`;
  texts.set(text, { part, workspace, person });
  return text;
}

/** The texts of the model in some text. */
export const textsIn = ({ texts }: Model, some: string): [string, Text][] =>
  [...new Set(some.match(/zk[0-9a-z]+kz/g))].flatMap((text) => {
    const known = texts.get(text);
    return known ? [[text, known]] : [];
  });

/** Whether a key with these scopes may read a text. */
export const showsKey = (scopes: readonly Scope[], { part }: Text) =>
  ["*", "events:read", ...(showing[part] ?? [])].some((scope) => scopes.includes(scope as Scope));

/** Whether a visitor may. */
export const showsVisitor = (person: Thing, text: Text) =>
  text.person === person && shownToVisitor.includes(text.part);
