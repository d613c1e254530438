import type { Problem } from "./contract-files.ts";

/** Errors of Redocly about examples that it cannot check, and what to say of all of them. */
const causes = [
  {
    isOfCause: ({ message, location: [at] }: Problem): boolean =>
      at?.source.absoluteRef.includes("#") === true &&
      message.startsWith("Example validation errored: can't resolve reference"),
    message:
      "Examples with references are not checked, as the path of the contract has a `#`: move the contract to another folder",
  },
  {
    isOfCause: ({ message }: Problem): boolean =>
      /^Example validation errored: reference ".*" resolves to more than one schema\.$/.test(
        message,
      ),
    message:
      "Some examples are not checked, as Redocly takes the same `id` in two examples for the `id` of a schema",
  },
];

/** Replaces the errors of examples that Redocly cannot check by one warning for each cause. */
export const withoutUncheckedExamples = (problems: Problem[]): Problem[] =>
  causes.reduce((found, { isOfCause, message }) => {
    const unchecked = found.find(isOfCause);
    if (!unchecked) return found;
    const others = found.filter((problem) => !isOfCause(problem));
    return [...others, { ...unchecked, severity: "warn", message }];
  }, problems);
