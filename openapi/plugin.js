import bodyDescriptions from "./decorators/body-descriptions.js";
import codeSamples from "./decorators/code-samples.js";
import decisionLinks from "./decorators/decision-links.js";
import docsChapters from "./decorators/docs-chapters.js";
import fillTexts from "./decorators/fill-texts.js";
import jsonSchemaDialect from "./decorators/json-schema-dialect.js";
import responseHeaders from "./rules/response-headers.js";
import knownScopes from "./rules/known-scopes.js";
import numberFormats from "./rules/number-formats.js";
import openResponses from "./rules/open-responses.js";
import operationStatuses from "./rules/operation-statuses.js";
import portablePatterns from "./rules/portable-patterns.js";
import portableShapes from "./rules/portable-shapes.js";
import sectionOrder from "./rules/section-order.js";

/** Redocly plugin: what `redocly.yaml` cannot say. One rule or decorator per file. */
export default function contactsPlugin() {
  return {
    id: "contacts",
    rules: {
      oas3: {
        "response-headers": responseHeaders,
        "known-scopes": knownScopes,
        "number-formats": numberFormats,
        "open-responses": openResponses,
        "operation-statuses": operationStatuses,
        "portable-patterns": portablePatterns,
        "portable-shapes": portableShapes,
        "section-order": sectionOrder,
      },
    },
    decorators: {
      oas3: {
        "body-descriptions": bodyDescriptions,
        "code-samples": codeSamples,
        "decision-links": decisionLinks,
        "docs-chapters": docsChapters,
        "fill-texts": fillTexts,
        "json-schema-dialect": jsonSchemaDialect,
      },
    },
    typeExtension: {
      /** Lets lint see the references inside our extension, so that they count and are checked. */
      oas3: (/** @type {Record<string, any>} */ types) => ({
        ...types,
        Root: {
          ...types["Root"],
          properties: { ...types["Root"].properties, "x-unrouted-responses": "Responses" },
        },
      }),
    },
  };
}
