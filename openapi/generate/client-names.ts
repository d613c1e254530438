import { isMessenger, messengerMethod } from "./messenger.ts";

/** The operation for which the client has a method. */
type NamedOperation = Record<
  "id" | "tag" | "method" | "path" | "credential",
  string
>;

/**
 * The client's name for an operation. A resource is named after its tag, and a method after what
 * the operation does to it: `listContacts` is `contacts.list`, and so would be `getContacts`,
 * `ListContacts` and `contacts/list`. What is in a resource is one too, when the path names it:
 * `listRenewals` of the tag Loans is `loans.renewals.list`.
 */
function methodOf(operation: NamedOperation): string {
  const { tag, path } = operation;
  if (isMessenger(operation.credential)) return messengerMethod(operation);
  const [name, group, resource] = [
    nameOfOperation(operation),
    pascal(tag),
    resourceOf(tag),
  ];
  const ofGroup = new RegExp(
    `(?:${formsOf(group)}|^(?:${formsOf(resource)}))(?!\\p{Ll})`,
    "u",
  );
  const withoutGroup = lower(name.replace(ofGroup, ""));
  if (withoutGroup === "get" && name.endsWith("s") && !path.endsWith("}"))
    return `${resource}.list`;
  if (withoutGroup !== name && /^\p{ID_Start}/u.test(withoutGroup))
    return `${resource}.${withoutGroup}`;
  const [, verb = "", noun = ""] = /^([^A-Z]+)(.*)$/.exec(name) ?? [];
  return isInPath(noun, path)
    ? `${resource}.${lower(plural(noun))}.${verb}`
    : `${resource}.${name}`;
}

/** Returns a word, its singular and its plural, as the alternatives of a regular expression. */
const formsOf = (word: string): string =>
  [word, singular(word), plural(word)].filter((each) => each !== "").join("|");

/**
 * The operation's id as code can have it, without what frameworks add to the name of a function:
 * `read_items_items__get` of `GET /items/`, `CatsController_findAll`.
 */
function nameOfOperation({ id, method, path }: NamedOperation): string {
  const added = `${path}_${method}`.replaceAll(/\W/g, "_");
  const own = id.endsWith(added) ? id.slice(0, -added.length) : id;
  const plain = own.replace("Controller_", "_");
  return lower(identifier(/[A-Za-z]/.test(plain) ? plain : id));
}

/** Returns true when each word of a noun is in a path, or the path has all of them as one word. */
function isInPath(noun: string, path: string): boolean {
  const words = (text: string) =>
    text
      .split(/[^\p{L}\p{N}]+|(?=\p{Lu})/u)
      .map((word) => singular(word.toLowerCase()));
  const inPath = words(path);
  return (
    noun !== "" &&
    (inPath.includes(singular(noun.toLowerCase())) ||
      words(noun).every((word) => word === "" || inPath.includes(word)))
  );
}

/** Returns the client's name for the methods of a tag. */
export const resourceOf = (tag: string): string => lower(identifier(tag));

/** A name as code can have it: `getStations` for `get-stations`, `_2fa` for `2fa`. */
export function identifier(name: string): string {
  const joined = name.replaceAll(/[^\p{L}\p{N}]+(.?)/gu, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return /^\p{ID_Start}/u.test(joined) ? joined : `_${joined}`;
}
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
export const pascal = (name: string) =>
  identifier(name).replace(/^./, (letter) => letter.toUpperCase());
/** `create_contact` of `createContact`, `webhook_events` of `Webhook events`. */
export const snake = (name: string) =>
  name
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, "_$&")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
export const singular = (word: string) =>
  word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string) =>
  word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`;

/**
 * The names that follow from an API's title: of its client, and of the variables of the environment
 * that a client reads.
 */
export interface ApiNames {
  /** `contacts-client` for the Contacts API. */
  client: string;
  /** `CONTACTS_BASE_URL`, the address of the server. */
  address: string;
  /** `CONTACTS_API_KEY`. */
  key: string;
}

export function apiNames(title: string): ApiNames {
  const ascii = title.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const words = snake(ascii.replace(/\bAPI\b/i, "")).replaceAll(/^_+|_+$/g, "");
  // No variable begins with a digit, and a title may have no letter of ASCII.
  const name = /^[a-z]/.test(words) ? words : `api_${words}`.replace(/_$/, "");
  const prefix = name.toUpperCase();
  return {
    client: `${name.replaceAll("_", "-")}-client`,
    address: `${prefix}_BASE_URL`,
    key: `${prefix}_API_KEY`,
  };
}

/** Writes an operation as the client names it: `GET /v1/contacts`, whose parts a space separates. */
export const requestLine = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\s/g, encodeURIComponent)}`;

/** A name that is none of those in use: with a number, where it is. Adds it to them. */
export function unusedName(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let count = 2; used.has(name); count++) name = `${wanted}${count}`;
  used.add(name);
  return name;
}

/**
 * Gives each operation a method of its own. Where two would have the same, or one would be called
 * like a resource, the later one is called as its operation.
 */
export function uniqueMethods(
  operations: NamedOperation[],
): Map<string, string> {
  const methods = new Set<string>();
  const resources = new Set<string>();
  const named = new Map<string, string>();
  for (const operation of operations) {
    const isFree = (name: string) =>
      !methods.has(name) &&
      !resources.has(name) &&
      !ownersOf(name).some((owner) => methods.has(owner));
    const name = methodOf(operation);
    const plain = `${resourceOf(operation.tag)}.${nameOfOperation(operation)}`;
    let unique = isFree(name) ? name : plain;
    for (let count = 2; !isFree(unique); count++) unique = `${plain}${count}`;
    methods.add(unique);
    for (const owner of ownersOf(unique)) resources.add(owner);
    named.set(operation.id, unique);
  }
  return named;
}

/** `a` and `a.b` of `a.b.c`. */
const ownersOf = (name: string): string[] => {
  const parts = name.split(".");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("."));
};
