import { getLineColLocation } from "@redocly/openapi-core";
import { createLint, type Problem as Found } from "../../../openapi/lint/lint.ts";

/** A message of lint. */
export interface Problem {
  rule: string;
  /** The line that it points at. */
  line: number;
  message: string;
}

const loaded = createLint();

/** What lint says of each of these contracts. */
export async function lint(texts: string[]): Promise<Problem[][]> {
  const run = await loaded;
  const found: Problem[][] = [];
  for (const text of texts) found.push((await run(text)).map(toProblem));
  return found;
}

function toProblem({ ruleId, message, location: [location] }: Found): Problem {
  return { rule: ruleId, line: location ? getLineColLocation(location).start.line : 0, message };
}
