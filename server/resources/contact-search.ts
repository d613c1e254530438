import { sql } from "kysely";
import type { Condition } from "./newest-matching.ts";

/** Texts that the trigrams of the index can find: those with three letters or digits in a row. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Three words or more. */
const isLong = /([\p{L}\p{N}]+[^\p{L}\p{N}]+){2}[\p{L}\p{N}]/u;

/** Contacts whose name or email contains a text (D-30). */
export const containing = (q: string): Condition => ({ matches: contains(q), indexed: indexed(q) });

/** The condition that the index evaluates. It would read the whole index for a pattern without a trigram. */
function indexed(q: string) {
  if (!hasTrigram.test(q)) {
    return sql`short_grams(search) collate "C" @> short_grams(fold(${q})) and ${contains(q)}`;
  }
  return isLong.test(q)
    ? sql`search like word_starts_pattern(${q}) and ${contains(q)}`
    : sql`search like contains_pattern(${q})`;
}

const contains = (q: string) => sql`strpos(search, fold(${q})) > 0`;

/** Contacts that have a tag. The index leaves out contacts without any. */
export const tagged = (tag: string): Condition => ({
  matches: sql`${tag} = any(tags)`,
  indexed: sql`tags @> array[${tag}]::text[] and tags <> '{}'`,
});
