import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { flat, type Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { operationOf } from "../support/operation.ts";
import { bodyOf, fill } from "./bodies.ts";
import { alive, alone, draft, end, isLeaving, tell, textsIn } from "./model.ts";
import type { Thing, Workspace } from "./model.ts";
import { noteCreation, noteUpdate } from "./resources.ts";
import { step, thingOf, allSettled } from "./step.ts";
import { change, send } from "./world.ts";

/** Creates a contact with the email of another one. */
export const createSecond = step(
  "createSecond",
  { body: bodyOf("createContact") },
  async ({ body, ...at }) => {
    const { workspace, caller, once } = at;
    const owner = thingOf(at, "contact");
    if (!owner) return;
    const person = draft(workspace, "contact");
    const answer = await alone([owner], () => {
      const filled = { ...fill(body, person), email: owner.shown.email };
      return change(caller, "createContact", { body: filled, once });
    });
    if (!answer) return;
    if (isLeaving(owner)) release(workspace, answer.text);
    if (isLeaving(owner) && answer.status === 201)
      return noteCreation(person, answer.body.data);
    const isSo =
      isLeaving(owner) ||
      (answer.status === 409 && answer.text.includes(owner.id));
    must("an email is one contact's", isSo, () => answer.text);
  },
);

/**
 * Texts of somebody who is erased, which a contact that was created meanwhile has as well: they are
 * no sign of the first.
 */
export function release(workspace: Workspace, shown: string): void {
  for (const { text } of textsIn(workspace, shown))
    workspace.texts.delete(text);
}

const element = flat(operationOf("batchContacts").body).properties.contacts
  .items;
const names = ["id", "external_id", "email"] as const;

/**
 * Changes and creates contacts by one request, each once or again and again; the bare elements name
 * contacts alone.
 */
export const batchContacts = step(
  "batchContacts",
  {
    body: bodyOf("batchContacts", flat(element)),
    times: fc.constantFrom(1, 1, 1, 100),
    elements: fc.uniqueArray(fc.nat({ max: 5 }), {
      minLength: 1,
      maxLength: 3,
    }),
    by: fc.constantFrom(...names),
    isBare: fc.boolean(),
  },
  async ({ body, times, elements, by, isBare, ...at }) => {
    const { workspace, caller, once } = at;
    const all = alive(workspace, "contact");
    const people = elements.map((n) => all[n] ?? draft(workspace, "contact"));
    const elementOf = (person: Thing) => {
      const {
        id: _,
        external_id,
        email: _email,
        if_match: _version,
        ...fields
      } = body;
      const isNew = person.id === "";
      const name = person.shown[by] === null ? "email" : by;
      // Who is named by an email keeps the `external_id`, or has none yet.
      const element = {
        ...fields,
        ...((isNew || name === "id") && external_id ? { external_id } : {}),
      };
      const filled = fill(isBare || times > 1 ? {} : element, person);
      const naming = isNew
        ? fill({ email: "{email}", name: "{text}" }, person)
        : { [name]: person.shown[name] };
      return { ...filled, ...naming };
    };
    await alone(people, async () => {
      if (people.some(({ id, isLeaving }) => id !== "" && isLeaving)) return;
      const distinct = people.map(elementOf);
      const length = times === 1 ? distinct.length : times;
      const contacts = Array.from(
        { length },
        (_, n) => distinct[n % distinct.length],
      );
      for (const person of people) person.changes++;
      const answer = await change(caller, "batchContacts", {
        body: { contacts },
        once,
      });
      for (const person of people) person.changes++;
      if (!answer) return;
      const isRaced = people.some(isLeaving);
      must(
        "what was acknowledged exists",
        isRaced || answer.status === 200,
        () => answer.text,
      );
      answer.body.data?.results.forEach((result: Json, n: number) => {
        const person = people[n % people.length];
        if (person) noteElement(person, result, isRaced);
      });
    });
  },
);

/**
 * Notes what a batch did with a contact. One that is erased meanwhile it may create anew: that is
 * another one.
 */
function noteElement(
  person: Thing,
  { status, contact }: Json,
  isRaced: boolean,
): void {
  const isNew = person.id === "";
  const isSo = contact !== undefined && (status === "created") === isNew;
  must(
    "an element is stored",
    isRaced || isSo,
    () => `${person.id}: ${status}`,
  );
  if (contact === undefined) return;
  if (isNew && status === "created") return noteCreation(person, contact);
  if (contact.id === person.id)
    return noteUpdate(person, person.shown, contact);
  release(person.workspace, JSON.stringify(contact));
  if (status === "created")
    noteCreation(draft(person.workspace, "contact"), contact);
}

/**
 * Asks for the erasure of a contact, several times at once; each begins some milliseconds after the
 * one before.
 */
export const deleteContact = step(
  "deleteContact",
  { repeats: fc.constantFrom(1, 1, 2, 4, 8), gap: fc.nat({ max: 6 }) },
  async ({ repeats, gap, ...at }) => {
    const { caller } = at;
    const person = thingOf(at, "contact");
    if (!person || person.isLeaving) return;
    person.isLeaving = true;
    const ask = async (n: number) => {
      await setTimeout(n * gap);
      const { status } = await send(caller, "deleteContact", {
        path: { id: person.id },
      });
      if (status === 200) end(person);
      return status;
    };
    const statuses = await allSettled(
      Array.from({ length: repeats }, (_, n) => ask(n)),
    );
    const isSo = statuses.filter((status) => status !== 404).join() === "200";
    must(
      "an erasure can be repeated",
      isSo,
      () => `${person.id}: ${statuses.join()}`,
    );
    tell(person, "contact.deleted");
  },
);
