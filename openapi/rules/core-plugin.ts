import { coreRules } from "./core-rules.ts";
import additionalMethods from "./additional-methods.ts";
import besideReferences from "./beside-references.ts";
import hasOperations from "./has-operations.ts";
import headerParametersUnique from "./header-parameters-unique.ts";
import knownLinks from "./known-links.ts";
import knownSchemes from "./known-schemes.ts";
import knownStatuses from "./known-statuses.ts";
import knownToTools from "./known-to-tools.ts";
import olderKeywords from "./older-keywords.ts";
import operationIdsUnique from "./operation-ids-unique.ts";
import pathItemFields from "./path-item-fields.ts";
import pathParametersDefined from "./path-parameters-defined.ts";
import possibleBounds from "./possible-bounds.ts";
import possibleProperties from "./possible-properties.ts";
import readablePatterns from "./readable-patterns.ts";
import scopesOfOauth from "./scopes-of-oauth.ts";
import serverDefaults from "./server-defaults.ts";
import serverNamesUnique from "./server-names-unique.ts";
import serverVariablesDefined from "./server-variables-defined.ts";
import serverVariablesUsed from "./server-variables-used.ts";
import tagParents from "./tag-parents.ts";
import templateNamesUnique from "./template-names-unique.ts";
import typedDefaults from "./typed-defaults.ts";
import { typesOf32 } from "../model/types-32.ts";
import uniqueElements from "./unique-elements.ts";
import { validDefaults } from "./valid-defaults.ts";

/**
 * The Redocly plugin of the profile core, for checks that Redocly does not have. Each rule has a
 * file.
 */
export const corePlugin = {
  id: "core",
  rules: {
    oas3: {
      "additional-methods": additionalMethods,
      "beside-references": besideReferences,
      "has-operations": hasOperations,
      "header-parameters-unique": headerParametersUnique,
      "known-links": knownLinks,
      "known-schemes": knownSchemes,
      "known-statuses": knownStatuses,
      "known-to-tools": knownToTools,
      "older-keywords": olderKeywords,
      "operation-ids-unique": operationIdsUnique,
      "path-item-fields": pathItemFields,
      "path-parameters-defined": pathParametersDefined,
      "possible-bounds": possibleBounds,
      "possible-properties": possibleProperties,
      "readable-patterns": readablePatterns,
      "scopes-of-oauth": scopesOfOauth,
      "server-defaults": serverDefaults,
      "server-names-unique": serverNamesUnique,
      "server-variables-defined": serverVariablesDefined,
      "server-variables-used": serverVariablesUsed,
      "tag-parents": tagParents,
      "template-names-unique": templateNamesUnique,
      "typed-defaults": typedDefaults,
      "unique-elements": uniqueElements,
      "valid-defaults": validDefaults(""),
    },
  },
  configs: { all: coreRules },
  typeExtension: { oas3: typesOf32 },
};
