import { element } from "../contract/elements.ts";
import { canonical } from "../schema/fingerprint.ts";
import { reportIn, type Both } from "./scope.ts";

/** The extensions in which a contract states numbers that no schema has, such as a rate limit. */
const sections = ["x-limits", "x-delivery"];

/** Compares the numbers of the contract. Nobody can tell in which direction one of them hurts. */
export function compareLimits(both: Both): void {
  for (const section of sections) {
    const [from, to] = [
      element(both.base, both.base.root, section) ?? {},
      element(both.head, both.head.root, section) ?? {},
    ];
    const report = reportIn(both, section);
    for (const key of Object.keys(from).filter((name) => !name.startsWith("x-"))) {
      const [before, after] = [canonical(from[key]), key in to ? canonical(to[key]) : "gone"];
      if (before === after) continue;
      const change = `\`${section}.${key}\` was ${before} and is ${after}.`;
      report(
        "diff/limit-changed",
        change,
        { node: from, key },
        { node: to, key: key in to ? key : undefined },
      );
    }
  }
}
