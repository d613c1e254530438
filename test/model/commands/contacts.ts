import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import type { Contact } from "../../../generated/types.ts";
import { must } from "../law.ts";
import {
  alive,
  alone,
  draft,
  end,
  exists,
  isGone,
  isLeaving,
  tell,
  type Thing,
  type Workspace,
} from "../model.ts";
import { once, step, values, where, which, who, workspaceAt } from "../step.ts";
import { newText } from "../texts.ts";
import { change, isGranted, pick, send, type Caller, type World } from "../world.ts";

const fields = values({
  tags: fc.subarray(["a", "b"]),
  custom: fc.constantFrom("text", "text", "another's id", "large" as const),
});
type Fields = typeof fields extends fc.Arbitrary<infer Values> ? Values : never;

/** What a request says of a contact besides who it is. */
function said({ model }: World, workspace: Workspace, person: Thing, { tags, custom }: Fields): object {
  const other = alive(workspace, "contact").find((it) => it !== person);
  const text = () => newText(model, "contact", workspace, person);
  const large = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, text().repeat(50)]));
  const custom_fields = {
    text: { note: text() },
    large,
    "another's id": { referred_by: other?.id ?? "nobody" },
  }[custom];
  return { company: text(), tags, custom_fields };
}

const newEmail = ({ model }: World, workspace: Workspace, person: Thing) =>
  `${newText(model, "contact", workspace, person)}@example.com`;

export const createContact = step(
  "createContact",
  values({ ws: where, key: who, once, fields, known: fc.constantFrom(false, false, false, true), which }),
  async (world, { ws, key, once, fields, known, which }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const owner = known ? pick(alive(workspace, "contact"), which) : undefined;
    const person = draft(workspace, "contact");
    const name = newText(world.model, "name", workspace, person);
    const email = owner ? String(owner.shown["email"]) : newEmail(world, workspace, person);
    const body = { name, email, ...said(world, workspace, person, fields) };
    const create = () => change(world, caller, "createContact", { body, once });
    const answer = owner ? await alone([owner], create) : await create();
    if (!answer || isLeaving(owner)) return;
    const told = () => `${JSON.stringify(body)} → ${answer.text}`;
    must("an email is one contact's", answer.status === (owner ? 409 : 201), told);
    if (owner) return must("an email is one contact's", answer.text.includes(owner.id), told);
    exists(person, answer.body.data);
    tell(person, world.server.now(), "contact.created");
  },
);

/** Notes what a request has changed, and that nothing else moves `updated_at`. */
function noteChange({ server }: World, person: Thing, after: Contact): void {
  const compared = ({ name, email, phone, company, tags, custom_fields }: Record<string, unknown>) =>
    JSON.stringify([name, email, phone, company, tags, Object.entries(custom_fields ?? {}).sort()]);
  const changed = compared(person.shown) !== compared({ ...after });
  const moved = (person.shown["updated_at"] ?? null) !== (after.updated_at ?? null);
  const told = () => `${JSON.stringify(person.shown)} → ${JSON.stringify(after)}`;
  must("updated_at moves with a change", changed === moved, told);
  if (changed) tell(person, server.now(), "contact.updated");
  person.shown = { ...after };
}

export const updateContact = step(
  "updateContact",
  values({
    ...{ ws: where, key: who, which, fields },
    how: fc.constantFrom("fields", "fields", "email", "same", "nothing", "null" as const),
  }),
  async (world, { ws, key, which, fields, how }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const person = pick(alive(workspace, "contact"), which);
    if (!person) return;
    const { company, tags } = person.shown;
    const body = {
      fields: () => said(world, workspace, person, fields),
      email: () => ({ email: newEmail(world, workspace, person) }),
      same: () => ({ company, tags }),
      nothing: () => ({}),
      null: () => ({ custom_fields: null, company: null }),
    }[how]();
    await patch(world, caller, person, body);
  },
);

