import { getLineColLocation } from "@redocly/openapi-core";
import { relative } from "node:path";
import { lintCore, lintStructure } from "./core.ts";
import type { Problem } from "./contract-files.ts";

/**
 * Runs a tool on a contract. When the tool stumbles over a part of a wrong type, or a schema that
 * never ends, the error is the first one of lint.
 * @param file the contract
 * @throws Error in one line
 */
export async function explained<T>(
  file: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError))
      throw error;
    const [problem] = errorsAmong(await lintCore(file));
    if (!problem) throw error;
    throw new Error(lineOf(problem), { cause: error });
  }
}

/**
 * Prints the first unknown field or wrong type of a contract in one line, for a tool that takes the
 * contract all the same.
 */
export async function noteFirstError(file: string): Promise<void> {
  const [problem] = errorsAmong(await lintStructure(file));
  if (problem) console.error(lineOf(problem));
}

const errorsAmong = (problems: Problem[]): Problem[] =>
  problems.filter(({ severity }) => severity === "error");

/** Writes a problem in one line. */
function lineOf({ message, location: [first] }: Problem): string {
  const text = message.replaceAll(/\s*\n\s*/g, " ").replace(/\.$/, "");
  if (!first) return text;
  const { line, col } = getLineColLocation(first).start;
  const name = relative(".", first.source.absoluteRef);
  return `${name}:${line}:${col}: ${text}. Lint names all that is wrong.`;
}
