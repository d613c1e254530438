const day31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const day30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const february = "02-(?:0[1-9]|1\\d|2[0-8])";
const leapYear =
  "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const hour = "(?:[01]\\d|2[0-3])";
const minute = "[0-5]\\d";

/**
 * The format `date-time` (RFC 3339, section 5.6). It accepts only days of the calendar, and no leap
 * seconds, which no clock here shows. A page of objects has fifty such texts, so a single
 * expression checks each of them.
 */
export const dateTime = new RegExp(
  `^(?:\\d{4}-(?:${day31}|${day30}|${february})|${leapYear}-02-29)` +
    `T${hour}:${minute}:${minute}(?:\\.\\d+)?(?:Z|[+-]${hour}:${minute})$`,
  "i",
);

/**
 * Converts a text of the format to a time, rounded up to a millisecond, as no stored time is
 * between two milliseconds. The text may be in lower case, which Date does not read.
 */
export function timeOf(text: string): Date {
  const [, finer = ""] = /\.\d{3}(\d+)/.exec(text) ?? [];
  const milliseconds = Date.parse(text.toUpperCase());
  const roundingUp = Math.ceil(Number(`0.${finer}`));
  return new Date(milliseconds + roundingUp);
}
