import knownErrors from "./known-errors.ts";
import knownEvents from "./known-events.ts";
import knownMarks from "./known-marks.ts";
import describedFields from "./described-fields.ts";
import finishedTexts from "./finished-texts.ts";
import listPages from "./list-pages.ts";
import { knownNames } from "./known-names.ts";
import knownNumbers from "./known-numbers.ts";
import knownReferences from "./known-references.ts";
import namedWriters from "./named-writers.ts";
import operationResponses from "./operation-responses.ts";
import openResponses from "./open-responses.ts";
import portableSchemas from "./portable-schemas.ts";
import validDefaults from "./valid-defaults.ts";

/** Redocly plugin: what `redocly.yaml` cannot say. One rule per file. */
export default function contactsPlugin() {
  return {
    id: "contacts",
    rules: {
      oas3: {
        "described-fields": describedFields,
        "finished-texts": finishedTexts,
        "known-errors": knownErrors,
        "known-events": knownEvents,
        "known-marks": knownMarks,
        ...knownNames,
        "known-numbers": knownNumbers,
        "known-references": knownReferences,
        "list-pages": listPages,
        "named-writers": namedWriters,
        "open-responses": openResponses,
        "operation-responses": operationResponses,
        "portable-schemas": portableSchemas,
        "valid-defaults": validDefaults,
      },
    },
    typeExtension: {
      /** Lets lint see the references inside our extension, so that they count and are checked. */
      oas3: (types: Record<string, { properties?: object }>) => ({
        ...types,
        Root: {
          ...types["Root"],
          properties: {
            ...types["Root"]?.properties,
            "x-unrouted-responses": "Responses",
          },
        },
      }),
    },
  };
}
