import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

/** Where a file of the repository is. */
export const inRepository = (file: string): string =>
  fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** Reads a file of the repository, with the line ends that all of them have. */
export const read = (file: string): string =>
  readFileSync(inRepository(file), "utf8").replaceAll("\r\n", "\n");

/** Writes a file of the repository as `npm run format` would. */
export async function write(file: string, text: string): Promise<void> {
  const path = inRepository(file);
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

/** What stands in a template for each `{{name}}`. */
export type Names = Record<string, string>;

/** The text of a template. A line with `{{field}}` stands for as many as there are fields, each with its own names. */
export function filled(template: string, names: Names, fields: Names[]): string {
  return read(`openapi/new/templates/${template}.template`)
    .split("\n")
    .flatMap((line) => (/\{\{field\}\}/i.test(line) ? fields.map((own) => fill(line, own)) : [line]))
    .map((line) => fill(line, names))
    .join("\n");
}

const fill = (line: string, names: Names) =>
  line.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => names[name] ?? all);
