import { append } from "../model/collections.ts";
import type { Finding } from "../diff/findings.ts";

/** A line of the changelog: a change, and the operations that it affects. */
export interface Line {
  change: string;
  in: string[];
}

/**
 * Joins additions that are one change for a caller: the same change of several operations, schemas
 * or fields, and all that one operation gained.
 */
export function linesOf(additions: readonly Finding[]): Line[] {
  const lines = additions.map(({ change, in: operations }) => ({
    change: plainer(change),
    in: operations,
  }));
  return joinAdded(joinNames(joinConstants(joinOperations(lines))));
}

/** Writes a change of a constraint as the effect that it has on a caller. */
function plainer(change: string): string {
  const [, field = "", from, to] =
    /^The type of (`.+?`) was (.+) and is (.+)\.$/.exec(change) ?? [];
  if (to !== undefined && to === `\`null\`, ${from}`)
    return `\`null\` is a possible value of ${field}.`;
  return change.replace(
    /^`pattern` of (`.+?`) lost /,
    "More values of $1 are accepted: `pattern` lost ",
  );
}

/** Lines with the same key. */
interface Group {
  first: Line;
  lines: Line[];
  /** The operations of all lines. */
  operations: string[];
}

/** Groups lines by a key, each group at the place of its first line. */
function groupsBy(
  lines: readonly Line[],
  keyOf: (line: Line) => unknown,
): Group[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) append(groups, JSON.stringify(keyOf(line)), line);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const operations = [...new Set(group.flatMap((line) => line.in))];
    return [{ first, lines: group, operations }];
  });
}

/** Joins lines with the same text. */
const joinOperations = (lines: readonly Line[]): Line[] =>
  groupsBy(lines, ({ change }) => change).map(({ first, operations }) => ({
    change: first.change,
    in: operations,
  }));

const constant = /^The only values of (`[^`]+`) are (`[^`]+`)\.$/;

/** Joins fields of one name that each have a constant now, such as the `type` of events. */
function joinConstants(lines: readonly Line[]): Line[] {
  const fieldIn = ({ change }: Line) => constant.exec(change)?.[1];
  const valueIn = ({ change }: Line) => constant.exec(change)?.[2];
  const groups = groupsBy(lines, (line) => fieldIn(line) ?? line.change);
  return groups.map((group) => {
    const field = fieldIn(group.first);
    if (field === undefined) return group.first;
    const values = group.lines.map(valueIn).join(", ");
    return {
      change: `The value of ${field} is constant: ${values}.`,
      in: group.operations,
    };
  });
}

const ofName = /^(?<before>.*? of )(?<name>`[^`]+`)(?<after>.*)$/s;

/** Joins lines that differ in one name: the schema or the field that has changed. */
function joinNames(lines: readonly Line[]): Line[] {
  const partsOf = ({ change }: Line) => ofName.exec(change)?.groups;
  const groups = groupsBy(lines, (line) => {
    const parts = partsOf(line);
    return parts ? [parts["before"], parts["after"]] : line.change;
  });
  return groups.map((group) => {
    const parts = partsOf(group.first);
    if (!parts) return group.first;
    const names = group.lines.flatMap((line) => partsOf(line)?.["name"] ?? []);
    const all = inWords([...new Set(names)]);
    return {
      change: `${parts["before"]}${all}${parts["after"]}`,
      in: group.operations,
    };
  });
}

const addition = /^(?<what>.+?)(?<owner> of `.+)? was added\.$/;

/** Joins lines about additions to the same operations, and to the same schema. */
function joinAdded(lines: readonly Line[]): Line[] {
  const partsOf = ({ change }: Line) => addition.exec(change)?.groups;
  const groups = groupsBy(lines, (line) => {
    const parts = partsOf(line);
    return [parts ? parts["owner"] : line.change, line.in];
  });
  return groups.map((group) => {
    const { first } = group;
    if (group.lines.length === 1) return first;
    const all = group.lines.flatMap((line) => partsOf(line)?.["what"] ?? []);
    const owner = partsOf(first)?.["owner"] ?? "";
    const subject = startOfSentence(inWords(joinNouns(all)));
    return { change: `${subject}${owner} were added.`, in: first.in };
  });
}

/** Noun → its plural, for elements that are written as a noun and a name. */
const plurals: Record<string, string> = {
  Header: "headers",
  Property: "properties",
  Response: "responses",
};

/** Joins the names after the same noun: headers `A` and `B`. */
function joinNouns(all: readonly string[]): string[] {
  const names = new Map<string, string[]>();
  for (const what of all) {
    const [, noun = "", name = ""] = /^(\w+) (`[^`]+`)$/.exec(what) ?? [];
    if (noun in plurals) append(names, noun, name);
    else names.set(what, []);
  }
  return [...names].map(([noun, named]) => {
    const word = named.length > 1 ? plurals[noun] : undefined;
    const text = [word ?? noun, inWords(named)].filter(Boolean).join(" ");
    return text.charAt(0).toLowerCase() + text.slice(1);
  });
}

const startOfSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1);

/** Lists elements in a sentence: `a, b and c`. */
function inWords(elements: readonly string[]): string {
  const last = elements.at(-1) ?? "";
  return elements.length > 1
    ? `${elements.slice(0, -1).join(", ")} and ${last}`
    : last;
}
