/** Matches quoted texts, which stay unchanged, and comments and white space, which do not count. */
const quotedOrIgnored = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\s+/g;

/** Removes the comments and the formatting of SQL. */
export const codeOfSql = (sql: string): string =>
  sql
    .replaceAll(quotedOrIgnored, (_, quoted?: string) => quoted ?? " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** Reads the output of `npm run migrate -- --print`. Returns migration → statements. */
export function migrationsIn(printed: string): Map<string, string> {
  const [, ...texts] = printed.split(/^-- (?=\d{4}-)/m);
  return new Map(
    texts.map((text): [string, string] => {
      const name = text.slice(0, text.indexOf(":"));
      return [name, text.slice(name.length + 1)];
    }),
  );
}
