import type { UserContext } from "@redocly/openapi-core";
import { eachText } from "../model/node.ts";
import type { Contract, Draft } from "../model/contract.ts";

/** The beginning of a text that only a person can write, as `npm run new` leaves it. */
export const mark = "TODO:";

/**
 * Refuses texts that begin with the mark of the scaffold: somebody still has to write them.
 * Design guide: openapi/README.md#marks
 */
export default function finishedTexts() {
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
      });
    },
  };
}
