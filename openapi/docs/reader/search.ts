import MiniSearch, { type SearchResult } from "minisearch";
import { html, type Html } from "../../html.ts";
import { sayIn } from "../es/words.ts";
import type { Entry } from "../search.ts";

const { lang } = document.documentElement;
const say = sayIn(lang);
const langOf = (url: string) => (url.includes(".es.html") ? "es" : "en");

const weights = {
  chapter: 2.5,
  operation: 2,
  error: 2,
  section: 1.4,
  webhook: 1,
  field: 0.6,
};

/** Installs the search over all pages. The button in the bar, `/` and Ctrl+K open it. */
export function installSearch(): void {
  const markup = html`<dialog
    class="search"
    closedby="any"
    aria-label="${say("Search")}"
  >
    <form>
      <input
        placeholder="${say("Search operations, fields, error codes")}"
        aria-label="${say("Search")}"
      />
    </form>
    <p role="status" class="quiet"></p>
    <ol role="list"></ol>
  </dialog>`;
  document.body.insertAdjacentHTML("beforeend", markup.markup);
  const dialog = find<HTMLDialogElement>(".search");
  const input = find<HTMLInputElement>(".search input");
  const list = find(".search ol");
  const count = find(".search p");
  let index: Promise<MiniSearch<Entry>> | undefined;

  const open = (event: Event) => {
    event.preventDefault();
    dialog.showModal();
    input.select();
    void show();
  };
  const show = async () => {
    index ??= load();
    const search = await index.catch(() => undefined);
    if (!search) {
      index = undefined;
      count.textContent = say("The search could not be loaded.");
      return;
    }
    list.innerHTML = html`${results(search, input.value).map(item)}`.markup;
    count.textContent =
      input.value.trim() === ""
        ? ""
        : `${list.childElementCount} ${say("found")}`;
  };
  find("#search-button").addEventListener("click", open);
  input.addEventListener("input", () => void show());
  find(".search form").addEventListener("submit", (event) => {
    event.preventDefault();
    void show().then(() => list.querySelector("a")?.click());
  });
  list.addEventListener("click", () => dialog.close());
  document.addEventListener("keydown", (event) => {
    // The input of the search, when that closes, keeps the focus for a moment.
    const typing = "dialog[open], :is(input, textarea):not(.search *)";
    const isTyping =
      event.target instanceof Element && event.target.closest(typing) !== null;
    if (
      (event.key === "/" && !isTyping) ||
      (event.key === "k" && (event.ctrlKey || event.metaKey))
    )
      open(event);
  });
}

/** Returns the first element of a selector, which the page must have. */
function find<E extends HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

type Found = SearchResult & Entry;

/** Returns the best entries: those with all words of the query, or otherwise with any. */
function results(search: MiniSearch<Entry>, query: string): Found[] {
  const all = search.search(query, { combineWith: "AND" });
  const found = all.length > 0 ? all : search.search(query);
  return found.slice(0, 12) as Found[];
}

/** Loads the entries of the search, and indexes them. */
async function load(): Promise<MiniSearch<Entry>> {
  const script = document.createElement("script");
  script.src = "search-entries.js";
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  const search = new MiniSearch<Entry>({
    idField: "url",
    fields: ["title", "also", "text"],
    storeFields: ["url", "title", "kind", "text"],
    // One word for singular and plural.
    processTerm: (term) =>
      term
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/ies$/, "y")
        .replace(/(?<=..)s$/, ""),
    searchOptions: {
      boost: { title: 4, also: 3 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (url, _term, stored) =>
        weights[stored?.["kind"] as Entry["kind"]] *
        (langOf(url as string) === lang ? 1 : 0.5),
    },
  });
  search.addAll(
    (globalThis as unknown as { searchEntries: Entry[] }).searchEntries,
  );
  return search;
}

const item = ({ url, title, kind, text }: Found): Html =>
  html`<li>
    <a href="${url}" lang="${langOf(url)}"
      ><strong>${title}</strong> <small lang="${lang}">${say(kind)}</small
      ><span>${text.slice(0, 120)}</span></a
    >
  </li>`;
