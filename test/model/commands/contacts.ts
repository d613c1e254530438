import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import type { Contact } from "../../../generated/types.ts";
import { must } from "../../support/check-response.ts";
import { alive, alone, draft, end, exists, isLeaving, newText, textsIn } from "../model.ts";
import type { Thing } from "../model.ts";
import { noteUpdate, step, tell, thingOf, update, type At } from "../step.ts";
import { change, pick, send, type World } from "../world.ts";

const fields = fc.record(
  {
    tags: fc.subarray(["a", "b"]),
    byLabel: fc.constantFrom("tags", "tags", "add_tags", "remove_tags" as const),
    isNamed: fc.boolean(),
    custom: fc.constantFrom("text", "text", "another's id", "large" as const),
  },
  { noNullPrototype: true },
);
type Fields = typeof fields extends fc.Arbitrary<infer Values> ? Values : never;

/** What a request says of a contact besides who it is. A creation has no labels to add or to remove. */
function said({ world: { model } }: At, person: Thing, { tags, custom, byLabel, isNamed }: Fields): object {
  const { workspace } = person;
  const other = alive(workspace, "contact").find((it) => it !== person);
  const text = () => newText(model, workspace, person);
  const large = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, text().repeat(50)]));
  const custom_fields = {
    text: { note: text() },
    large,
    "another's id": { referred_by: other?.id ?? "nobody" },
  }[custom];
  const labels = person.id === "" ? { tags } : { [byLabel]: tags };
  return { company: text(), ...labels, custom_fields, ...(isNamed && { external_id: text() }) };
}

const newEmail = ({ world }: At, person: Thing) =>
  `${newText(world.model, person.workspace, person)}@example.com`;

/** Notes a contact that was created. */
export function noteContact(world: World, person: Thing, shown: { id: string }): void {
  exists(person, shown);
  tell(world, person, "contact.created");
}

export const createContact = step(
  "createContact",
  { fields, isExisting: fc.constantFrom(false, false, false, true) },
  async ({ fields, isExisting, ...at }) => {
    const { world, workspace, caller, once } = at;
    const owner = isExisting ? thingOf(at, "contact") : undefined;
    const person = draft(workspace, "contact");
    const name = newText(world.model, workspace, person);
    const body = { name, email: newEmail(at, person), ...said(at, person, fields) };
    const answer = await alone(owner ? [owner] : [], () => {
      if (owner) body.email = String(owner.shown["email"]);
      return change(world, caller, "createContact", { body, once });
    });
    if (!answer) return;
    if (isLeaving(owner)) {
      release(world, answer.text);
      if (answer.status === 201) noteContact(world, person, answer.body.data);
      return;
    }
    const isSo = owner ? answer.status === 409 && answer.text.includes(owner.id) : answer.status === 201;
    must("an email is one contact's", isSo, () => `${JSON.stringify(body)} → ${answer.text}`);
    if (!owner) noteContact(world, person, answer.body.data);
  },
);

export const updateContact = step(
  "updateContact",
  { fields, how: fc.constantFrom("fields", "fields", "email", "same", "nothing", "null" as const) },
  async ({ fields, how, ...at }) => {
    const person = thingOf(at, "contact");
    if (!person) return;
    const bodies = {
      fields: () => said(at, person, fields),
      email: () => ({ email: newEmail(at, person) }),
      same: ({ company, tags }: Record<string, unknown>) => ({ company, tags }),
      nothing: () => ({}),
      null: () => ({ custom_fields: null, company: null }),
    };
    await update(at, "contact", person, bodies[how]);
  },
);

/** What an element names a contact by that exists. */
const nameIn = ({ shown }: Thing, by: "id" | "external_id" | "email") =>
  shown[by] === null ? { email: shown["email"] } : { [by]: shown[by] };

export const batchContacts = step(
  "batchContacts",
  {
    fields,
    times: fc.constantFrom(1, 1, 1, 100),
    elements: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
    by: fc.constantFrom("id", "external_id", "email" as const),
    isBare: fc.boolean(),
  },
  async ({ fields, times, elements, by, isBare, ...at }) => {
    const { world, workspace, caller, once } = at;
    const all = alive(workspace, "contact");
    const people = elements.map((n) => all[n] ?? draft(workspace, "contact"));
    const element = (person: Thing) => ({
      ...(person.id === "" ? { email: newEmail(at, person) } : nameIn(person, by)),
      ...(person.id === "" && { name: newText(world.model, workspace, person) }),
      ...(!isBare &&
        times === 1 &&
        said(at, person, { ...fields, isNamed: fields.isNamed && (by === "id" || person.id === "") })),
    });
    await alone(people, async () => {
      if (people.some(({ id, isLeaving }) => id !== "" && isLeaving)) return;
      const whole = people.map(element);
      const contacts = times === 1 ? whole : Array.from({ length: times }, (_, n) => whole[n % whole.length]);
      for (const person of people) person.changes++;
      const answer = await change(world, caller, "batchContacts", { body: { contacts }, once });
      for (const person of people) person.changes++;
      if (!answer) return;
      const isRaced = people.some(isLeaving);
      must("what was acknowledged exists", isRaced || answer.status === 200, () => answer.text);
      answer.body.data?.results.forEach((result, n) => {
        const person = people[n % people.length];
        if (person) noteElement(world, person, result, isRaced);
      });
    });
  },
);

/** Notes what a batch did with a contact. One that is erased meanwhile it may create anew: that is another one. */
function noteElement(
  world: World,
  person: Thing,
  { status, contact }: { status: string; contact?: Contact },
  isRaced: boolean,
): void {
  const isNew = person.id === "";
  const isSo = contact !== undefined && (status === "created") === isNew;
  must("an element is stored", isRaced || isSo, () => `${person.id}: ${status}`);
  if (contact && isNew && status === "created") noteContact(world, person, contact);
  else if (contact?.id === person.id) noteUpdate(world, person, person.shown, contact);
  else if (contact) {
    release(world, JSON.stringify(contact));
    if (status === "created") noteContact(world, draft(person.workspace, "contact"), contact);
  }
}

/** Texts of somebody who is erased, which a contact that was created meanwhile has as well: they are no sign of the first. */
function release({ model }: World, shown: string): void {
  for (const [text] of textsIn(model, shown)) model.texts.delete(text);
}

/** Asks for the erasure of a contact, several times at once; each begins some milliseconds after the one before. */
export const deleteContact = step(
  "deleteContact",
  { repeats: fc.constantFrom(1, 1, 2, 4, 8), gap: fc.nat({ max: 6 }) },
  async ({ world, workspace, caller, which, repeats, gap }) => {
    const person = pick(alive(workspace, "contact"), which);
    if (!person || person.isLeaving) return;
    person.isLeaving = true;
    const ask = async (n: number) => {
      await setTimeout(n * gap);
      const { status, text } = await send(world, caller, "deleteContact", { path: { id: person.id } });
      must("an erasure can be repeated", [200, 404].includes(status), () => text);
      if (status === 200) end(person, performance.now());
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: repeats }, (_, n) => ask(n)));
    const told = () => `${person.id}: ${statuses.join()}`;
    must("an erasure can be repeated", statuses.filter((it) => it === 200).length === 1, told);
    tell(world, person, "contact.deleted");
  },
);
