import { sql } from "kysely";
import type { Condition } from "./newest-matching.ts";

/** Contacts whose name or email contains a text (D-30). The index finds candidates by their groups of three characters. */
export const containing = (q: string): Condition => {
  const text = sql`fold(${q})`;
  const matches = sql`strpos(search, ${text}) > 0`;
  // Nothing, which is what is left of an accent alone, and what stands between words are in too many contacts for an index.
  return {
    matches,
    indexed: sql`(${text} ~ '^[ .@]*$' or search_grams(search) @@ search_query(${text})) and ${matches}`,
  };
};

/** Contacts that have a tag. The index leaves out contacts without any. */
export const tagged = (tag: string): Condition => ({
  matches: sql`${tag} = any(tags)`,
  indexed: sql`tags @> array[${tag}]::text[] and tags <> '{}'`,
});

/** Contacts whose custom fields have these values. The index leaves out contacts without custom fields. */
export function withCustomFields(fields: Record<string, string>): Condition[] {
  const equal = Object.entries(fields).map(
    ([name, value]) => sql`custom_fields ->> ${name}::text = ${value}`,
  );
  if (equal.length === 0) return [];
  const matches = sql.join(equal, sql` and `);
  const hashes = sql`custom_field_hashes(${JSON.stringify(fields)}::json)`;
  return [
    {
      matches,
      indexed: sql`custom_field_hashes(custom_fields) @> ${hashes} and custom_fields::text <> '{}' and ${matches}`,
    },
  ];
}
