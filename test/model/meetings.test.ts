import { expect, test } from "vitest";
import { holdMeetings } from "./meetings.ts";

/** So many that each step is taken in some of them. They take forty seconds; on a busy machine longer. */
const rounds = 40;

test("what several do at random leaves what each of them was told", { timeout: 900_000 }, async () => {
  const findings: string[] = [];
  const first = Date.now() % 2 ** 31;
  const onFinding = (finding: string) => findings.push(finding) === 0;
  const held = await holdMeetings({ first, rounds, onFinding });
  console.log(`${held} meetings, seeds ${first} to ${first + held - 1}`);
  expect(findings.join("\n")).toBe("");
});
