/** A piece of a text, and what takes its place. */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** The changes of SQL: each of these words and signs becomes the other. */
const swaps: [from: RegExp, to: string][] = [
  [/ = /g, " <> "],
  [/ <> /g, " = "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/\band\b/g, "or"],
  [/\bor\b/g, "and"],
  [/\bis null\b/g, "is not null"],
  [/\bis not null\b/g, "is null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<!not )\bexists\b/g, "not exists"],
  [/\bnot in\b/g, "in"],
  [/(?<!not )\bin (?=\()/g, "not in "],
  [/\bdesc\b/g, "asc"],
  [/\basc\b/g, "desc"],
  [/\border by [\w.]+(?![\w.,]| desc)/g, "$& desc"],
  [/\bleft join\b/g, "join"],
  [/(?<!left )\bjoin\b/g, "left join"],
  [/\bmin\(/g, "max("],
  [/\bmax\(/g, "min("],
  [/\bgreatest\(/g, "least("],
  [/\bleast\(/g, "greatest("],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\blimit \S+/g, ""],
  [/\bfor (no key )?update\b/g, ""],
  [/\bunion all\b/g, "union"],
];

/** The words that a condition begins with, and those that come after one. */
const before = /\b(where|and|or|on(?! conflict)|having|when)\s+/g;
const after =
  /\b(where|and|or|when|then|else|end|group by|order by|limit|for update|returning|union|join|left join|on conflict)\b|[,;]/y;

/**
 * Changes of a piece of SQL: a comparison, `and` or `or`, an order, a join's side, a condition left
 * out.
 * @param values where TypeScript is within the SQL, as in `${id}`: that is not changed
 */
export function changesOfSql(
  text: string,
  values: { start: number; end: number }[],
): Edit[] {
  let sql = text;
  for (const { start, end } of values)
    sql = sql.slice(0, start) + "$".repeat(end - start) + sql.slice(end);
  return [...swapped(sql), ...withoutConditions(sql)];
}

const swapped = (sql: string): Edit[] =>
  swaps.flatMap(([from, to]) =>
    [...sql.matchAll(from)]
      .filter(({ index }) => !isAssignment(sql, index))
      .map(({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
        replacement: to.replace("$&", found),
      })),
  );

/** Recognizes a sign in `set a = b`, which no other can replace. */
const isAssignment = (sql: string, index: number) =>
  / [=] /y.test(sql.slice(index, index + 3)) &&
  /\bset\b(?!.*\b(where|from)\b)/s.test(sql.slice(0, index));

/** Each condition replaced by one that always holds. */
function withoutConditions(sql: string): Edit[] {
  return [...sql.matchAll(before)].flatMap(({ 0: word, index }) => {
    const start = index + word.length;
    const end = start + sql.slice(start, endOf(sql, start)).trimEnd().length;
    const isBetween = / between \S+ $/.test(sql.slice(0, index));
    const isCondition = end > start && sql.slice(start, end) !== "true";
    return isCondition && !isBetween
      ? [{ start, end, replacement: "true" }]
      : [];
  });
}

/**
 * Finds the end of the condition that begins here: before a word that is not in brackets of its
 * own.
 */
function endOf(sql: string, start: number): number {
  let depth = 0;
  for (let i = start; i < sql.length; i++) {
    if (sql[i] === "(") depth++;
    if (sql[i] === ")" && --depth < 0) return i;
    after.lastIndex = i;
    if (depth === 0 && i > start && after.test(sql)) return i;
  }
  return sql.length;
}
