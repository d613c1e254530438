import { createMessenger, type Message } from "../messenger.ts";

/*
 * The script of `/docs/messenger-demo.html`, a page of each server: a visitor writes to the team, and
 * reads the responses.
 */

const starting = find("#start", HTMLFormElement);
const writing = find("#write", HTMLFormElement);
const conversation = find("#conversation", HTMLElement);
const log = find("[role=log]", HTMLElement);
const problem = find("[role=alert]", HTMLElement);

onSubmit(starting, async ({ token = "", name = "" }) => {
  const messenger = createMessenger({ token, baseUrl: location.origin });
  const session = await messenger.start(name === "" ? {} : { name });
  let id: string | undefined;
  const show = async (conversationId: string) => {
    const all = await session.conversations.messages
      .list(conversationId)
      .toArray();
    const oldestFirst = all.reverse();
    const added = oldestFirst.slice(log.childElementCount);
    log.append(...added.map(createItem));
  };
  onSubmit(writing, async ({ body = "" }) => {
    const isFirst = id === undefined;
    id ??= (await session.conversations.create({ body })).id;
    if (!isFirst) await session.conversations.messages.create(id, { body });
    writing.reset();
    await show(id);
  });
  setInterval(() => {
    if (id !== undefined) void show(id).catch(showProblem);
  }, 3000);
  starting.hidden = true;
  conversation.hidden = false;
});

/** Creates the element that shows a message. */
function createItem({ author, body }: Message): HTMLElement {
  const message = document.createElement("p");
  const name = document.createElement("strong");
  name.textContent = author.type === "contact" ? "You: " : "Team: ";
  message.append(name, body);
  return message;
}

/** Calls a function with the fields of a submitted form, one call at a time. Shows its error. */
function onSubmit(
  form: HTMLFormElement,
  work: (fields: Record<string, string>) => Promise<void>,
): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    problem.textContent = "";
    void work(Object.fromEntries(fields))
      .catch(showProblem)
      .finally(() => (form.ariaBusy = "false"));
  });
}

function showProblem(error: unknown): void {
  problem.textContent = error instanceof Error ? error.message : String(error);
}

/** Returns the element of the page with this selector. */
function find<E extends HTMLElement>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`);
  return found;
}
