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

/** A text of Markdown that becomes a page. */
interface Chapter {
  title: string;
  text: string;
  name?: string;
}

/** The page of a chapter of the contract, or of a document, whose headings are of the second level. The page has them there. */
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

/** The client's README with the address of the package that belongs to these docs. */
export function clientText({ info: { version } }: Contract): string {
  return readFileSync(readme, "utf8")
    .replace(/^# .*\n+/, "")
    .replace(
      /(?<=^## Installation\n\n)```[^]*?```/m,
      () => `\`\`\`sh\n${installation(version)}\n\`\`\``,
    );
}

/** The command that installs the client: of a release, or of this build and then of the newest release. */
function installation(version: string): string {
  const newest = releasedPackages().at(-1);
  const isBuilt = clientPackage(version) !== undefined;
  if (newest === undefined || newest === version)
    return installationOf(version);
  // Pages alone are also built before the package is.
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

/** What `{tables.scopes}` in a chapter stands for. */
const tables: Record<string, (contract: Contract) => string> = {
  scopes: scopesTable,
  errorCodes: errorCodesTable,
  compatibility: compatibilityTable,
  packages: packagesTable,
};

/** The contract, whose description has the chapters of openapi/introduction.md. */
export function documentOf(contract: Contract): Contract {
  const chapters = `${contract.info.description.trimEnd()}\n\n${prose("introduction.md").trim()}`;
  return {
    ...contract,
    info: { ...contract.info, description: filled(chapters, contract) },
  };
}

/**
 * Returns chapters with their tables.
 * @throws Error when a chapter names a table that there is not
 */
export function filled(chapters: string, contract: Contract): string {
  return chapters.replaceAll(/\{tables\.(\w+)\}/g, (found, name: string) => {
    const table = tables[name];
    if (!table)
      throw new Error(`A chapter names ${found}, and there is no such table.`);
    return table(contract);
  });
}

/** A Markdown table. */
const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => "---"), ...rows]
    .map(
      (cells) =>
        `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`,
    )
    .join("\n");

/** The scopes that a key can have. */
function scopesTable(contract: Contract): string {
  const rows = Object.entries(scopesOf(contract)).map(([scope, meaning]) => [
    `\`${scope}\``,
    meaning,
  ]);
  return table(["Scope", "What it allows"], rows);
}

/** Every error code with its status, its message and what it means, from all responses and their examples. */
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

/** The clients in other languages, with their checksums. A build of the docs alone has none. */
function packagesTable({ info: { version } }: Contract): string {
  const rows = packagesOf(version).map(({ language, file }) => {
    const name = basename(file);
    return [language, `[${name}](${name})`, `\`${checksumOf(file)}\``];
  });
  if (rows.length === 0)
    rows.push(["Python, Go", "`npm run portability -- --only package`", ""]);
  return table(["Language", "Package", "SHA-256"], rows);
}

/** What may change within a major version, from the table by which `npm run diff` judges. */
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
