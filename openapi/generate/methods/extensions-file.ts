import { operationsOf, type Contract } from "../../model/contract.ts";
import { resourceOf } from "../client-names.ts";
import { sampleCall } from "../samples/sample-call.ts";

/**
 * `generated/extensions.ts`: the methods, with what files of `client/` add to the resource of a tag
 * with `x-client`.
 */
export function extensionsFile({ tags }: Contract): string {
  const each = (line: (resource: string, file: string) => string) =>
    tags.flatMap(({ name, "x-client": file }) =>
      file === undefined ? [] : line(resourceOf(name), file),
    );
  const types = each(
    (resource) => ` & { ${resource}: ReturnType<typeof ${resource}> }`,
  );
  return [
    ...each(
      (resource, file) => `import ${resource} from "../client/${file}.ts";`,
    ),
    'import type { Methods } from "./methods.ts";',
    ...each((_, file) => `export * from "../client/${file}.ts";`),
    `\nexport default (methods: Methods): Methods${types.join("")} => ({\n  ...methods,`,
    ...each(
      (name) =>
        `  ${name}: { ...methods.${name}, ...${name}(methods.${name}) },`,
    ),
    "});\n",
  ].join("\n");
}

/**
 * The function that finds the scopes of a key: the operation for any key says them. Without one a
 * key has all.
 */
export function scopesFunction(contract: Contract): string {
  const located = operationsOf(contract).find(
    ({ operation }) => operation["x-any-key"],
  );
  const [argument, scopes] = located
    ? [
        "api",
        `(await api.${sampleCall(contract, located).clientMethod}()).scopes`,
      ]
    : ["_", '["*"]'];
  return `\n/** Returns the scopes of the key. @internal */\nexport const scopesOf = async (${argument}: Methods): Promise<readonly string[]> => ${scopes};\n`;
}
