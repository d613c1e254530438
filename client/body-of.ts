/** The body of a success. An openapi-fetch client that throws what is no success always has one. */
export function bodyOf<Body>({ data }: { data?: Body }): Body {
  if (data === undefined) throw new Error("An answer without data got past the check.");
  return data;
}
