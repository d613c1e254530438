import { createHmac } from "node:crypto";
import fc from "fast-check";
import type { OperationId } from "../../generated/operations.ts";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { release } from "./contacts.ts";
import {
  alive,
  alone,
  changing,
  draft,
  newText,
  pick,
  type Thing,
  type Visitor,
} from "./model.ts";
import { noteCreation } from "./resources.ts";
import { step, thingOf } from "./step.ts";
import { by, change, send, type Answer } from "./world.ts";

/**
 * Starts a session: anonymous, with an unverified email, with a signed email of a contact, or with
 * a new signed email.
 */
export const startSession = step(
  "startSession",
  { as: fc.constantFrom("nobody", "claim", "existing", "new" as const) },
  async ({ as, ...at }) => {
    const { workspace } = at;
    const { token, signing_secret } = workspace.website;
    const person =
      as === "existing" ? thingOf(at, "contact") : draft(workspace, "contact");
    if (!person) return;
    await alone([person], async () => {
      // A session with a signature would take over the contact of an anonymous session.
      const isAnonymous = workspace.visitors.some(
        (it) => it.person === person && !it.isSigned,
      );
      if (person.isLeaving || isAnonymous) return;
      const isSigned = as === "existing" || as === "new";
      const text = () => newText(workspace, person);
      const email =
        as === "existing"
          ? String(person.shown.email)
          : `${text()}@example.com`;
      const email_signature = createHmac("sha256", signing_secret)
        .update(email)
        .digest("hex");
      const body = {
        ...(as !== "existing" && { name: text() }),
        ...(as !== "nobody" && { email }),
        ...(isSigned && { email_signature }),
      };
      const answer = await change(
        { workspace, secret: token },
        "createMessengerSession",
        { body },
      );
      if (!answer) return;
      must(
        "what was acknowledged exists",
        answer.status === 200,
        () => answer.text,
      );
      if (isSigned) await noteContact(person, email);
      if (person.isLeaving) return;
      workspace.visitors.push({
        secret: answer.body.data.secret,
        person,
        isSigned,
      });
    });
  },
);

/**
 * Notes the contact that a session with a signed email has created: for a new email, or for the
 * email of a contact that was erased meanwhile.
 */
async function noteContact(person: Thing, email: string): Promise<void> {
  const { workspace } = person;
  if (person.isLeaving) release(workspace, email);
  const { body, text } = await send(by(workspace), "listContacts", {
    query: { email },
  });
  const [contact] = body.data;
  must(
    "what was acknowledged exists",
    person.isLeaving || contact !== undefined,
    () => text,
  );
  if (contact === undefined || contact.id === person.id) return;
  const isNew = person.id === "";
  noteCreation(isNew ? person : draft(workspace, "contact"), contact);
}

/**
 * Checks the response to a visitor's write. Returns false when the session has ended with its
 * contact.
 */
function isServed({ person }: Visitor, { status, text }: Answer): boolean {
  const expected = person.isLeaving ? [201, 401, 404] : [201];
  must("what was acknowledged exists", expected.includes(status), () => text);
  return status === 201;
}

/** A visitor writes into the conversation that it has, or starts one. */
export const visitorWrites = step(
  "visitorWrites",
  { anew: fc.boolean() },
  async ({ anew, ...at }) => {
    const { workspace } = at;
    const visitor = pick(workspace.visitors, at.which);
    if (!visitor) return;
    const { secret, person } = visitor;
    const write = async (
      operation: OperationId,
      body: object,
      path = {},
    ): Promise<Json> => {
      const answer = await change({ workspace, secret }, operation, {
        path,
        body,
        once: at.once,
      });
      return answer && isServed(visitor, answer) ? answer.body.data : undefined;
    };
    const text = () => newText(workspace, person);
    const conversation = alive(workspace, "conversation").find(
      (it) => it.person === person,
    );
    if (conversation && !anew)
      return changing(conversation, async () => {
        const message = await write(
          "createMessengerMessage",
          { body: text() },
          { id: conversation.id },
        );
        if (message)
          noteCreation(
            draft(workspace, "message", person, conversation),
            message,
          );
      });
    await alone([person], async () => {
      const conversation = await write("createMessengerConversation", {
        body: text(),
        subject: text(),
      });
      if (!conversation) return;
      const read = await send(by(workspace), "getConversation", {
        path: { id: conversation.id },
      });
      if (person.id === "" && read.status === 200) {
        const path = { id: read.body.data.contact_id };
        const contact = await send(by(workspace), "getContact", { path });
        if (contact.status === 200) noteCreation(person, contact.body.data);
      }
      if (person.id !== "")
        noteCreation(
          draft(workspace, "conversation", person),
          read.body.data ?? conversation,
        );
    });
  },
);
