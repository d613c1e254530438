import type { RawUniversalConfig } from "@redocly/openapi-core";
import { quoted } from "../model/collections.ts";

const error = "error" as const;
const warn = "warn" as const;

/** Creates a rule: an object of OpenAPI has at most one of these fields. */
const excludes = (type: string, ...fields: string[]) => ({
  subject: { type },
  message: `The fields ${quoted(fields)} exclude each other: remove one`,
  assertions: { mutuallyExclusive: fields },
});

/** Creates a rule: the content of an object has one media type. */
const oneMediaType = (type: string) => ({
  subject: { type: "MediaTypesMap" },
  where: [{ subject: { type }, assertions: {} }],
  message: "The `content` of a parameter or header has exactly one media type",
  assertions: { minLength: 1, maxLength: 1 },
});

/** Limits a rule to the parameters of a place. */
const placed = (place: string) => ({
  subject: { type: "Parameter", property: "in" },
  assertions: { const: place },
});

/** Creates a rule: the parameters of a place have one of these styles. */
const styles = (place: string, allowed: string[]) => ({
  subject: { type: "Parameter", property: "style" },
  where: [placed(place)],
  message: `A parameter in \`${place}\` has the style ${allowed.join(" or ")}`,
  assertions: { enum: allowed },
});

/**
 * The rules of the profile core. They find errors, and contracts that tools read in different ways.
 * A contract that breaks a "MUST" of OpenAPI has an error.
 */
export const coreRules: RawUniversalConfig = {
  rules: {
    struct: error,
    "core/has-operations": error,
    "core/known-to-tools": warn,
    "rule/contact-email": {
      subject: { type: "Contact", property: "email" },
      message: "The email of a contact is an address",
      assertions: { pattern: "/^[^\\s@]+@[^\\s@]+$/" },
    },
    "rule/license-one-place": excludes("License", "identifier", "url"),

    // References and names
    "no-unresolved-refs": error,
    "core/beside-references": warn,
    "spec-components-invalid-map-name": warn,
    "core/operation-ids-unique": error,
    "no-duplicated-tag-names": error,
    "core/tag-parents": error,
    "core/known-links": error,
    "core/known-schemes": error,
    "security-scopes-defined": warn,

    // Servers and paths
    "core/server-variables-defined": error,
    "core/server-variables-used": warn,
    "core/server-defaults": error,
    "core/path-item-fields": error,
    "no-identical-paths": error,
    "no-ambiguous-paths": warn,
    "path-declaration-must-exist": error,
    "path-not-include-query": error,
    "core/path-parameters-defined": error,
    "core/template-names-unique": warn,

    // Parameters and headers
    "operation-parameters-unique": error,
    "core/header-parameters-unique": warn,
    "spec-querystring-parameters": error,
    "rule/querystring-content": {
      subject: { type: "Parameter" },
      where: [placed("querystring")],
      message: "A parameter in `querystring` has `content`",
      assertions: { required: ["content"] },
    },
    "rule/path-parameter-required": {
      subject: { type: "Parameter", property: "required" },
      where: [placed("path")],
      message: "A path parameter has `required: true`",
      assertions: { defined: true, const: true },
    },
    "rule/parameter-schema-or-content": excludes(
      "Parameter",
      "schema",
      "content",
    ),
    "rule/parameter-one-media-type": oneMediaType("Parameter"),
    "rule/parameter-one-example": excludes("Parameter", "example", "examples"),
    "rule/parameter-style-path": styles("path", ["simple", "label", "matrix"]),
    "rule/parameter-style-query": styles("query", [
      "form",
      "spaceDelimited",
      "pipeDelimited",
      "deepObject",
    ]),
    "rule/parameter-style-header": styles("header", ["simple"]),
    "rule/parameter-style-cookie": styles("cookie", ["form", "cookie"]),
    "rule/header-schema-or-content": excludes("Header", "schema", "content"),
    "rule/header-one-media-type": oneMediaType("Header"),
    "rule/header-one-example": excludes("Header", "example", "examples"),
    "rule/header-fields": {
      subject: { type: "Header" },
      message: "A header has neither `allowEmptyValue` nor `allowReserved`",
      assertions: { disallowed: ["allowEmptyValue", "allowReserved"] },
    },
    "rule/header-style": {
      subject: { type: "Header", property: "style" },
      message: "A header has the style simple",
      assertions: { const: "simple" },
    },

    // Responses, media types and examples
    "core/known-statuses": error,
    "rule/media-type-one-example": excludes("MediaType", "example", "examples"),
    "spec-example-values": error,
    "spec-no-invalid-encoding-combinations": error,
    "rule/encoding-name-or-item": excludes(
      "Encoding",
      "encoding",
      "itemEncoding",
    ),
    "rule/encoding-name-or-position": excludes(
      "Encoding",
      "encoding",
      "prefixEncoding",
    ),
    "no-invalid-media-type-examples": { severity: warn },
    "no-invalid-parameter-examples": { severity: warn },
    "no-invalid-schema-examples": { severity: warn },

    // Schemas
    "rule/xml-node-or-attribute": excludes("Xml", "nodeType", "attribute"),
    "rule/xml-node-or-wrapped": excludes("Xml", "nodeType", "wrapped"),
    "no-enum-type-mismatch": error,
    "no-duplicated-enum-values": warn,
    "no-required-schema-properties-undefined": warn,
    "rule/multiple-of-positive": {
      subject: { type: "Schema", property: "multipleOf" },
      message: "`multipleOf` is greater than 0",
      assertions: { notPattern: "/^0$/" },
    },
    "rule/branches-not-empty": {
      subject: {
        type: "Schema",
        property: ["allOf", "anyOf", "oneOf", "prefixItems"],
      },
      message: "The list has at least one schema",
      assertions: { minLength: 1 },
    },
    "core/older-keywords": warn,
    "core/unique-elements": error,
    "core/possible-bounds": warn,
    "core/possible-properties": warn,
    "core/readable-patterns": warn,
    "core/valid-defaults": warn,
  },
  oas3_0Rules: {
    "core/server-defaults": warn,
    "core/older-keywords": error,
    "core/typed-defaults": error,
    "core/scopes-of-oauth": error,
    "rule/required-not-empty": {
      subject: { type: "Schema", property: "required" },
      message: "A list of required properties is not empty in OpenAPI 3.0",
      assertions: { minLength: 1 },
    },
    "rule/read-or-write-only": {
      subject: { type: "Schema", property: "readOnly" },
      where: [
        {
          subject: { type: "Schema", property: "writeOnly" },
          assertions: { const: true, defined: true },
        },
      ],
      message: "A property is not both `readOnly` and `writeOnly`",
      assertions: { const: false },
    },
    "rule/array-items": {
      subject: { type: "Schema" },
      where: [
        {
          subject: { type: "Schema", property: "type" },
          assertions: { const: "array", defined: true },
        },
      ],
      message: "An array has `items` in OpenAPI 3.0",
      assertions: { required: ["items"] },
    },
  },
  oas3_2Rules: {
    "core/template-names-unique": error,
    "core/additional-methods": error,
    "core/server-names-unique": warn,
    "rule/server-url-alone": {
      subject: { type: "Server", property: "url" },
      message: "The URL of a server has no query and no fragment",
      assertions: { notPattern: "/[?#]/" },
    },
    "rule/self-without-fragment": {
      subject: { type: "Root", property: "$self" },
      message: "`$self` has no fragment",
      assertions: { notPattern: "/#/" },
    },
    "spec-discriminator-defaultMapping": error,
  },
};
