import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

/** Returns the path of a file of the repository. */
export const inRepository = (file: string): string =>
  fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** Reads a file of the repository, with the line ends that all of them have. */
export const read = (file: string): string =>
  readFileSync(inRepository(file), "utf8").replaceAll("\r\n", "\n");

/** Writes a file of the repository as `npm run format` would. */
export async function write(file: string, text: string): Promise<void> {
  const path = inRepository(file);
  writeFileSync(
    path,
    await format(text, { ...(await resolveConfig(path)), filepath: path }),
  );
}

/**
 * Writes files of the repository as `npm run format` would, and checks them. When this fails, they
 * are again as they were.
 * @throws Error of the check
 */
export async function writeChecked(
  texts: Record<string, string>,
  check: () => Promise<unknown>,
): Promise<void> {
  const before = Object.keys(texts).map((file) => {
    const path = inRepository(file);
    return { path, content: existsSync(path) ? readFileSync(path) : undefined };
  });
  try {
    for (const [file, text] of Object.entries(texts)) await write(file, text);
    await check();
  } catch (error) {
    for (const { path, content } of before) {
      if (content === undefined) rmSync(path, { force: true });
      else writeFileSync(path, content);
    }
    throw error;
  }
}

/** The text for each `{{name}}` of a template; null leaves its line out. */
export type Names = Record<string, string | null>;

/**
 * The text of a template. A line with `{{field}}` becomes one line for each field, with the names
 * of that field.
 */
export function filled(
  template: string,
  names: Names,
  fields: Names[],
): string {
  return read(`openapi/new/templates/${template}.template`)
    .split("\n")
    .flatMap((line) =>
      /\{\{(field|Field|checkReference|foreignKey|storedLength)\}\}/.test(line)
        ? fields.flatMap((own) => fill(line, own))
        : [line],
    )
    .flatMap((line) => fill(line, names))
    .join("\n");
}

/** Fills a line, or leaves it out. */
function fill(line: string, names: Names): string[] {
  const used = [...line.matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, name = ""]) => name,
  );
  if (used.some((name) => names[name] === null)) return [];
  return [
    line.replaceAll(
      /\{\{(\w+)\}\}/g,
      (all, name: string) => names[name] ?? all,
    ),
  ];
}

/**
 * The contract's text with a resource in it. Everything else stays as it is written, comments
 * included.
 * @param template its text for each section, below a line `## section`
 */
export function insertResource(contract: string, template: string): string {
  const [, ...parts] = template.split(/^## (\S+)\n/m);
  let text = contract;
  for (let i = 0; i < parts.length; i += 2) {
    const [section = "", addition = ""] = parts.slice(i, i + 2);
    // The scope of everything stays the last one.
    const at =
      section === "scopes"
        ? text.search(/^ {8}"\*": /m)
        : endOf(text, section.split("."));
    text = text.slice(0, at) + addition + text.slice(at);
  }
  return text;
}

/** The end of the last line of a section. Blank lines and comments at its end are not in it. */
function endOf(text: string, names: string[]): number {
  let [start, end] = [0, text.length];
  for (const [depth, name] of names.entries()) {
    const margin = "  ".repeat(depth);
    const head = `\n${margin}${name}:\n`;
    const found = text.indexOf(head, start - 1);
    if (found === -1 || found >= end)
      throw new Error(
        `openapi/openapi.yaml has no section ${names.join(".")}.`,
      );
    start = found + head.length;
    const next = new RegExp(`^ {0,${margin.length}}[^\\s#-].*$`, "m").exec(
      text.slice(start, end),
    );
    if (next) end = start + next.index;
  }
  return (
    start + text.slice(start, end).replace(/(\s*\n|\n *#[^\n]*)*$/, "\n").length
  );
}
