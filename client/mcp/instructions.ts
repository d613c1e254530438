import type { Tool } from "./tools.ts";

/**
 * Sentences for a model, with their tools. A sentence is left out when the key lacks one of its
 * tools.
 */
const sentences: { about: string[]; text: string }[] = [
  {
    about: ["getMe"],
    text: "The key belongs to one workspace: the contacts of one company, its conversations, tickets and articles, and the events of all changes. No tool takes the name of a workspace. getMe shows the scopes and the rate limit of the key.",
  },
  {
    about: ["listContacts"],
    text: "To find a person, use listContacts with `email`, or with `q` for a part of a name or email. When several fit, ask which one is meant. Take ids such as ct_… from results only.",
  },
  {
    about: ["listContacts", "createContact"],
    text: "Look for a person before you create one: an email belongs to one contact, and a conflict error has its id in `contact_id`.",
  },
  {
    about: ["batchContacts"],
    text: "For more than a few contacts use batchContacts, with up to 100 at once. Read the result of each element: one that fails does not stop the others.",
  },
  {
    about: ["listConversations", "listMessages"],
    text: "Conversations and tickets belong to a contact: list them by `contact_id`. listMessages returns the messages of a conversation.",
  },
  {
    about: ["createMessage"],
    text: "A customer reads what createConversation and createMessage send: show the text to the user, and ask before you send it.",
  },
  {
    about: ["deleteContact"],
    text: "deleteContact erases a person with everything that belongs to them, and cannot be undone: ask before each call.",
  },
  {
    about: ["updateContact"],
    text: "To change an object only if nobody has changed it since you read it, send its `version` as If-Match. After a 412 read it again, and report the changes to the user.",
  },
  {
    about: ["listEvents"],
    text: "listEvents shows what changed, when, and by which key.",
  },
];

/** Sentences about all tools. */
const generalSentences = [
  "A list returns one page: send its `next_cursor` as `cursor` to read the next one. Lists leave out what is empty, 0 or false, and cut long texts; the tool for one object shows all of it, and so does `view: full`.",
  "An error says what is wrong and where. Correct that and call again; do not repeat a refused call unchanged. The tools wait for the rate limit, so a slow call is no error.",
];

/**
 * Writes the instructions for a model that uses the tools of a key.
 * @param summary the summary of the contract
 */
export function instructionsFor(
  tools: readonly Tool[],
  summary: string | undefined,
): string {
  const names = new Set(tools.map(({ name }) => name));
  const toolSentences = sentences
    .filter(({ about }) => about.every((name) => names.has(name)))
    .map(({ text }) => text);
  return [summary, ...toolSentences, ...generalSentences]
    .filter((text) => text !== undefined)
    .join("\n");
}
