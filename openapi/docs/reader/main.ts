import { sayIn } from "../es/words.ts";
import { server, whenShown } from "./document.ts";
import { installRequest } from "./request.ts";
import { installSearch } from "./search.ts";

/** Marks in "On this page" the part that the reader sees. */
function installContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")];
  const mark = () => {
    const passed = links.filter(({ hash }) => {
      const heading = document.getElementById(hash.slice(1));
      return heading !== null && heading.getBoundingClientRect().top < innerHeight / 3;
    });
    const current = passed.at(-1) ?? links[0];
    for (const link of links)
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
  };
  if (links.length === 0) return;
  mark();
  addEventListener("scroll", mark, { passive: true });
}

const say = sayIn(document.documentElement.lang);

/** Gives each block of code, the address of an operation and the page as Markdown a button that copies it. */
function installCopy(): void {
  // A browser lets no page copy that somebody on the way could have changed.
  if (!isSecureContext) return;
  for (const card of document.querySelectorAll<HTMLElement>(".code")) {
    // A panel that no tab shows has no size.
    const shown = () => [...card.querySelectorAll("pre")].find(({ offsetParent }) => offsetParent !== null);
    card.querySelector(".code-head")?.append(button(say("Copy"), () => shown()?.textContent ?? ""));
  }
  const endpoint = document.querySelector(".endpoint code");
  endpoint?.after(button(say("Copy"), () => endpoint.textContent ?? ""));
  const page = document.querySelector<HTMLAnchorElement>("#copy-markdown");
  page?.addEventListener("click", (event) => {
    if (!/^https?:$/.test(location.protocol)) return;
    event.preventDefault();
    void copy(textAt(page.href), page.querySelector("span") ?? page);
  });
}

/** @throws Error when the server does not respond with the text */
async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is a ${response.status}.`);
  return response.text();
}

function button(label: string, text: () => string): HTMLButtonElement {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "copy", textContent: label });
  made.addEventListener("click", () => void copy(Promise.resolve(text()), made));
  return made;
}

/** Copies, and says for a moment in the place of the label whether it could. */
async function copy(text: Promise<string>, label: HTMLElement): Promise<void> {
  // Some browsers let a page copy only at once after a click, so they get what is still on its way.
  const item = { "text/plain": text.then((each) => new Blob([each], { type: "text/plain" })) };
  label.dataset["label"] ??= label.textContent ?? "";
  try {
    await navigator.clipboard.write([new ClipboardItem(item)]);
    label.textContent = say("Copied");
  } catch {
    label.textContent = say("Could not be copied");
  }
  setTimeout(() => (label.textContent = label.dataset["label"] ?? ""), 2000);
}

/** Shows the samples in the language that the reader chose last, on each page. */
function installTabs(): void {
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>('[data-tabs="language"] > fieldset > input'),
  ];
  whenShown(() => {
    const chosen = inputs.find(({ value }) => value === localStorage.getItem("language"));
    if (chosen) chosen.checked = true;
  });
  for (const input of inputs)
    input.addEventListener("change", () => localStorage.setItem("language", input.value));
}

/** Lets the reader choose colours, and keeps the choice. */
function installThemes(): void {
  const set = document.querySelector<HTMLFieldSetElement>("#theme");
  if (!set) return;
  const inputs = set.querySelectorAll("input");
  const show = () => {
    const chosen = localStorage.getItem("theme") ?? "light dark";
    document.documentElement.style.colorScheme = chosen;
    for (const input of inputs) input.checked = input.value === chosen;
  };
  whenShown(show);
  set.hidden = false;
  for (const input of inputs)
    input.addEventListener("change", () => {
      localStorage.setItem("theme", input.value);
      show();
    });
}

// The menu is long: the current page is shown in it.
document.querySelector("#menu [aria-current]")?.scrollIntoView({ block: "nearest" });
if (server !== undefined)
  for (const span of document.querySelectorAll("[data-address]")) span.textContent = server;
installCopy();
installContents();
installSearch();
// What remembers comes last: a browser that may keep nothing ends the script here.
installThemes();
installTabs();
if (server !== undefined) installRequest(server);
