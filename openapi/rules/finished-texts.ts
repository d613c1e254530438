import type { UserContext } from "@redocly/openapi-core";
import { eachText } from "../model/node.ts";
import type { Contract, Draft } from "../model/contract.ts";

/** The beginning of a text that `npm run new` leaves for a person to write. */
export const todo = "TODO:";

/**
 * Rejects texts of the scaffold that nobody has written yet.
 * Design guide: openapi/README.md#texts
 */
export default function finishedTexts() {
  const unwritten = new Set<string>();
  return {
    Root: (root: Draft<Contract>, context: UserContext) => {
      eachText(root, (text, place) => {
        const report = (message: string) =>
          context.report({ message, location: context.location.child(place) });
        // A text in several places is reported once.
        if (text.startsWith(todo) && !unwritten.has(text)) {
          unwritten.add(text);
          report(
            `Somebody still has to write this text: "${text}". See openapi/README.md#texts`,
          );
        }
      });
    },
  };
}
