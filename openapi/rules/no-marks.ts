import { eachText } from "../model/node.ts";
import type { Context } from "../redocly/redocly.ts";

/** The beginning of a text that only a person can write, as `npm run new` leaves it. */
export const mark = "TODO:";

/**
 * No text begins with the mark that the scaffold writes where only a person knows what to say. One that stands in several
 * places is reported once.
 * Design guide: openapi/README.md#marks
 */
export default function noMarks() {
  return {
    Root: (root: object, context: Context) => {
      const reported = new Set<string>();
      eachText(root, (text, place) => {
        if (!text.startsWith(mark) || reported.has(text)) return;
        reported.add(text);
        context.report({
          message: `Somebody still has to write this text: "${text}". See openapi/README.md#marks`,
          location: context.location.child(place),
        });
      });
    },
  };
}