/** Changes a contact. */
export const patch = (world: World, caller: Caller, person: Thing, body: object): Promise<void> =>
  alone([person], async () => {
    person.changes++;
    const answer = await change(world, caller, "updateContact", { path: { id: person.id }, body });
    person.changes++;
    if (!answer) return;
    const expected = isLeaving(person) ? [200, 404] : [200];
    must("what was acknowledged exists", expected.includes(answer.status), () => answer.text);
    if (answer.status === 200) noteChange(world, person, answer.body.data);
  });

export const batchContacts = step(
  "batchContacts",
  values({
    ...{ ws: where, key: who, once, fields },
    times: fc.constantFrom(1, 1, 1, 100),
    elements: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
    isBare: fc.boolean(),
  }),
  async (world, { ws, key, once, fields, times, elements, isBare }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const all = alive(workspace, "contact");
    const people = elements.map((n) => all[n] ?? draft(workspace, "contact"));
    await alone(people, async () => {
      if (people.some(({ id, isLeaving, isBroken }) => id !== "" && (isLeaving || isBroken))) return;
      const element = (person: Thing) => {
        const isNew = person.id === "";
        const email = isNew ? newEmail(world, workspace, person) : String(person.shown["email"]);
        const name = isNew && { name: newText(world.model, "name", workspace, person) };
        return { email, ...name, ...(!isBare && times === 1 && said(world, workspace, person, fields)) };
      };
      const whole = people.map(element);
      const contacts = times === 1 ? whole : Array.from({ length: times }, (_, n) => whole[n % whole.length]);
      for (const person of people) person.changes++;
      const answer = await change(world, caller, "batchContacts", { body: { contacts }, once });
      for (const person of people) person.changes++;
      if (!answer || people.some(isLeaving)) return noteRaced(world, people, answer?.body.data?.results);
      must("what was acknowledged exists", answer.status === 200, () => answer.text);
      answer.body.data.results.forEach(({ contact, status }, n) => {
        const person = people[n % people.length];
        if (!contact || !person) return must("an element is stored", false, () => answer.text);
        must("an element is stored", (status === "created") === (person.id === ""), () => answer.text);
        if (person.id !== "") return noteChange(world, person, contact);
        exists(person, contact);
        tell(person, world.server.now(), "contact.created");
      });
    });
  },
);

/** Of contacts that are erased meanwhile, a batch creates some anew: those are others, which have their texts. */
function noteRaced(
  world: World,
  people: Thing[],
  results: { status: string; contact?: Contact }[] = [],
): void {
  results.forEach(({ contact, status }, n) => {
    const person = people[n % people.length];
    if (!contact || !person) return;
    if (person.id !== "") {
      if (contact.id === person.id) noteChange(world, person, contact);
    } else if (status === "created") {
      exists(person, contact);
      tell(person, world.server.now(), "contact.created");
    }
  });
}

/** Asks for the erasure of a contact, several times at once; each begins some milliseconds after the one before. */
export async function erase(world: World, person: Thing, repeats = 1, gap = 0): Promise<void> {
  if (person.isLeaving) return;
  person.isLeaving = true;
  const caller = await world.key(person.workspace, "everything");
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
  tell(person, world.server.now(), "contact.deleted");
}

export const deleteContact = step(
  "deleteContact",
  values({ ws: where, which, repeats: fc.constantFrom(1, 1, 2, 4, 8), gap: fc.nat({ max: 6 }) }),
  async (world, { ws, which, repeats, gap }) => {
    const { things } = workspaceAt(world, ws);
    const person = pick(
      things.filter((it) => it.kind === "contact" && !isGone(it)),
      which,
    );
    if (person) await erase(world, person, repeats, gap);
  },
);

/** Reads one contact, or one that is gone. */
export const getContact = step(
  "getContact",
  values({ ws: where, key: who, which }),
  async (world, { ws, key, which }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const all = workspace.things.filter((it) => it.kind === "contact" && !it.isBroken);
    const person = pick(all, which);
    if (!person || !isGranted(caller, "getContact")) return;
    const before = isLeaving(person);
    const { status, text } = await send(world, caller, "getContact", { path: { id: person.id } });
    if (before && !isGone(person)) return;
    const expected = [...(before ? [] : [200]), ...(isLeaving(person) ? [404] : [])];
    must("what was acknowledged exists", expected.includes(status), () => `${person.id}: ${text}`);
  },
);
