/** Returns true when a media type is JSON (RFC 6839, RFC 9110 § 8.3). */
export const isJson = (name: string): boolean =>
  /^[^;]*[/+]json\s*(;|$)/i.test(name);

/** Returns true for JSON, and for a range of media types in which JSON is. */
export const mayBeJson = (name: string): boolean =>
  isJson(name) || /^(\*|application)\/\*/.test(name);
