/**
 * The client's name for an operation. A resource is named after its tag, and a method after what the operation does to
 * it: `listContacts` is `contacts.list`, and so would be `getContacts`, `ListContacts` and `contacts/list`. What is in a
 * resource is one too: `listMessages` is `conversations.messages.list`. A visitor's method has the same name as the one of
 * the client with an API key: `listMessengerMessages` is `conversations.messages.list` too. With the messenger's token
 * there is only `start`.
 */
export function methodOf({
  id,
  tag,
  path,
  credential,
}: Record<"id" | "tag" | "path" | "credential", string>): string {
  if (credential === "MESSENGER_PUBLIC_TOKEN") return "start";
  if (credential === "MESSENGER_VISITOR") {
    const [, , , ...resources] = path.replaceAll(/\/\{\w+\}/g, "").split("/");
    return [...resources, id.replace(/[A-Z].*/, "")].join(".");
  }
  const [name, group, resource] = [
    lower(identifier(id)),
    pascal(tag),
    resourceOf(tag),
  ];
  const ofGroup = new RegExp(
    [group, singular(group), `^${resource}`, `^${singular(resource)}`].join(
      "|",
    ),
  );
  const withoutGroup = lower(name.replace(ofGroup, ""));
  if (withoutGroup === "get" && name.endsWith("s") && !path.endsWith("}"))
    return `${resource}.list`;
  if (withoutGroup !== name && withoutGroup !== "")
    return `${resource}.${withoutGroup}`;
  const [, verb = "", noun = ""] = /^([^A-Z]+)(.*)$/.exec(name) ?? [];
  return [resource, ...(noun === "" ? [] : [lower(plural(noun))]), verb].join(
    ".",
  );
}

/** The client's name for what has the operations of a tag. */
export const resourceOf = (tag: string): string => lower(identifier(tag));

/** A name as code can have it: `getStations` for `get-stations`. */
export const identifier = (name: string) =>
  name.replaceAll(/[^\p{L}\p{N}]+(.?)/gu, (_, letter: string) =>
    letter.toUpperCase(),
  );
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
