import { textOf } from "../html.ts";
import type { Page, Site } from "./page.ts";

/** A place that the search finds. */
export interface Entry {
  url: string;
  title: string;
  kind: "chapter" | "section" | "operation" | "webhook" | "error" | "field";
  text: string;
  /** Other words for it. */
  also: string;
}

/** The file that the search reads: a script, as a page that was opened from a folder can load nothing else. */
export function searchIndexFile({ pages, spanish }: Site): string {
  const seen = new Set<string>();
  // A field that several operations have in the same words is found once.
  const entries = [...pages, ...spanish]
    .flatMap(entriesOf)
    .filter(({ kind, title, text, url }) => {
      const key = kind === "field" ? `${title} ${text}` : url;
      return !seen.has(key) && Boolean(seen.add(key));
    });
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}

/** What the search finds of a page: itself, and what has an address in it. */
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
      ([, id = "", called = "", says = ""]): Entry => {
        const status = /^\s*<td[^>]*>(\d{3})</.exec(says)?.[1];
        const ofRow = status === undefined ? "field" : "error";
        return {
          url: `${url}#${id}`,
          text: textOf(says),
          also: `${synonyms[id] ?? ""} ${title}`,
          title: [status, textOf(called)].join(" ").trim(),
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

// What has an address in the markup of a page: its id, what it is called, and what it says.
const field =
  /<li id="([^"]*)">\s*<p class="name">\s*<a [^>]*>(.*?)<\/a>[^]*?<div class="about">(?:<p>(.*?)<\/p>)?/g;
const section = /<h2 id="([^"]*)"><a [^>]*>(.*?)<\/a><\/h2>([^]*?)(?=<h2 |$)/g;
const row = /<tr id="([^"]*)">\s*<td[^>]*>(.*?)<\/td>([^]*?)<\/tr>/g;

/** The page or section, by the end of its address → what people type who look for it, besides its own words. */
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
