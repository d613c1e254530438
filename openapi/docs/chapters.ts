import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ourLevels, readLevels } from "../diff/levels.ts";
import { policy, reasonOf } from "../diff/policy.ts";
import { slug } from "../html.ts";
import { scopesOf, type Contract } from "../model/contract.ts";
import { errorCodesIn } from "../model/errors.ts";
import { prose } from "../model/prose.ts";
import { packageName, releasedPackages } from "../model/releases.ts";
import {
  checksumOf,
  clientPackage,
  integrityOf,
  packagesOf,
} from "./downloads.ts";
import { markdown, plain } from "./markdown.ts";
import type { Page } from "./page.ts";

/** A Markdown text of a page. */
interface Chapter {
  title: string;
  text: string;
  name?: string;
}

/**
 * Makes the page of a chapter or of a document. A document already has headings of the second
 * level.
 */
export function chapterPage({
  title,
  text,
  name = slug(title),
}: Chapter): Page {
  const [opening = ""] = text.split(/^#{2,3} /m);
  const isDocument = /^## /m.test(text);
  return {
    name,
    title,
    description: plain(opening || text),
    kind: "chapter",
    group: "Guide",
    main: markdown(text, isDocument ? 0 : 1),
  };
}

const readme = new URL("../../client/README.md", import.meta.url);

/** Returns the client's README with the address of the package of these docs. */
export function clientText({ info: { version } }: Contract): string {
  return readFileSync(readme, "utf8")
    .replace(/^# .*\n+/, "")
    .replace(
      /(?<=^## Installation\n\n)```[^]*?```/m,
      () => `\`\`\`sh\n${installation(version)}\n\`\`\``,
    );
}

/**
 * Returns the commands that install the client of this version, and of the newest release when this
 * is not released.
 */
function installation(version: string): string {
  const newest = releasedPackages().at(-1);
  const isBuilt = clientPackage(version) !== undefined;
  if (newest === undefined || newest === version)
    return installationOf(version);
  // `--page-only` builds no package.
  if (!isBuilt) return installationOf(newest);
  return [
    "# of these docs, which are not released: the next build removes it",
    installationOf(version),
    "# of the newest release",
    installationOf(newest),
  ].join("\n");
}

function installationOf(version: string): string {
  const file = clientPackage(version);
  const name = file === undefined ? packageName(version) : basename(file);
  return `npm install "$CONTACTS_BASE_URL/docs/${name}"
# integrity in package-lock.json: ${file === undefined ? "sha512-…" : integrityOf(file)}`;
}

/** Name in `{tables.scopes}` → the function that writes the table. */
const tables: Record<string, (contract: Contract) => string> = {
  scopes: scopesTable,
  errorCodes: errorCodesTable,
  compatibility: compatibilityTable,
  packages: packagesTable,
};

/** Adds the chapters of openapi/introduction.md to the description of a contract. */
export function documentOf(contract: Contract): Contract {
  const chapters = `${contract.info.description.trimEnd()}\n\n${prose("introduction.md").trim()}`;
  return {
    ...contract,
    info: { ...contract.info, description: withTables(chapters, contract) },
  };
}

/**
 * Fills in the tables of chapters.
 * @throws Error when a table does not exist
 */
export function withTables(chapters: string, contract: Contract): string {
  return chapters.replaceAll(/\{tables\.(\w+)\}/g, (found, name: string) => {
    const table = tables[name];
    if (!table)
      throw new Error(`A chapter names ${found}, and there is no such table.`);
    return table(contract);
  });
}

/** Writes a Markdown table. */
const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => "---"), ...rows]
    .map(
      (cells) =>
        `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`,
    )
    .join("\n");

/** Lists the scopes of API keys. */
function scopesTable(contract: Contract): string {
  const rows = Object.entries(scopesOf(contract)).map(([scope, meaning]) => [
    `\`${scope}\``,
    meaning,
  ]);
  return table(["Scope", "What it allows"], rows);
}

/** Lists the error codes with status, message and meaning, from the examples of all responses. */
function errorCodesTable(contract: Contract): string {
  const rows = [...errorCodesIn(contract)].map(
    ([code, { status, message, meanings }]) => [
      `\`${code}\``,
      status,
      message,
      [...meanings].join(" "),
    ],
  );
  return table(["Code", "Status", "Message", "Meaning"], rows);
}

/** Lists the clients in other languages with their checksums. A build of only the docs has none. */
function packagesTable({ info: { version } }: Contract): string {
  const rows = packagesOf(version).map(({ language, file }) => {
    const name = basename(file);
    return [language, `[${name}](${name})`, `\`${checksumOf(file)}\``];
  });
  if (rows.length === 0)
    rows.push([
      "Python, Go, Java",
      "`npm run portability -- --only package`",
      "",
    ]);
  return table(["Language", "Package", "SHA-256"], rows);
}

/**
 * Lists the changes that break clients and those that do not, from the policy of `npm run diff`.
 */
export function compatibilityTable(): string {
  const levelOf = readLevels(ourLevels);
  const rows = [...policy].flatMap(([name, rule]) => {
    const { change } = rule;
    const is = levelOf(name);
    // A warning is about the server, not about its clients.
    if (is === "warning") return [];
    const effect = is === "breaking" ? "breaks" : "does not break";
    return [[change, effect, reasonOf(rule, ["request", "response"])]];
  });
  return table(["Change", "A client", "Why"], rows);
}
