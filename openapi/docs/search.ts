import type { Entry, Site } from "./page.ts";
import type { Body, Follow, Operation, Parameter, Schema } from "../model/contract.ts";
import { spoken } from "./es/words.ts";
import { plain } from "./markdown.ts";
import { flatten, mediaOf } from "./schema.ts";

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

/** What the search finds of an operation: itself, its parameters and the fields of its bodies. */
export function operationEntries(
  operation: Operation,
  path: string,
  kind: Entry["kind"],
  follow: Follow,
): Entry[] {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const page = `${operationId}.html`;
  const entry = (id: string, title: string, text = ""): Entry => ({
    url: `${page}#${id}`,
    title,
    kind: "field",
    text: plain(text),
    also: summary,
  });
  const fields = (schema: Schema, id: string): Entry[] => {
    const { items, properties = {} } = flatten(schema, follow);
    if (items) return fields(items, id);
    return Object.entries(properties).flatMap(([name, property]) => [
      entry(`${id}-${name}`, name, flatten(property, follow).description),
      ...fields(property, `${id}-${name}`),
    ]);
  };
  const ofBody = (body: Body | undefined, id: string) => {
    const media = body && mediaOf(body);
    return media ? fields(media.schema, id) : [];
  };
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return [
    {
      url: page,
      title: summary,
      kind,
      text: plain(description),
      also: `${operationId} ${path} ${spoken(operationId)}`,
    },
    ...parameters
      .map((node) => follow<Parameter>(node))
      .map(({ name, description: text }) => entry(`parameter-${name}`, name, text)),
    ...ofBody(requestBody, "body"),
    ...successes.flatMap(([status, response]) => ofBody(follow(response), `response-${status}`)),
  ];
}

/** The page or section, by the end of its address → what people type who look for it, besides its own words. */
export const synonyms: Record<string, string> = {
  client: "sdk library typescript javascript node npm install package",
  "what-s-new": "changelog release notes versions",
  quickstart: "authentication authorization bearer token api key getting started first request login",
  "other-languages-and-tools":
    "sdk library client python go java csharp postman bruno insomnia generator llm markdown",
  pagination: "cursor paging page next_cursor has_more limit offset per_page",
  errors: "error code status fault failure problem",
  "error-codes": "error code status 4xx 5xx",
  limits: "quota size payload too large 413",
  "rate-limit": "throttle throttling quota 429 too many requests",
  scopes: "scope permission permissions access role authorization 403",
  retries: "retry again backoff timeout repeat idempotency",
  idempotency: "idempotent idempotency-key retry repeat duplicate deduplicate twice",
  signatures: "verify signature webhook signature hmac secret standard webhooks whsec",
  "delivery-schedule": "webhook attempts backoff timeout delivery",
  versions: "version v1 breaking change compatibility deprecation sunset",
  "webhook-events": "webhook hook callback push receive receiver",
  webhooks: "webhook hook callback push subscription endpoint",
};
