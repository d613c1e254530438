import { distance } from "fastest-levenshtein";

/**
 * Returns the names that somebody may have meant by a name that does not exist, the closest first.
 */
export const closest = (name: string, names: string[]): string[] =>
  names
    .map((candidate) => ({
      candidate,
      edits: distance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= Math.max(2, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
