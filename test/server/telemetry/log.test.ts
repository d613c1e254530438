import { expect, test } from "vitest";
import { createLog } from "../../../server/telemetry/log.ts";

test("the cause of an error is logged as the error is: without the values that it quotes", () => {
  // Given an error that the database's refusal of a value has caused.
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });
  const cause = Object.assign(
    new Error('invalid input syntax for type integer: "Secretiva"'),
    {
      severity: "ERROR",
      code: "22P02",
      where: "unnamed portal parameter $1 = 'Secretiva'",
    },
  );

  log.error({ err: new Error("Nothing was stored.", { cause }) }, "failed");

  expect(JSON.parse(lines.join(""))).toMatchObject({
    err: {
      message: "Nothing was stored.",
      cause: {
        message: 'invalid input syntax for type integer: "…"',
        code: "22P02",
      },
    },
  });
  expect(lines.join("")).not.toContain("Secretiva");
});
