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
  return {
    Root: (root: Draft<Contract>, context: UserContext) => {
      eachText(root, (text, place) => {
        if (text.startsWith(todo))
          context.report({
            message: `Somebody still has to write this text: "${text}". See openapi/README.md#texts`,
            location: context.location.child(place),
          });
      });
    },
  };
}
