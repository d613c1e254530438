/** The methods of OpenAPI 3.2, in the order in which they stand under a path. */
export const methods = [
  "get",
  "head",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "trace",
  "query",
] as const;
export type Method = (typeof methods)[number];
