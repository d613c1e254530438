/** Returns true when a media type is JSON (RFC 6839, RFC 9110 § 8.3). */
export const isJson = (name: string): boolean =>
  /^[^;]*[/+]json\s*(;|$)/i.test(name);
