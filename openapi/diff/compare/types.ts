import { quoted, without } from "../../model/node.ts";
import type { Alternatives } from "../schema/alternatives.ts";
import { types, type Type } from "../schema/types.ts";
import type { Effect } from "./difference.ts";

/** Which types come and go, and what that does to those who rely on them. */
export function typesChange(
  before: Alternatives,
  after: Alternatives,
): { effect: Effect; change: string } | undefined {
  const [from, to] = [typesOf(before), typesOf(after)];
  const [lost, gained] = [without(from, to).length > 0, without(to, from).length > 0];
  if (!lost && !gained) return undefined;
  const change = `The type{of} was ${words(from, before)} and is ${words(to, after)}.`;
  const oneWay = lost ? "narrower" : "wider";
  return { effect: lost && gained ? "other" : oneWay, change };
}

const typesOf = ({ list }: Alternatives) =>
  types.filter((type) => list.some(({ facts }) => facts.type === type));

function words(list: Type[], { list: all }: Alternatives): string {
  if (list.length === types.length) return "anything";
  const whole = all.every(({ facts }) => facts.type !== "number" || facts.integer);
  return list.length === 0
    ? "nothing at all"
    : quoted(list.map((type) => (type === "number" && whole ? "integer" : type)));
}
