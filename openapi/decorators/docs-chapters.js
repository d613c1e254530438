import { fillText } from "../tools/fill-texts.js";
import { compatibilityChapter } from "./chapters/compatibility.js";
import { decisionsChapter } from "./chapters/decisions.js";
import { errorCodesChapter } from "./chapters/error-codes.js";
import { introductionChapters } from "./chapters/introduction.js";
import { scopesChapter } from "./chapters/scopes.js";

/** Appends chapters to the description of the API, for the docs only: an introduction, and what the contract says elsewhere. */
export default function docsChapters() {
  return {
    Root: {
      leave: (/** @type {any} */ root, /** @type {any} */ context) => {
        const follow = (/** @type {object} */ node) => context.resolve(node).node;
        const chapters = [
          root.info.description.trimEnd(),
          introductionChapters(),
          scopesChapter(root.components.securitySchemes.apiKey),
          errorCodesChapter(root, follow),
          compatibilityChapter(),
          // Redocly nests what follows a first-level heading under it in the menu, so this chapter is the last.
          decisionsChapter(),
        ];
        root.info.description = fillText(chapters.join("\n\n"), root);
      },
    },
  };
}
