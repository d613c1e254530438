/** Texts that have broken servers before. */
export const hostileTexts = [
  "' or 1=1; drop table contacts; --",
  '"); select pg_sleep(9); --',
  "%_\\",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}#{7*7}",
  "../../../../etc/passwd",
  "\r\nSet-Cookie: a=b\r\n\r\n",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1e309",
  "\u202eabc\u202c",
  "e\u0301\u0327",
  "👩‍👩‍👧‍👦🏴‍☠️",
  "İıſß",
  "\u200b\ufeff\u2028",
  "\ufffe\uffff\u{10ffff}",
  "\u0001\u001f\u007f\u0085",
  "e".repeat(3) + "\u0301".repeat(40),
];

/** Texts that the API holds in no place: U+0000, a lone surrogate, a mark of the encoding at the start. */
export const forbiddenTexts = ["a\0b", "\ud800", "\udc00a", "\ufeffAna"];
