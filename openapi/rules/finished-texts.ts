import type { UserContext } from "@redocly/openapi-core";
import { eachText } from "../model/node.ts";
import type { Contract, Draft } from "../model/contract.ts";
import { prose, unknownFacts } from "../model/fill-texts.ts";

/** The beginning of a text that only a person can write, as `npm run new` leaves it. */
export const mark = "TODO:";

/**
 * A text is one that somebody wrote: none begins with the mark of the scaffold. A description names only numbers that the
 * contract has, and `x-decision` only headings of openapi/decisions.md.
 * Design guide: openapi/README.md#marks, #numbers-in-texts, #decisions-and-marks
 */
export default function finishedTexts() {
  const decisions = new Set(
    [...prose("decisions.md").matchAll(/^## (D-\d+) /gm)].map(([, id]) => id),
  );
  const unwritten = new Set<string>();
  return {
    Root: (root: Draft<Contract>, context: UserContext) => {
      eachText(root, (text, place) => {
        const report = (message: string) =>
          context.report({ message, location: context.location.child(place) });
        // One that stands in several places is reported once.
        if (text.startsWith(mark) && !unwritten.has(text)) {
          unwritten.add(text);
          report(
            `Somebody still has to write this text: "${text}". See openapi/README.md#marks`,
          );
        }
        if (place.at(-1) === "description")
          for (const name of unknownFacts(text, root))
            report(
              `The text names {${name}}, and the contract has no such number or text. See openapi/README.md#numbers-in-texts`,
            );
        if (place.at(-2) === "x-decision" && !decisions.has(text))
          report(
            `${text}: openapi/decisions.md has no such heading. See openapi/README.md#decisions-and-marks`,
          );
      });
    },
  };
}
