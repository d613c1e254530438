import { readFileSync } from "node:fs";
import type { Contract } from "../model/contract.ts";
import { documentPage } from "./chapter.ts";
import { clientPackage } from "./downloads.ts";
import type { Page } from "./page.ts";

const readme = new URL("../../client/README.md", import.meta.url);

/** The client's README with how this version is installed from the docs. */
export function clientText({ info: { version } }: Contract): string {
  const [, opening = "", rest = ""] =
    /^# .*\n+([^]*?)(?=^## )([^]*)$/m.exec(readFileSync(readme, "utf8")) ?? [];
  const install = `## Installation

\`\`\`sh
npm install "$BASE_URL/docs/${clientPackage(version)}"
\`\`\`

The address names the version, so that an installation is repeated as it was. The package has types and no dependency.
`;
  return `${opening}\n${install}\n${rest}`;
}

/** The same as a chapter. */
export function clientChapter(contract: Contract): Page {
  const page = documentPage(
    "Client",
    clientText(contract),
    "The typed client for TypeScript and JavaScript: installation, first call, errors, retries, pages, webhooks, tests.",
  );
  const [entry, ...sections] = page.entries;
  const also = "sdk library typescript javascript node npm install package";
  return { ...page, entries: entry ? [{ ...entry, also }, ...sections] : [] };
}
