import { prose } from "../prose.ts";
import type { Contract } from "../tools/contract.ts";
import { fillText } from "../tools/fill-texts.ts";
import { compatibilityChapter } from "./chapters/compatibility.ts";
import { decisionsChapter } from "./chapters/decisions.ts";
import { errorCodesChapter } from "./chapters/error-codes.ts";
import { scopesChapter } from "./chapters/scopes.ts";

/** Appends chapters to the description of the API, for the docs only: an introduction, and what the contract says elsewhere. */
export default function docsChapters() {
  return {
    Root: {
      leave: (root: Contract) => {
        const chapters = [
          root.info.description?.trimEnd(),
          prose("introduction.md").trim(),
          scopesChapter(root.components.securitySchemes.apiKey),
          errorCodesChapter(root),
          compatibilityChapter(),
          // Redocly nests what follows a first-level heading under it in the menu, so this chapter is the last.
          decisionsChapter(),
        ];
        root.info.description = fillText(chapters.join("\n\n"), root);
      },
    },
  };
}
