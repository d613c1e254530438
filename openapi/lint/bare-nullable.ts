import { mapNodes, type Node } from "../model/node.ts";
import { is30 } from "../model/version-30.ts";
import type { Problem } from "./contract-files.ts";

const rulesOfExamples = /^no-invalid-(media-type|parameter|schema)-examples$/;

/** Returns true when Redocly has not checked an example, as a `nullable` has no `type` beside it. */
const isUncheckedByNullable = ({ message }: Problem): boolean =>
  message ===
  'Example validation errored: "nullable" cannot be used without "type".';

/**
 * Checks examples again with each `nullable` that has no `type` in other words.
 * @param problems the problems of the original contract
 * @param lint lints a contract whose documents are changed
 */
export async function withExamplesOfNullables(
  problems: Problem[],
  version: unknown,
  lint: (change: <T>(document: T) => T) => Promise<Problem[]>,
): Promise<Problem[]> {
  if (!is30(version) || !problems.some(isUncheckedByNullable)) return problems;
  const isOfExample = ({ ruleId }: Problem) => rulesOfExamples.test(ruleId);
  // OpenAPI 3.0 has no `else` but ours. The errors in it say more.
  const isOfElse = ({ message }: Problem) =>
    message.endsWith('must match "else" schema.');
  const again = await lint((document) => mapNodes(document, inOtherWords));
  return [
    ...problems.filter((each) => !isUncheckedByNullable(each)),
    ...again.filter((each) => isOfExample(each) && !isOfElse(each)),
  ];
}

/** Writes `nullable` beside `allOf`, `oneOf` or `anyOf` as a condition. Alone it says nothing. */
function inOtherWords(node: Node): Node {
  if (typeof node["nullable"] !== "boolean") return node;
  if ("type" in node) return node;
  const { nullable, allOf, oneOf, anyOf, ...schema } = node;
  const combined = Object.entries({ allOf, oneOf, anyOf }).filter(
    ([, branches]) => branches !== undefined,
  );
  // OpenAPI 3.0 ignores what is beside a reference.
  if (combined.length === 0 || "$ref" in node) return schema;
  const branches = Object.fromEntries(combined);
  if (!nullable) return { ...schema, ...branches };
  return { ...schema, if: { enum: [null] }, else: branches };
}
