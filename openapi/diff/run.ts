import { existsSync, writeFileSync } from "node:fs";
import { messageOf, readArguments } from "../options.ts";
import {
  approvedBreaks,
  contractOfCallers,
  working,
} from "./contract/source.ts";
import { decide, type Decision } from "./decide.ts";
import { ourLevels } from "./levels.ts";
import { reviewPage } from "./review.ts";
import {
  approvalsFor,
  githubReport,
  sarifReport,
  textReport,
} from "./reports.ts";

const formats = new Map<string, (decision: Decision) => string>([
  ["text", textReport],
  ["json", (decision) => `${JSON.stringify(decision, null, 2)}\n`],
  ["markdown", (decision) => `\`\`\`\n${textReport(decision)}\`\`\`\n`],
  ["github", githubReport],
  ["github-actions", githubReport],
  ["sarif", sarifReport],
  ["approvals", approvalsFor],
]);

const help = `npm run diff -- BASE HEAD [options]

Reports what the contract HEAD breaks for callers of BASE. Each is a file of OpenAPI 3 in YAML or JSON, or
REVISION:path of git. A contract may refer to other files.

  --format FORMAT    ${[...formats.keys()].join(", ")} (text)
  --html FILE        also writes a page for a reviewer: what each finding changes, line by line
  --approvals FILE   the approved breaks
  --config FILE      the levels of rules and categories, as openapi/README.md explains
  --undecided        ends with 4 when nothing breaks but what it cannot tell
  --check-version    asks for the version that the changes need

The format "approvals" prints the entry of each break that is not approved, to append to the file of the approved ones.

Ends with 0 when nothing breaks, with 1 for a break or a warning, with 2 when it could not compare, and with 3 when nothing
breaks, but \`info.version\` is not raised, or an approval is expired or matches no break.

In this repository: BASE and HEAD may also be a revision of its contract. Without them it compares the released contract with
the working one, takes the approved breaks from openapi/approved-breaks.yaml and the levels from openapi/diff-levels.yaml,
and asks for the version that the changes need.
`;

/**
 * Runs the command.
 * @returns the exit code and the output
 */
export function run(args: string[]): {
  code: number;
  stdout: string;
  stderr: string;
} {
  try {
    return { ...compare(args), stderr: "" };
  } catch (error) {
    const reason =
      error instanceof RangeError
        ? "they are too large, or nested too deeply."
        : messageOf(error);
    return {
      code: 2,
      stdout: "",
      stderr: `The contracts were not compared: ${reason}\n`,
    };
  }
}

function compare(args: string[]): { code: number; stdout: string } {
  const { values, positionals } = readArguments(
    {
      args,
      allowPositionals: true,
      options: {
        format: { type: "string", default: "text" },
        html: { type: "string" },
        approvals: { type: "string" },
        config: { type: "string" },
        undecided: { type: "boolean", default: false },
        "check-version": { type: "boolean" },
        help: { type: "boolean", default: false },
      },
    },
    "npm run diff -- --help",
  );
  const report = formats.get(values.format);
  if (!report)
    throw new Error(
      `--format must be one of ${[...formats.keys()].join(", ")}.`,
    );
  if (positionals.length > 2)
    throw new Error(`Give at most two contracts, not ${positionals.length}.`);
  if (values.help) return { code: 0, stdout: help };
  const [base, head = working] = positionals;
  if (head === working && !existsSync(working))
    throw new Error("Give two contracts: BEFORE and AFTER.");
  const isOurs = base === undefined;
  const decision = decide({
    base: base ?? contractOfCallers,
    head,
    approvals: values.approvals ?? (isOurs ? approvedBreaks : undefined),
    levels: values.config ?? (head === working ? ourLevels : undefined),
    checkVersion: values["check-version"] ?? isOurs,
  });
  if (values.html !== undefined) writePage(values.html, decision);
  return {
    code: codeOf(decision, values.undecided),
    stdout: report(decision),
  };
}

/** Writes the page for a reviewer. */
function writePage(file: string, decision: Decision): void {
  try {
    writeFileSync(file, reviewPage(decision));
  } catch (error) {
    throw new Error(
      `The page of --html cannot be written: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

function codeOf({ breaks, passes }: Decision, hasOwnCode: boolean): number {
  if (breaks.length === 0) return passes ? 0 : 3;
  return hasOwnCode && breaks.every(({ undecided }) => undecided) ? 4 : 1;
}
