import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { contractFile } from "../model/contract-file.ts";
import { messageOf, readCommand, runProgram } from "../options.ts";
import type { Problem } from "./contract-files.ts";

const formats = ["text", "json", "github", "sarif"];

const help = `npm run lint -- FILE [options]

Checks a contract for errors, and for what is ambiguous to tools.

  --profile PROFILE  core, or house: the design guide as well, openapi/README.md (core)
  --config FILE      rules in the form of redocly.yaml, instead of the profile core
  --format FORMAT    ${formats.join(", ")} (text)

Ends with 0 when there is no error, 1 when there is one, also in the syntax of YAML, and 2 when there is no such file or an
option is wrong.

In this repository: without FILE it checks openapi/openapi.yaml, by the profile house.
`;

/** The exit code when there is no such file, or an option is wrong. */
const unreadable = 2;

async function main(): Promise<void> {
  const options = {
    profile: { type: "string" },
    config: { type: "string" },
    format: { type: "string", default: "text" },
  } as const;
  const { values, file } = readCommand(help, options, unreadable);
  const { format, config } = values;
  if (!formats.includes(format))
    throw new Error(
      `--format must be one of ${formats.join(", ")}, not ${format}.`,
    );
  const profile = values.profile ?? (file === undefined ? "house" : "core");
  if (profile !== "core" && profile !== "house")
    throw new Error(`--profile must be core or house, not ${profile}.`);
  const problems = await problemsOf(file ?? contractFile, profile, config);
  const hasError = problems.some(({ severity }) => severity === "error");
  process.exitCode = hasError ? 1 : 0;
  const { lintReport, machineFormats } = await import("./report.ts");
  const folder = file === undefined ? undefined : `${process.cwd()}/`;
  const report = machineFormats[format];
  if (report) {
    process.stdout.write(report(problems, folder ?? `${process.cwd()}/`));
    return;
  }
  if (problems.length === 0)
    return console.log(`${file ?? "openapi/openapi.yaml"} is clean.`);
  console.error(lintReport(problems, folder));
}

/** Lints a contract. Loads Redocly only here, as loading takes seconds. */
async function problemsOf(
  file: string,
  profile: "core" | "house",
  config: string | undefined,
): Promise<Problem[]> {
  if (profile === "core" || config !== undefined) {
    const { lintCore } = await import("./core.ts");
    return lintCore(file, config);
  }
  const { createLint } = await import("./lint.ts");
  const lint = await createLint();
  return lint(readFileSync(file, "utf8"), resolve(file));
}

await runProgram(() =>
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = unreadable;
  }),
);
