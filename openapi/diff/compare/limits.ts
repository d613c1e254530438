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
    for (const key of new Set([from, to].flatMap(Object.keys))) {
      if (key.startsWith("x-") || canonical(from[key]) === canonical(to[key])) continue;
      const was = key in from ? `was ${canonical(from[key])}` : "is new";
      const change = `\`${section}.${key}\` ${was} and is ${key in to ? canonical(to[key]) : "gone"}.`;
      const [before, after] = [from, to].map((node) => ({ node, key: key in node ? key : undefined }));
      report("diff/limit-changed", change, before, after);
    }
  }
}
