import { sayIn } from "../es/words.ts";

const say = sayIn(document.documentElement.lang);

/** Gives each block of code, the address of an operation and the page as Markdown a button that copies it. */
export function installCopy(): void {
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
    const text = fetch(page.href).then((response) => response.text());
    void text.then((markdown) => copy(markdown, page.querySelector("span") ?? page));
  });
}

function button(label: string, text: () => string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "copy";
  made.textContent = label;
  made.addEventListener("click", () => void copy(text(), made));
  return made;
}

/** Copies, and says so for a moment in the place of the label. */
async function copy(text: string, label: HTMLElement): Promise<void> {
  const before = label.textContent;
  await navigator.clipboard.writeText(text);
  label.textContent = say("Copied");
  setTimeout(() => (label.textContent = before), 2000);
}
