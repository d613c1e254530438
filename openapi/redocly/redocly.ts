import { distance } from "fastest-levenshtein";
import type { Reference } from "../model/contract.ts";

/** The parts of Redocly's interface for plugins that we use. */

/** A place in the contract. */
export interface Location {
  /** The file. */
  source: { absoluteRef: string };
  child(names: (string | number)[]): Location;
  /** The key at this place, instead of the value. */
  key(): Location;
}

/** What Redocly passes beside the node that it visits. */
export interface Context {
  key: string | number;
  location: Location;
  type: { name: string };
  /** Reports a problem at a location, by default at the node. */
  report(problem: { message: string; suggest?: string[]; location?: Location }): void;
  /** Follows a reference, which may lead nowhere. A node that is none is returned as it is. */
  resolve<Node extends object>(node: Node | Reference): { node: Node | undefined; location?: Location };
}

/** The names that somebody may have meant by a name that does not exist, the closest first. */
export const closest = (name: string, names: string[]): string[] =>
  names
    .map((each) => ({ each, edits: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(2, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ each }) => each);
