import { eachText } from "../model/node.ts";
import type { Context } from "../redocly/redocly.ts";
import type { Contract, Draft } from "../model/contract.ts";
import { unknownFacts } from "../model/fill-texts.ts";

/**
 * A description names only numbers that the contract has.
 * Design guide: openapi/README.md#numbers-in-texts
 */
export default function knownNumbers() {
  return {
    Root: (root: Draft<Contract>, context: Context) => {
      eachText(root, (text, place) => {
        if (place.at(-1) !== "description") return;
        for (const name of unknownFacts(text, root))
          context.report({
            message: `The text names {${name}}, and the contract has no such number or text. See openapi/README.md#numbers-in-texts`,
            location: context.location.child(place),
          });
      });
    },
  };
}
