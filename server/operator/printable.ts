/**
 * A text that a terminal shows as it is. Characters that control a terminal or turn the direction of a text, as somebody's
 * data may hold them, are written as JSON writes them, e.g. `\u001b`; only line breaks stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
