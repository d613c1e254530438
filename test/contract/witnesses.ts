import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** A sentence that says how the API behaves. */
export interface Sentence {
  /** Where it stands: a decision, an operation, a schema, a chapter, a heading. */
  section: string;
  text: string;
}

/** What the table says of a sentence. */
export interface Row {
  hash: string;
  section: string;
  /** `file: title` of tests that show it, `none: reason`, or `?` and what was said of the sentence before it changed. */
  witnesses: string[];
}

const table = "test/contract/witnesses.txt";

/** Words of sentences that say what happens. Decisions say nothing else. */
const behaviour = new RegExp(
  "\\b(must|never|only|first|order|once|twice|safe|counts?|keeps?|kept|erases?|erased|always|not|nor|no|none|nothing|" +
    "every|each|again|until|stays?|remains?|same|cannot|refuses?|refused|removes?|removed|reopens|cancels|deletes|" +
    "disables|difference|null|leaves|causes?|newest|oldest|alone|valid|invalid|works|signed|sends|whose|empty|public|two|" +
    "within|without|follows|larger|including|right after|finished|lacks|makes|moves|carry|used up|too|[245][0-9][0-9])\\b",
  "i",
);
/** Sentences that a law of all operations or filters shows, whatever the resource: test/conformance/. */
const laws = [
  /^Lists the \w+ of the workspace, most recent first, by `created_at`\.$/,
  /^Lists only the /,
  /^(It|A change) causes the event `\w+\.\w+`(; a request that changes nothing causes none)?\.$/,
  /^The \w+ right after the change\.$/,
  /^Events recorded before [\d.]+ do not have it\.$/,
];
/** What callers should do, and what may come later. */
const advice =
  /^(Use|Send|Read|Keep|Ask|Erase|Log|Ignore|Make|Take|Better|Our)\b|may be added\.$|^This schema/;

/** The sentences of the contract, the decisions, the chapters and SECURITY.md. */
export function readSentences(): Sentence[] {
  const read = (file: string) => readFileSync(file, "utf8");
  const found = [
    ...ofContract(parse(read("openapi/openapi.yaml"), { maxAliasCount: -1 })).filter(isBehaviour),
    ...sectionsOf(read("openapi/decisions.md")).flatMap(([heading, text]) => {
      const choice = /\*\*Choice\*\*([^]*?)\*\*Reason\*\*/.exec(text)?.[1] ?? "";
      return toSentences(heading.slice(0, 4), choice);
    }),
    ...sectionsOf(read("openapi/introduction.md"))
      .flatMap(([heading, text]) => toSentences(heading, text))
      .filter(isBehaviour),
    ...sectionsOf(read("SECURITY.md"))
      .slice(0, -1) // what was measured
      .flatMap(([heading, text]) =>
        [...text.matchAll(/^- (.*)$/gm)].map(([, line = ""]) => ({ section: heading, text: line })),
      ),
  ];
  return found.filter(({ text }, i) => found.findIndex((other) => other.text === text) === i);
}

const isBehaviour = ({ text }: Sentence) =>
  text.split(" ").length > 4 &&
  behaviour.test(text) &&
  !advice.test(text) &&
  !laws.some((law) => law.test(text));

/** The sections of a document in Markdown, by their headings. */
const sectionsOf = (text: string): [heading: string, text: string][] =>
  text
    .replaceAll(/^```[^]*?^```$/gm, "")
    .split(/^##+ /m)
    .slice(1)
    .map((section) => [/.*/.exec(section)?.[0] ?? "", section.replace(/.*/, "")]);

/** The sentences of every description, named after the operation or the component that has it. */
function* ofDescriptions(node: unknown, section: string, seen = new Set()): Generator<Sentence> {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  const { operationId, name, description } = node as Record<string, unknown>;
  const here = typeof operationId === "string" ? operationId : section;
  if (typeof description === "string")
    yield* toSentences(typeof name === "string" ? `${here} ${name}` : here, description);
  for (const [key, child] of Object.entries(node)) {
    const isName =
      !/^(\d+|get|put|post|patch|delete|responses|parameters|schema|items|properties|content)$/.test(key);
    yield* ofDescriptions(child, isName && !operationId ? key : here, seen);
  }
}

const ofContract = (contract: unknown): Sentence[] => [...ofDescriptions(contract, "contract")];

/** The sentences of a text, without its tables. */
function toSentences(section: string, text: string): Sentence[] {
  return text
    .replaceAll(/^\|.*$/gm, "")
    .split(/\n\s*\n|^\s*(?:[-*]|\d\.) /m)
    .flatMap((block) => block.replaceAll(/\s+/g, " ").split(/(?<=[.?!](?:\*\*)?) (?=[A-Z\d`"*[])/))
    .map((sentence) => ({ section, text: sentence.trim() }))
    .filter((sentence) => sentence.text !== "");
}

/** What the table knows a sentence by. */
export const hashOf = ({ text }: Sentence) => createHash("sha256").update(text).digest("hex").slice(0, 6);

/** The rows of the table. */
export function readRows(): Row[] {
  let section = "";
  const rows: Row[] = [];
  for (const line of existsSync(table) ? readFileSync(table, "utf8").split("\n") : []) {
    const [, hash, rest] = /^ {2}([0-9a-f]{6}) (.*)$/.exec(line) ?? [];
    if (hash && rest) rows.push({ hash, section, witnesses: rest.split(" | ").slice(1) });
    else section = line;
  }
  return rows;
}

/** The table of these sentences: what is known of one stays; a new one gets `?` and what its predecessor had. */
export function toTable(sentences: Sentence[], rows: Row[]): string {
  const rowsByHash = new Map(rows.map((row) => [row.hash, row]));
  const hashes = new Set(sentences.map(hashOf));
  const outdated = rows.filter(({ hash }) => !hashes.has(hash));
  const lines = sentences.flatMap((sentence, i) => {
    const hash = hashOf(sentence);
    const former = rowsByHash.has(hash)
      ? undefined
      : outdated.find(({ section }) => section === sentence.section);
    if (former) outdated.splice(outdated.indexOf(former), 1);
    const witnesses = rowsByHash.get(hash)?.witnesses ?? [`?${former?.witnesses.join(" | ") ?? ""}`];
    const line = `  ${hash} ${beginning(sentence.text)} | ${witnesses.join(" | ")}`;
    return sentence.section === sentences[i - 1]?.section ? [line] : [sentence.section, line];
  });
  return `${lines.join("\n")}\n`;
}

const beginning = (text: string) =>
  (text.length > 50 ? `${text.slice(0, 50).replace(/ \S*$/, "")} …` : text).replaceAll("|", "/");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [sentences, rows] = [readSentences(), readRows()];
  const fresh = sentences.filter((sentence) => !rows.some(({ hash }) => hash === hashOf(sentence)));
  for (const { section, text } of fresh) console.log(`new or changed: ${section}: ${text}`);
  if (process.argv[2] === "write") writeFileSync(table, toTable(sentences, rows));
  else
    console.log(`"write" as an argument brings ${table} up to date: put the test in the place of each "?".`);
}
