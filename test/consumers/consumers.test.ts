import { readdirSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { contractVersion } from "../../generated/calls.ts";

const releases = readdirSync("test/consumers").filter((name) => /^\d+\.\d+\.\d+\.ts$/.test(name));
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");

/** The files that no test changes, parsed once for all compilations. */
const parsed = new Map<string, ts.SourceFile>();

/** What the compiler says of the releases' consumers when a file of the repository is changed. */
function errorsIn(file: string, change: (text: string) => string): string[] {
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (name.endsWith(file) ? change(read(name) ?? "") : read(name));
  host.getSourceFile = (name, target) => {
    const text = parsed.has(name) && !name.endsWith(file) ? undefined : host.readFile(name);
    if (text === undefined) return parsed.get(name);
    const source = ts.createSourceFile(name, text, target);
    if (!name.endsWith(file)) parsed.set(name, source);
    return source;
  };
  const program = ts.createProgram(
    releases.map((name) => `test/consumers/${name}`),
    options,
    host,
  );
  return releases.flatMap((name) => {
    const source = program.getSourceFile(`test/consumers/${name}`);
    const found = program.getSemanticDiagnostics(source);
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  });
}

test("there is a consumer of this major version", () => {
  expect(releases.map((name) => name.split(".")[0])).toContain(contractVersion.split(".")[0]);
});

// Today's types are held against them by `npm run types`, as all of test/ is.
test.each<[string, string, (text: string) => string]>([
  ["a field that is gone", "generated/types.ts", (text) => text.replaceAll(" vip:", " important:")],
  [
    "a field that must now be sent",
    "generated/types.ts",
    (text) => text.replaceAll("phone?:", "phone:").replaceAll("limit?:", "limit:"),
  ],
  [
    "a method that is gone",
    "client/contacts-by-email.ts",
    (text) => text.replaceAll("createOrGet:", "upsert:"),
  ],
  [
    "an option of another type",
    "client/options.ts",
    (text) => text.replace("retries?: number", "retries?: string"),
  ],
])("%s breaks the consumer of a release", (_, file, change) => {
  expect(errorsIn(file, change)).not.toEqual([]);
});

test("what is as it was breaks none", () => {
  expect(errorsIn("nothing", (text) => text)).toEqual([]);
});
