/**
 * Writes invisible characters as escapes, e.g. `\u{200B}`: two names may differ in them alone, and a
 * terminal obeys some. Spaces, tabs and ends of lines stay.
 */
export const visible = (text: string): string =>
  text.replaceAll(
    /(?![ \t\r\n])[\p{Cc}\p{Cf}\p{Z}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
