/**
 * A Markdown table.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function table(head, rows) {
  return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

const line = (/** @type {(string | number)[]} */ cells) =>
  `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
