/** The first lines of the files that are generated from another contract. */
export const banner =
  "// Generated from a contract of OpenAPI. Do not edit.\n\n";
