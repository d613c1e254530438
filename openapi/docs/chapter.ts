import { readFileSync } from "node:fs";
import { slug } from "../html.ts";
import { markdown, plain } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Contract } from "../model/contract.ts";
import { clientIntegrity, clientPackage } from "./downloads.ts";

/** A text of Markdown that becomes a page. */
interface Chapter {
  title: string;
  text: string;
  name?: string;
}

/** The page of a chapter of the contract, or of a document, whose headings are of the second level. The page has them there. */
export function chapterPage({ title, text, name = slug(title) }: Chapter): Page {
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

/** The client's README with how this version is installed from the docs. */
export function clientText({ info: { version } }: Contract): string {
  const [, opening = "", rest = ""] =
    /^# .*\n+([^]*?)(?=^## )([^]*)$/m.exec(readFileSync(readme, "utf8")) ?? [];
  const install = `## Installation

\`\`\`sh
npm install "$BASE_URL/docs/${clientPackage(version)}"
# integrity in package-lock.json: ${clientIntegrity()}
\`\`\`

The address names the version, so that an installation is repeated as it was. The package has types and no dependency.
`;
  return `${opening}\n${install}\n${rest}`;
}

/** The same as a chapter. */
export const clientChapter = (contract: Contract): Page =>
  chapterPage({ title: "Client", text: clientText(contract) });
