import { textIn } from "../../model/node.ts";
import type { NamedOperation } from "./named-operations.ts";
import { atKey, type Scope } from "./scope.ts";

/** The levels of `x-stability-level`, the least stable first. The default is stable. */
const stabilityLevels = ["draft", "alpha", "beta", "stable"];
const stabilityKey = "x-stability-level";

const stabilityOf = ({ node, item }: NamedOperation): number => {
  const level = textIn(node, stabilityKey) ?? textIn(item, stabilityKey);
  const known = stabilityLevels.indexOf(level ?? "stable");
  return known === -1 ? stabilityLevels.indexOf("stable") : known;
};

/** Returns true when the contract says that an operation is a draft, which may change. */
export const isDraft = (operation: NamedOperation): boolean =>
  stabilityOf(operation) < stabilityLevels.indexOf("beta");

/** Compares how stable an operation is. */
export function compareStability(
  { report }: Scope,
  was: NamedOperation,
  next: NamedOperation,
): void {
  const before = stabilityOf(was);
  const after = stabilityOf(next);
  if (before === after) return;
  report(
    after < before ? "diff/stability-lowered" : "added",
    `The operation was ${stabilityLevels[before]} and is ${stabilityLevels[after]}.`,
    ...atKey(stabilityKey, was.node, next.node),
  );
}
