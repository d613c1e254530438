import {
  operationsOf,
  requirementOf,
  type Contract,
} from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { messageOf, readCommand } from "../options.ts";
import type { Report } from "./report.ts";
import { runConformance } from "./run.ts";

const help = `npm run conformance -- --url URL [--key KEY] [FILE]

Sends requests to each operation of a server, and reports each response that differs from the contract FILE
(openapi/openapi.yaml). The server may be written in any language. The requests are valid ones, and ones without a key, with
an unknown id, and with values just inside and just outside of the bounds. The command changes and deletes only objects that
it has created, and deletes them at the end.

  --url URL          the address before the paths of the contract, e.g. https://api.example.com
  --key KEY          the key for the security scheme that most operations have
  --key SCHEME=KEY   the key for another scheme; may be repeated
  --requests N       sends at most N requests (1000)
  --rate N           sends at most N requests a second (20)
  --actions          also sends writes that name no object, such as POST /reset and PUT /settings
  --json             prints the report as JSON

Ends with 0 when every response is as the contract says, with 1 when one differs, and with 2 when nothing could be tried.
`;

/** The exit code when no request was sent. */
const nothingTried = 2;

async function main(): Promise<number> {
  if (process.argv.length === 2) {
    console.log(help.trimEnd());
    return 0;
  }
  const { values, file } = readCommand(
    help,
    {
      url: { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      requests: { type: "string", default: "1000" },
      rate: { type: "string", default: "20" },
      actions: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    nothingTried,
  );
  const { contract } = await readContract(file ?? contractFile);
  const url = addressOf(values.url);
  const report = await runConformance(contract, {
    url,
    keys: keysOf(contract, values.key),
    actions: values.actions,
    requests: wholeNumber("--requests", values.requests),
    rate: wholeNumber("--rate", values.rate),
  });
  console.log(values.json ? JSON.stringify(report, null, 2) : textOf(report));
  if (report.findings.length > 0) return 1;
  const triedNothing = report.requests === 0;
  return triedNothing ? nothingTried : 0;
}

/**
 * Checks the option `--url`.
 * @throws Error with a message of one line
 */
function addressOf(url: string | undefined): string {
  if (url === undefined)
    throw new Error("Give the address of a server: --url URL.");
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (!/^https?:$/.test(protocol))
    throw new Error(
      `--url must be like https://api.example.com, not "${url}".`,
    );
  return url;
}

/**
 * Reads an option that is a whole number from 1.
 * @throws Error with a message of one line
 */
function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} must be a whole number from 1, not ${text}.`);
  return value;
}

/**
 * Returns the keys, by security scheme.
 * @param values values of `--key`: a key without a scheme is for the scheme that most operations
 *   require
 */
function keysOf(contract: Contract, values: string[]): Map<string, string> {
  const schemes = Object.keys(contract.components.securitySchemes);
  if (schemes.length === 0 && values.length > 0)
    throw new Error(
      "The contract has no security scheme, so its requests need no --key.",
    );
  const keys = new Map<string, string>();
  for (const value of values) {
    const [, scheme = "", key = ""] = /^([^=]+)=(.+)$/.exec(value) ?? [];
    if (schemes.includes(scheme)) keys.set(scheme, key);
    else keys.set(mainScheme(contract), value);
  }
  return keys;
}

/** Returns the scheme that most operations require. */
function mainScheme(contract: Contract): string {
  const uses = new Map<string, number>();
  for (const { operation } of operationsOf(contract)) {
    const { scheme } = requirementOf(operation);
    uses.set(scheme, (uses.get(scheme) ?? 0) + 1);
  }
  const usesOf = (scheme: string) => uses.get(scheme) ?? 0;
  const schemes = Object.keys(contract.components.securitySchemes);
  const [first = ""] = schemes.toSorted((a, b) => usesOf(b) - usesOf(a));
  return first;
}

/** Returns the report as text for people. */
function textOf({ requests, findings, notTried, left }: Report): string {
  const lines: string[] = [];
  for (const { operation, kind, problem, request } of findings)
    lines.push(`${operation}  (${kind})\n  ${problem}\n  ${request}\n`);
  for (const { operation, why } of notTried)
    lines.push(`not tried: ${operation}: ${why}`);
  for (const path of left) lines.push(`left on the server: ${path}`);
  const noun = findings.length === 1 ? "finding" : "findings";
  lines.push(
    `${requests} requests: ${findings.length} ${noun}, ${notTried.length} not tried.`,
  );
  return lines.join("\n");
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Nothing was tried: ${messageOf(error)}`);
  process.exitCode = nothingTried;
}
