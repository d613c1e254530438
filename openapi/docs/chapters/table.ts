type Row = (string | number)[];

/** A Markdown table. */
export const table = (head: string[], rows: Row[]): string =>
  [head, head.map(() => "---"), ...rows].map(line).join("\n");

const line = (cells: Row) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
