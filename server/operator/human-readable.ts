/**
 * The result of a command for the person who typed it: a line for each field, and a table for each
 * list of objects. With `--json` the command line prints the result as JSON instead.
 */
export function humanReadable(result: object): string {
  const lists = Object.entries(result).filter(([, value]) =>
    isListOfObjects(value),
  );
  const fields = Object.entries(result).filter(
    ([, value]) => !isListOfObjects(value),
  );
  const tables = lists.map(
    ([name, rows]) => `${words(name)}\n${table(rows as object[])}`,
  );
  return [
    ...(fields.length > 0
      ? [columns(fields.map(([name, value]) => [words(name), cell(value)]))]
      : []),
    ...tables,
  ].join("\n\n");
}

const isListOfObjects = (value: unknown) =>
  Array.isArray(value) && value.every((element) => typeof element === "object");

/** The rows under the names of their fields. */
function table(rows: object[]): string {
  const [first] = rows;
  if (first === undefined) return "  none";
  const names = Object.keys(first);
  return columns([
    names.map(words),
    ...rows.map((row) => Object.values(row).map(cell)),
  ]);
}

/** Rows of cells, each column as wide as its widest cell. */
function columns(rows: string[][]): string {
  const width = (column: number) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      `  ${row.map((text, column) => text.padEnd(width(column))).join("  ")}`.trimEnd(),
    )
    .join("\n");
}

function cell(value: unknown): string {
  if (value === null || value === "") return "-";
  if (Array.isArray(value)) return value.map(cell).join(", ") || "-";
  if (typeof value === "object")
    return Object.entries(value as object)
      .map(([name, inner]) => `${words(name)} ${cell(inner)}`)
      .join(", ");
  return printable(String(value).replaceAll(/\s+/g, " "));
}

const words = (name: string): string => name.replaceAll("_", " ");

/**
 * Escapes a text for a terminal. Characters that control a terminal or turn the direction of a text
 * are written as JSON writes them, e.g. `\u001b`, because stored data may contain them. Line breaks
 * stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
