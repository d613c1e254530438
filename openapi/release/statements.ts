/** Quoted texts, which count as they are; comments and white space, which do not. */
const parts = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\s+/g;

/** Reduces SQL to what it does: without comments, and with one space for any white space. */
export const codeOfSql = (sql: string): string =>
  sql
    .replaceAll(parts, (_, quoted?: string) => quoted ?? " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** The migrations by their names, from the output of `npm run migrate -- --print`. */
export function migrationsIn(printed: string): Map<string, string> {
  const [, ...texts] = printed.split(/^-- (?=\d{4}-)/m);
  return new Map(
    texts.map((text): [string, string] => {
      const name = text.slice(0, text.indexOf(":"));
      return [name, text.slice(name.length + 1)];
    }),
  );
}
