import { decorators, preprocessors } from "./decorators.ts";
import deprecation from "../rules/deprecation.ts";
import describedFields from "../rules/described-fields.ts";
import knownDecisions from "../rules/known-decisions.ts";
import listPages from "../rules/list-pages.ts";
import knownErrors from "../rules/known-errors.ts";
import knownNumbers from "../rules/known-numbers.ts";
import knownReferences from "../rules/known-references.ts";
import knownScopes from "../rules/known-scopes.ts";
import noMarks from "../rules/no-marks.ts";
import numberFormats from "../rules/number-formats.ts";
import openResponses from "../rules/open-responses.ts";
import portablePatterns from "../rules/portable-patterns.ts";
import portableShapes from "../rules/portable-shapes.ts";
import sectionOrder from "../rules/section-order.ts";
import validDefaults from "../rules/valid-defaults.ts";

/** Redocly plugin: what `redocly.yaml` cannot say. One rule per file. */
export default function contactsPlugin() {
  return {
    id: "contacts",
    rules: {
      oas3: {
        deprecation,
        "described-fields": describedFields,
        "known-decisions": knownDecisions,
        "known-errors": knownErrors,
        "known-numbers": knownNumbers,
        "known-references": knownReferences,
        "known-scopes": knownScopes,
        "list-pages": listPages,
        "no-marks": noMarks,
        "number-formats": numberFormats,
        "open-responses": openResponses,
        "portable-patterns": portablePatterns,
        "portable-shapes": portableShapes,
        "section-order": sectionOrder,
        "valid-defaults": validDefaults,
      },
    },
    preprocessors: { oas3: preprocessors },
    decorators: { oas3: decorators },
    typeExtension: {
      /** Lets lint see the references inside our extension, so that they count and are checked. */
      oas3: (types: Record<string, { properties?: object }>) => ({
        ...types,
        Root: {
          ...types["Root"],
          properties: { ...types["Root"]?.properties, "x-unrouted-responses": "Responses" },
        },
      }),
    },
  };
}
