import type { Problem } from "./contract-files.ts";

const isUnchecked = ({ message, location: [at] }: Problem): boolean =>
  at?.source.absoluteRef.includes("#") === true &&
  message.startsWith("Example validation errored: can't resolve reference");

/**
 * Replaces the errors of examples that Redocly cannot check by one warning: it finds no reference
 * when the path of a file has a `#`.
 */
export function withoutUncheckedExamples(problems: Problem[]): Problem[] {
  const unchecked = problems.find(isUnchecked);
  if (!unchecked) return problems;
  const others = problems.filter((problem) => !isUnchecked(problem));
  const message =
    "Examples with references are not checked, as the path of the contract has a `#`: move the contract to another folder";
  return [...others, { ...unchecked, severity: "warn", message }];
}
