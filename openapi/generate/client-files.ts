import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { banner } from "./banner.ts";
import { libraryFiles } from "./client-library.ts";
import type { ApiNames } from "./client-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The client's files that are of no API, with the library that they stand on.
 * @param server the address of the server, or an empty text when callers have to give it
 */
export function clientFiles(
  names: ApiNames,
  server: string,
): Map<string, string> {
  const files = new Map<string, string>();
  const open = [
    "client/index.ts",
    "client/query-styles.ts",
    "client/raw-body.ts",
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files.has(name)) continue;
    const text = readFileSync(join(root, name), "utf8");
    files.set(
      name,
      text.replace(
        'from "openapi-fetch"',
        'from "./libraries/openapi-fetch.ts"',
      ),
    );
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const imported = relative(root, join(root, dirname(name), path));
      if (imported.startsWith("client/")) open.push(imported);
    }
  }
  for (const [name, text] of files) files.set(name, named(text, names, server));
  files.set("client/environment.ts", environmentFile(names, server));
  for (const [name, file] of libraryFiles())
    files.set(`client/libraries/${name}`, file);
  return files;
}

/** A file of the client with the names of another API in place of this API's names. */
function named(
  text: string,
  { client, key, address }: ApiNames,
  server: string,
): string {
  const known = server === "" ? "" : `, and without it\n   * \`${server}\``;
  return text
    .replaceAll("contacts-client", client)
    .replaceAll("CONTACTS_API_KEY", key)
    .replaceAll("`CONTACTS_BASE_URL`", `\`${address}\`${known}`)
    .replaceAll("CONTACTS_BASE_URL", address);
}

/**
 * `client/environment.ts` for another API, which never had variables of former names.
 * @param server the address of the server for callers who give none, or an empty text
 */
export const environmentFile = (
  { key, address }: ApiNames,
  server = "",
): string => `${banner}\
/** Reads an option from the environment, where the runtime has one. */
export function readVariable(
  name: "apiKey" | "baseUrl",
  _hasKey?: boolean,
): {
  value?: string | undefined;
  /** The variable that may be set. */
  variable: string;
} {
  const { process } = globalThis as { process?: { env?: Environment } };
  const variable = name === "apiKey" ? "${key}" : "${address}";
  const value = process?.env?.[variable];
${server === "" ? "" : defaultLine(server)}\
  return { value, variable };
}

type Environment = Record<string, string | undefined>;
`;

const defaultLine = (server: string): string =>
  `  if (name === "baseUrl" && !value)\n    return { value: ${JSON.stringify(server)}, variable };\n`;
