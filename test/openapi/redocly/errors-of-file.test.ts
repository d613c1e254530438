import { expect, test } from "vitest";
import { withFile } from "../../../openapi/redocly/errors-of-file.ts";

const boom = (): object => {
  throw new TypeError("boom");
};
const file = "openapi/rules/bad.ts";
const message = `${file} failed: boom`;

test("a rule that fails is named with its file: when it is made, at a node, and when it leaves one", () => {
  expect(withFile(file, boom)).toThrow(message);
  const rule = withFile(file, () => ({ Root: boom, Paths: { Operation: { leave: boom } } }))();
  expect(rule.Root).toThrow(message);
  expect(rule.Paths.Operation.leave).toThrow(message);
});
