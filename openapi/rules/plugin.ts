import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { complete } from "../model/complete.ts";
import type { Node } from "../model/node.ts";
import knownMarks from "./known-marks.ts";
import type { UserContext } from "@redocly/openapi-core";
import describedFields from "./described-fields.ts";
import finishedTexts from "./finished-texts.ts";
import listPages from "./list-pages.ts";
import { knownNames } from "./known-names.ts";
import knownReferences from "./known-references.ts";
import namedWriters from "./named-writers.ts";
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
        ...knownNames,
        "known-references": knownReferences,
        "list-pages": listPages,
        "named-writers": namedWriters,
        "open-responses": openResponses,
        "portable-schemas": portableSchemas,
        "valid-defaults": validDefaults,
      },
    },
    preprocessors: {
      oas3: {
        /** Before `complete`, which takes out what it checks. */
        "known-marks": knownMarks,
        /** Fills in what rules compute. */
        complete: () => ({
          Root: {
            leave: (root: Node, { location }: UserContext) => {
              const folder = dirname(location.source.absoluteRef);
              complete(root, (path) =>
                readFileSync(join(folder, path), "utf8"),
              );
            },
          },
        }),
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
