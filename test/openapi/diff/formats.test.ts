import { expect, test } from "vitest";
import { stringify } from "yaml";
import { request } from "./cases/case.ts";
import { findingsBetween } from "./measure.ts";

const contractWith = (format: string) =>
  stringify(request({ type: "string", format }));

test.each([
  { from: "date", to: "email", undecided: false },
  { from: "date", to: "unix-time", undecided: true },
  { from: "unix-time", to: "date", undecided: true },
])(
  "the diff knows what formats of a standard allow, and cannot tell of others: $from → $to",
  ({ from, to, undecided }) => {
    const findings = findingsBetween(contractWith(from), contractWith(to));
    expect(findings).toMatchObject([{ is: "breaking", undecided }]);
  },
);
