import { eachNode, isNode, childOf, textIn, type Node } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import { rule, type Problem } from "./rule.ts";

/** Unit of a number in a text → its size in seconds, bytes or percent. */
const sizes: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  byte: 1,
  KiB: 1024,
  "%": 1,
};

/** End of a name in `x-limits` or `x-delivery`, such as `eventDays` → unit. */
const unitsOfNames: Record<string, string> = {
  Seconds: "second",
  Hours: "hour",
  Days: "day",
  Bytes: "byte",
  Percent: "%",
};

const countedNouns =
  "attempts?|characters?|contacts?|elements?|errors?|events?|fields?|keys?|messages?|requests?|sessions?|webhooks?";
const numberWithUnit = new RegExp(
  `(?<![\\w.,-])(\\d[\\d,]*) (seconds?|minutes?|hours?|days?|bytes?|KiB|%|${countedNouns})(?![\\w-])`,
  "g",
);

/** Number in a text that is no limit of the contract → the reason. */
const exceptions: Record<string, string> = {
  "200 bytes": "how a quota counts a row: callers cannot meet it (D-40)",
  "6 characters": "the checksum of a key, which callers do not read (D-26)",
  "26 characters": "the id of a request, whose pattern has it (D-29)",
};

/** Returns the numbers with a unit in a text: times in seconds, sizes in bytes, and counts. */
export const numbersIn = (text: string) =>
  [...text.matchAll(numberWithUnit)]
    .filter(([written]) => !(written in exceptions))
    .map(([written, digits = "", word = ""]) => {
      const size = sizes[word] ?? sizes[word.replace(/s$/, "")];
      const number = Number(digits.replaceAll(",", ""));
      return {
        written,
        value: number * (size ?? 1),
        isCount: size === undefined,
      };
    });

/**
 * Returns the size of the unit at the end of a name: 86,400 for `eventDays`, undefined for a count.
 */
export function sizeOf(name: string): number | undefined {
  const end = Object.keys(unitsOfNames).find((each) => name.endsWith(each));
  return end === undefined ? undefined : sizes[unitsOfNames[end] ?? ""];
}

/**
 * Returns the numbers of `x-limits` and `x-delivery`: times in seconds, sizes in bytes, and counts.
 */
export function limitsIn(contract: object): {
  sized: Set<number>;
  counts: Set<number>;
} {
  const sized = new Set<number>();
  const counts = new Set<number>();
  for (const section of ["x-limits", "x-delivery"])
    for (const [name, value] of Object.entries(
      Object(childOf(contract, section)),
    )) {
      const size = sizeOf(name);
      for (const number of [value].flat().map(Number))
        (size === undefined ? counts : sized).add(number * (size ?? 1));
    }
  return { sized, counts };
}

/** Returns the bounds of an element, its children and the targets of its references. */
function boundsOf(element: Node, contract: Node): Set<number> {
  const bounds = new Set<number>();
  const visited = new Set<unknown>();
  const collect = (root: unknown): void => {
    if (visited.has(root)) return;
    visited.add(root);
    eachNode(root, (node) => {
      for (const [name, value] of Object.entries(node))
        if (/^(min|max|exclusiveM)|^default$/.test(name))
          bounds.add(Number(value));
      const reference = isNode(node) ? textIn(node, "$ref") : undefined;
      if (reference?.startsWith("#/"))
        collect(namesIn(reference).reduce<unknown>(childOf, contract));
    });
  };
  collect(element);
  return bounds;
}

/**
 * Checks that each number with a unit in a description is one of `x-limits` or `x-delivery`, or a
 * bound of the described element, so that no text keeps an old number. Design guide:
 * openapi/README.md#numbers-in-texts
 */
export default rule("See openapi/README.md#numbers-in-texts", unknownNumbers);

function unknownNumbers(root: Node): Problem[] {
  const { sized, counts } = limitsIn(root);
  const problems: Problem[] = [];
  eachNode(root, (node, path) => {
    const description = isNode(node) ? textIn(node, "description") : undefined;
    if (description === undefined || path[0] === "info") return;
    for (const { written, value, isCount } of numbersIn(description)) {
      const known = isCount ? counts : sized;
      if (known.has(value)) continue;
      if (isCount && boundsOf(node as Node, root).has(value)) continue;
      problems.push({
        message: `The text says "${written}", which is no number of \`x-limits\` or \`x-delivery\` and no bound of this element`,
        path: [...path, "description"],
      });
    }
  });
  return problems;
}
