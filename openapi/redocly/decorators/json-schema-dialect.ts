/**
 * States the JSON Schema dialect, for the mock only: without it Prism falls back to draft-07 and ignores
 * keywords such as unevaluatedProperties.
 */
export default function jsonSchemaDialect() {
  return {
    Root: {
      leave: (root: { jsonSchemaDialect?: string }) => {
        root.jsonSchemaDialect = "https://json-schema.org/draft/2020-12/schema";
      },
    },
  };
}
