import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Compiles all files of a folder strictly. Returns the messages of the compiler; an empty text when
 * it has none.
 * @param options further compiler options
 */
export function compileFolder(
  folder: string,
  options: Record<string, unknown> = {},
): Promise<string> {
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    ...options,
  };
  const config = join(folder, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions }));
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  return new Promise((done) => {
    execFile(
      compiler,
      ["-p", config],
      { maxBuffer: Infinity },
      (error, stdout, stderr) => {
        const messages = stdout + stderr;
        done(messages === "" && error ? error.message : messages);
      },
    );
  });
}
