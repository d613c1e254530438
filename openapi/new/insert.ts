/**
 * The contract's text with a resource in it. Everything else stays as it is written, comments included.
 * @param template its text for each section, below a line `## section`
 */
export function insertResource(contract: string, template: string, exampleFile: string): string {
  const [, ...parts] = template.split(/^## (\S+)\n/m);
  let text = contract.replace(/^x-example-files:\s+\[[^\]]*?(?=,?\s*\])/m, `$&, ${exampleFile}`);
  for (let i = 0; i < parts.length; i += 2) {
    const [section = "", addition = ""] = parts.slice(i, i + 2);
    text =
      section === "scopes"
        ? text.replace('\n        "*": ', () => `\n${addition}        "*": `)
        : appendTo(text, section.split("."), addition);
  }
  return text;
}

/** Appends to a section, under its last element. */
function appendTo(text: string, section: string[], addition: string): string {
  const end = endOf(text, section);
  return text.slice(0, end) + addition + text.slice(end);
}

/** The end of the last line of a section. Blank lines and comments at its end are not in it. */
function endOf(text: string, names: string[]): number {
  let [start, end] = [0, text.length];
  for (const [depth, name] of names.entries()) {
    const margin = "  ".repeat(depth);
    const head = `\n${margin}${name}:\n`;
    const found = text.indexOf(head, start - 1);
    if (found === -1 || found >= end)
      throw new Error(`openapi/openapi.yaml has no section ${names.join(".")}.`);
    start = found + head.length;
    const next = new RegExp(`^ {0,${margin.length}}[^\\s#-].*$`, "m").exec(text.slice(start, end));
    if (next) end = start + next.index;
  }
  return start + text.slice(start, end).replace(/(\s*\n|\n *#[^\n]*)*$/, "\n").length;
}
