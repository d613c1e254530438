import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A file of openapi-fetch, or of its types. */
interface LibraryFile {
  name: string;
  /** The file in its package. */
  source: string;
}

const typeFiles: LibraryFile[] = [
  {
    name: "openapi-fetch-types.ts",
    source: "openapi-fetch/dist/index.d.mts",
  },
  {
    name: "openapi-typescript-helpers.ts",
    source: "openapi-typescript-helpers/index.d.ts",
  },
];
const codeFile: LibraryFile = {
  name: "openapi-fetch-code.ts",
  source: "openapi-fetch/dist/index.mjs",
};

const entry = `import * as code from "./openapi-fetch-code.ts";
import type * as types from "./openapi-fetch-types.ts";

export type * from "./openapi-fetch-types.ts";

const library = code as unknown as typeof types;

export default library.default;
export const {
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} = library;
`;

/**
 * Returns openapi-fetch with its types and its licence, name → text, so that nothing has to be
 * installed. Its JavaScript is in files of TypeScript: `tsc` copies no other files to its output.
 */
export function libraryFiles(): Map<string, string> {
  const files = new Map([["openapi-fetch.ts", entry]]);
  for (const { name, source } of [codeFile, ...typeFiles])
    files.set(name, `// @ts-nocheck\n${ownText(read(source))}`);
  files.set("LICENSE", read("openapi-fetch/LICENSE"));
  return files;
}

const read = (source: string): string =>
  readFileSync(require.resolve(source), "utf8");

/** Returns a text that imports the files beside it, and names no source map. */
const ownText = (text: string): string =>
  text
    .replaceAll(
      /(["'])openapi-typescript-helpers\1/g,
      '"./openapi-typescript-helpers.ts"',
    )
    .replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
