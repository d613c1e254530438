import { withChapters } from "../../docs/chapters.ts";
import type { Contract } from "../../model/contract.ts";

/** Appends the chapters of openapi/introduction.md to the description of the API, for the docs only. */
export default function docsChapters() {
  return {
    Root: {
      leave: (root: Contract) => {
        root.info.description = withChapters(root);
      },
    },
  };
}
