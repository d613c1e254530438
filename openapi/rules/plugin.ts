import knownErrors from "./known-errors.ts";
import knownEvents from "./known-events.ts";
import knownExtensions from "./known-extensions.ts";
import describedFields from "./described-fields.ts";
import finishedTexts from "./finished-texts.ts";
import listPages from "./list-pages.ts";
import knownNumbers from "./known-numbers.ts";
import knownReferences from "./known-references.ts";
import knownScopes from "./known-scopes.ts";
import knownTags from "./known-tags.ts";
import namedWriters from "./named-writers.ts";
import operationResponses from "./operation-responses.ts";
import openResponses from "./open-responses.ts";
import portableSchemas from "./portable-schemas.ts";
import { validDefaults } from "./valid-defaults.ts";

/**
 * Returns the Redocly plugin with our rules, for checks that `redocly.yaml` cannot express. Each
 * rule has a file.
 */
export default function contactsPlugin() {
  return {
    id: "contacts",
    rules: {
      oas3: {
        "described-fields": describedFields,
        "finished-texts": finishedTexts,
        "known-errors": knownErrors,
        "known-events": knownEvents,
        "known-extensions": knownExtensions,
        "known-numbers": knownNumbers,
        "known-references": knownReferences,
        "known-scopes": knownScopes,
        "known-tags": knownTags,
        "list-pages": listPages,
        "named-writers": namedWriters,
        "open-responses": openResponses,
        "operation-responses": operationResponses,
        "portable-schemas": portableSchemas,
        "valid-defaults": validDefaults(". See openapi/README.md#bounds"),
      },
    },
    typeExtension: {
      /** Lets lint check the references inside our extension, and count them as uses. */
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
