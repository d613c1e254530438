import { textOf } from "../html.ts";
import type { Page, Site } from "./page.ts";

/** A page, or a part of a page, that the search finds. */
export interface Entry {
  url: string;
  title: string;
  kind: "chapter" | "section" | "operation" | "webhook" | "error" | "field";
  text: string;
  /** Further words for the search. */
  also: string;
}

/**
 * Writes the index of the search. It is a script, as pages that are opened from a folder can load
 * only scripts.
 */
export function searchIndexFile({ pages, spanish }: Site): string {
  const seen = new Set<string>();
  // Equal fields of several operations are found once.
  const entries = [...pages, ...spanish]
    .flatMap(entriesOf)
    .filter(({ kind, title, text, url }) => {
      const key = kind === "field" ? `${title} ${text}` : url;
      return !seen.has(key) && Boolean(seen.add(key));
    });
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}

/** Returns the entries of a page: the page itself, and its sections, fields or rows. */
function entriesOf({
  name,
  title,
  description,
  kind,
  method,
  also = "",
  main,
}: Page): Entry[] {
  const url = `${name}.html`;
  const markup = main.markup.replaceAll(
    /<div class="code"><strong>.*?<\/strong>/g,
    "",
  );
  const found = Object.entries(
    kind === "operation" ? { field } : { section, row },
  ).flatMap(([what, pattern]) =>
    [...markup.matchAll(pattern)].map(
      ([, id = "", heading = "", body = ""]): Entry => {
        const status = /^\s*<td[^>]*>(\d{3})</.exec(body)?.[1];
        const ofRow = status === undefined ? "field" : "error";
        return {
          url: `${url}#${id}`,
          text: textOf(body),
          also: `${synonyms[id] ?? ""} ${title}`,
          title: [status, textOf(heading)].join(" ").trim(),
          kind: what === "section" ? "section" : ofRow,
        };
      },
    ),
  );
  const operation = method === "EVENT" ? "webhook" : "operation";
  const page: Entry = {
    url,
    title,
    text: description,
    also: `${synonyms[name] ?? ""} ${name} ${also}`,
    kind: kind === "operation" ? operation : "chapter",
  };
  return [page, ...found];
}

// Each pattern finds the id, the name and the text of a part of a page.
const field =
  /<li id="([^"]*)">\s*<p class="name">\s*<a [^>]*>(.*?)<\/a>[^]*?<div class="about">(?:<p>(.*?)<\/p>)?/g;
const section = /<h2 id="([^"]*)"><a [^>]*>(.*?)<\/a><\/h2>([^]*?)(?=<h2 |$)/g;
const row = /<tr id="([^"]*)">\s*<td[^>]*>(.*?)<\/td>([^]*?)<\/tr>/g;

/** Page or section → further words that people type to find it. */
const synonyms: Record<string, string> = {
  client: "sdk library typescript javascript node npm install package",
  "what-s-new": "changelog release notes versions",
  quickstart:
    "authentication authorization bearer token api key getting started first request login",
  "other-languages-and-tools":
    "sdk library client python go java csharp postman bruno insomnia generator llm markdown",
  pagination: "cursor paging page next_cursor has_more limit offset per_page",
  errors: "error code status fault failure problem",
  "error-codes": "error code status 4xx 5xx",
  limits: "quota size payload too large 413",
  "rate-limit": "throttle throttling quota 429 too many requests",
  scopes: "scope permission permissions access role authorization 403",
  retries: "retry again backoff timeout repeat idempotency",
  idempotency:
    "idempotent idempotency-key retry repeat duplicate deduplicate twice",
  signatures:
    "verify signature webhook signature hmac secret standard webhooks whsec",
  "delivery-schedule": "webhook attempts backoff timeout delivery",
  erasure: "gdpr privacy personal data forget",
  versions: "version v1 breaking change compatibility deprecation sunset",
  "webhook-events": "webhook hook callback push receive receiver",
  webhooks: "webhook hook callback push subscription endpoint",
};
