import { createMessenger, isCallError, type Message, type Session } from "../../../client/messenger.ts";
import { find, server } from "./document.ts";

/** The pause before the page asks for new messages again, in milliseconds. */
const interval = 3000;

const starting = find<HTMLFormElement>("[data-start]");
const writing = find<HTMLFormElement>("[data-write]");
const conversation = find("[aria-labelledby=conversation]");
const messages = find(".messages");
const problem = find("[role=alert]");

find(".demo").hidden = false;
find<HTMLInputElement>("[name=server]").value = server ?? "";
if (location.protocol === "file:")
  problem.textContent = "A file has no origin: open this page on your server.";
else find("[data-origin]").textContent = location.origin;

/** Ends the conversation that the page shows. */
let stop = (): void => undefined;

onSubmit(starting, async (fields) => {
  const name = textOf(fields, "name");
  const messenger = createMessenger({ token: textOf(fields, "token"), baseUrl: textOf(fields, "server") });
  const session = await messenger.start(name === "" ? {} : { name });
  stop();
  stop = converse(session);
});

/** Shows a conversation of the session, which begins with the visitor's first message. Returns what ends it. */
function converse(session: Session): () => void {
  const shown = new Set<string>();
  let id: string | undefined;
  let ended = false;

  const refresh = async (conversationId: string): Promise<void> => {
    const { data } = await session.conversations.messages.list(conversationId, { limit: 100 });
    if (ended) return;
    for (const message of data.reverse()) {
      if (!shown.has(message.id)) show(message);
      shown.add(message.id);
    }
  };
  const poll = async (conversationId: string): Promise<void> => {
    for (let failed = false; !ended;) {
      try {
        await refresh(conversationId);
        if (failed) problem.textContent = "";
        failed = false;
      } catch (error) {
        if (ended) return;
        failed = true;
        problem.textContent = explain(error);
        if (isCallError(error) && error.status === 401) return;
      }
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  };
  const removeListener = onSubmit(writing, async (fields) => {
    const body = textOf(fields, "body");
    if (id === undefined) {
      id = (await session.conversations.create({ body })).id;
      void poll(id);
    } else {
      await session.conversations.messages.create(id, { body });
      await refresh(id);
    }
    writing.reset();
  });
  messages.replaceChildren();
  conversation.hidden = false;
  find("textarea").focus();
  return () => {
    ended = true;
    removeListener();
  };
}

function show({ author, body }: Message): void {
  const item = document.createElement("li");
  const name = document.createElement("small");
  const isOwn = author.type === "contact";
  item.className = isOwn ? "own" : "";
  name.textContent = isOwn ? "You" : "Team";
  item.append(name, body);
  messages.append(item);
}

/**
 * Runs `act` with the fields when the form is submitted, one run at a time, and shows as text why it failed. Returns what
 * ends this.
 */
function onSubmit(form: HTMLFormElement, act: (fields: FormData) => Promise<void>): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await act(new FormData(form));
      problem.textContent = "";
    } catch (error) {
      problem.textContent = explain(error);
    }
    isRunning = false;
  };
  const listener = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  form.addEventListener("submit", listener);
  return () => form.removeEventListener("submit", listener);
}

const textOf = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!isCallError(error) || error.status !== undefined) return error.message;
  return `${error.message} Browsers say no more: is the server there?`;
}
