import { expect, test } from "vitest";
import { createLint, lintReport } from "../../../openapi/lint/lint.ts";
import { original, testBreaks } from "./breaks.ts";

const rule = "contacts/known-marks";
const guide = "See openapi/README.md#decisions-and-marks";

testBreaks([
  {
    given: "a mark that does not exist",
    from: "x-idempotent: true",
    to: "x-idempotant: true",
    rule,
    message: `There is no mark \`x-idempotant\`. ${guide}`,
    at: "x-idempotant",
  },
  {
    given: "a list of values with a wrong name",
    from: "x-not-sent:",
    to: "x-extensible-enums:",
    rule,
    message: `There is no mark \`x-extensible-enums\`. ${guide}`,
    at: "x-extensible-enums",
  },
  {
    given: "a decision with a wrong name",
    from: "x-decision:",
    to: "x-decison:",
    rule,
    message: `There is no mark \`x-decison\`. ${guide}`,
    at: "x-decison",
  },
  {
    given: "a word for a number",
    from: "eventDays: 30",
    to: "eventDays: thirty",
    rule,
    message: `\`x-limits.eventDays\` must be integer. ${guide}`,
    at: "eventDays: thirty",
  },
  {
    given: "a word for a boolean",
    from: "x-idempotent: true",
    to: "x-idempotent: yes please",
    rule,
    message: `\`x-idempotent\` must be true. ${guide}`,
    at: "x-idempotent: yes",
  },
  {
    given: "a mark of an operation on a schema",
    from: "x-per-element: true",
    to: "x-per-element: true\n          x-idempotent: true",
    rule,
    message: `\`x-idempotent\` means nothing here: it is for Operation. ${guide}`,
    at: /x-per-element: true\n +x-idempotent/,
  },
]);

test("it says what was meant", async () => {
  const changes = [
    ["x-idempotent: true", "x-idempotant: true", "x-idempotent"],
    ["x-not-sent:", "x-extensible-enums:", "x-extensible-enum"],
    ["x-decision:", "x-decison:", "x-decision"],
  ] as const;
  const text = changes.reduce((all, [from, to]) => all.replace(from, to), original);
  const report = lintReport(await (await createLint())(text));
  for (const [, , meant] of changes) expect(report).toContain(`Did you mean ${meant}?`);
});
