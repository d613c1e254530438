import { createMessenger, type Message } from "../messenger.ts";

/**
 * The script of a page on which a visitor writes to the team, and sees it respond:
 * `/docs/messenger-demo.html` of each server.
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
    log.append(...all.reverse().slice(log.childElementCount).map(item));
  };
  onSubmit(writing, async ({ body = "" }) => {
    const isFirst = id === undefined;
    id ??= (await session.conversations.create({ body })).id;
    if (!isFirst) await session.conversations.messages.create(id, { body });
    writing.reset();
    await show(id);
  });
  setInterval(() => id !== undefined && void show(id).catch(tell), 3000);
  starting.hidden = true;
  conversation.hidden = false;
});

function item({ author, body }: Message): HTMLElement {
  const message = document.createElement("p");
  const name = document.createElement("strong");
  name.textContent = author.type === "contact" ? "You: " : "Team: ";
  message.append(name, body);
  return message;
}

/** Does something with the fields of a form, once at a time, and shows why it failed. */
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
      .catch(tell)
      .finally(() => (form.ariaBusy = "false"));
  });
}

function tell(error: unknown): void {
  problem.textContent = error instanceof Error ? error.message : String(error);
}

/** The element of the page with this selector. */
function find<E extends HTMLElement>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`);
  return found;
}
