import { format as prettier, resolveConfig } from "prettier";

/** A file's text as `npm run format` writes it. */
export async function format(file: string, text: string): Promise<string> {
  return prettier(text, { ...(await resolveConfig(file)), filepath: file });
}
