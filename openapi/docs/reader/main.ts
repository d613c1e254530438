import { sayIn } from "../es/words.ts";
import { addressIn } from "../../generate/samples/call-text.ts";
import { installRequest } from "./request.ts";
import { installSearch } from "./search.ts";

const say = sayIn(document.documentElement.lang);
/** The server of these docs. Undefined when they are not at `/docs/` of a server. */
const [, server] =
  /^(https?:\/\/.*)\/docs\/[^/]*$/.exec(location.origin + location.pathname) ??
  [];

/**
 * Adds copy buttons to blocks of code, to the address of an operation, and for the page as
 * Markdown.
 */
function installCopy(): void {
  // A browser lets no page copy that somebody on the way could have changed.
  if (!isSecureContext) return;
  for (const card of document.querySelectorAll(".code, .endpoint")) {
    const visibleCode = () =>
      [...card.querySelectorAll("pre, .endpoint > code")].find((each) =>
        each.checkVisibility(),
      );
    const button = document.createElement("button");
    Object.assign(button, {
      type: "button",
      className: "copy",
      textContent: say("Copy"),
    });
    button.addEventListener(
      "click",
      () =>
        void copy(Promise.resolve(visibleCode()?.textContent ?? ""), button),
    );
    card.append(button);
  }
  const page = document.querySelector<HTMLAnchorElement>("#copy-markdown");
  page?.addEventListener("click", (event) => {
    if (server === undefined) return;
    event.preventDefault();
    void copy(textAt(page.href), page.querySelector("span") ?? page);
  });
}

/**
 * Fetches a text.
 * @throws Error when the server does not send it
 */
async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is a ${response.status}.`);
  return response.text();
}

/** Copies a text, and shows the result in the label for a moment. */
async function copy(text: Promise<string>, label: HTMLElement): Promise<void> {
  // Some browsers let a page copy only at once after a click, so they get what is still on its way.
  const item = {
    "text/plain": text.then((each) => new Blob([each], { type: "text/plain" })),
  };
  label.dataset["label"] ??= label.textContent ?? "";
  try {
    await navigator.clipboard.write([new ClipboardItem(item)]);
    label.textContent = say("Copied");
  } catch {
    label.textContent = say("Could not be copied");
  }
  setTimeout(() => (label.textContent = label.dataset["label"] ?? ""), 2000);
}

/** Keeps one tab of each card open. Remembers the language of samples for all pages. */
function installTabs(): void {
  for (const tab of document.querySelectorAll<HTMLDetailsElement>(
    'details[name^="language"]',
  ))
    if (tab.firstElementChild?.textContent === localStorage.getItem("language"))
      tab.open = true;
  document.addEventListener("click", (event) => {
    if (
      !(event.target instanceof Element) ||
      !event.target.matches(".tabs > details > summary")
    )
      return;
    const tab = event.target.parentElement as HTMLDetailsElement;
    if (tab.open) event.preventDefault();
    else if (tab.name.startsWith("language"))
      localStorage.setItem("language", event.target.textContent ?? "");
  });
}

/**
 * Switches between light and dark, and remembers the choice. The default is the setting of the
 * system.
 */
function installTheme(): void {
  const button = document.querySelector<HTMLButtonElement>("#theme");
  const storage = localStorage;
  const { style } = document.documentElement;
  button?.removeAttribute("hidden");
  button?.addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches
      ? "dark"
      : "light";
    style.colorScheme =
      (style.colorScheme || system) === "dark" ? "light" : "dark";
    storage.setItem("theme", style.colorScheme);
  });
}

// The menu is long: the current page is shown in it.
document
  .querySelector("#menu [aria-current]")
  ?.scrollIntoView({ block: "nearest" });
if (server !== undefined)
  for (const span of document.querySelectorAll<HTMLElement>("[data-address]"))
    span.textContent = addressIn(span.dataset["address"] ?? "", server);
installCopy();
installSearch();
// What remembers comes last: a browser that may keep nothing ends the script here.
installTheme();
installTabs();
if (server !== undefined) installRequest(server);
