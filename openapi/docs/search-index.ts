import type { Entry, Site } from "./page.ts";

/** The file that the search reads: a script, as a page that was opened from a folder can load nothing else. */
export function searchIndexFile({ pages, spanish }: Site): string {
  const seen = new Set<string>();
  // A field that several operations have in the same words is found once.
  const entries = [...pages, ...spanish]
    .flatMap((page) => page.entries)
    .filter(({ kind, title, text, url }: Entry) => {
      const key = kind === "field" ? `${title} ${text}` : url;
      return !seen.has(key) && Boolean(seen.add(key));
    });
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}
