import { fillTexts } from "../../model/fill-texts.ts";

/** Writes the numbers of the contract into its descriptions, for the docs and the mock. */
export default function fillTextsDecorator() {
  return { Root: { leave: fillTexts } };
}
