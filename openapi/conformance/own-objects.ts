import { isNode } from "../model/node.ts";
import { createdIdFor, type KnownObjects } from "./objects.ts";

/** Returns true for a value that only the server can make: an id, or a position in a list. */
export const isOpaque = (name: string): boolean =>
  /(^|_)ids?$|[a-z]Ids?$|cursor|token$|^(after|before)$/.test(name);

/**
 * Replaces the ids of an example by ids that this run has created, and its emails by new ones: the
 * emails of the example may belong to somebody.
 * @returns null when the body needs an id of an object that this run has not created
 */
export function withOwnObjects(value: unknown, objects: KnownObjects): unknown {
  if (!isNode(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const isId = isOpaque(name) && field !== null;
    const isEmail = /e-?mail/i.test(name) && typeof field === "string";
    if (isId) {
      const id = createdIdFor(name, objects);
      const isExternal = /^external/i.test(name);
      if (id === undefined && !isExternal) return null;
      if (id !== undefined)
        fields[name] = Array.isArray(field)
          ? [idLike(field[0], id)]
          : idLike(field, id);
    } else fields[name] = isEmail ? newEmail() : field;
  }
  return fields;
}

/** Returns an id as the type that it has in an example. */
const idLike = (example: unknown, id: string): string | number =>
  typeof example === "number" ? Number(id) : id;

const runId = Date.now().toString(36);
let emailCount = 0;
const newEmail = () => `conformance-${runId}-${++emailCount}@example.com`;
const emailPattern = new RegExp(`conformance-${runId}-\\d+@example\\.com`, "g");

/** Gives a body emails that no earlier request had, as a server may accept each email only once. */
export function withNewEmails(body: unknown): unknown {
  if (typeof body === "string") return body.replaceAll(emailPattern, newEmail);
  if (Array.isArray(body)) return body.map(withNewEmails);
  if (!isNode(body)) return body;
  const fields = Object.entries(body);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withNewEmails(field)]),
  );
}
