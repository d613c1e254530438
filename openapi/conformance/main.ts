import {
  operationsOf,
  requirementOf,
  type Contract,
} from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { messageOf, readCommand } from "../options.ts";
import { runConformance, type Report } from "./run.ts";

const help = `npm run conformance -- --url URL [--key KEY] [FILE]

Sends requests to each operation of a server, in any language, and reports each response that is other than the contract FILE
says (openapi/openapi.yaml): good requests, requests without a key, with an unknown id, and with values just inside and just
outside of the bounds. It changes and deletes only what it has made itself, and deletes that at the end.

  --url URL          the address before the paths of the contract, e.g. https://api.example.com
  --key KEY          the key for the security scheme that most operations have
  --key SCHEME=KEY   the key for another one; once for each
  --requests N       sends at most N requests (1000)
  --rate N           sends at most N requests a second (20)
  --actions          sends writes too that name no object, such as POST /reset and PUT /settings
  --json             prints the report as JSON

Ends with 0 when everything is as the contract says, 1 when something is not, and 2 when it could not try.
`;

async function main(): Promise<number> {
  if (process.argv.length === 2) {
    console.log(help.trimEnd());
    return 0;
  }
  const { values, file = contractFile } = readCommand(help, {
    url: { type: "string" },
    key: { type: "string", multiple: true, default: [] },
    requests: { type: "string", default: "1000" },
    rate: { type: "string", default: "20" },
    actions: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const { contract } = await readContract(file);
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
  return triedNothing ? 2 : 0;
}

/** @throws Error in one line */
function addressOf(url: string | undefined): string {
  if (url === undefined)
    throw new Error("Give the address of a server: --url URL.");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw new Error(`--url must be like https://api.example.com, not ${url}.`);
  return url;
}

/** @throws Error in one line */
function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} must be a whole number from 1, not ${text}.`);
  return value;
}

/** The keys by their schemes. A key without a name is for the scheme that most operations require. */
function keysOf(contract: Contract, given: string[]): Map<string, string> {
  const schemes = Object.keys(contract.components.securitySchemes);
  const uses = operationsOf(contract).map(
    ({ operation }) => requirementOf(operation).scheme,
  );
  const usesOf = (scheme: string) =>
    uses.filter((each) => each === scheme).length;
  const [most = ""] = schemes.toSorted((a, b) => usesOf(b) - usesOf(a));
  return new Map(
    given.map((text) => {
      const [, name = "", key = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      return schemes.includes(name) ? [name, key] : [most, text];
    }),
  );
}

function textOf({ requests, findings, notTried, left }: Report): string {
  const ofFindings = findings.map(
    ({ operation, kind, problem, request }) =>
      `${operation}  (${kind})\n  ${problem}\n  ${request}\n`,
  );
  const ofOthers = notTried.map(
    ({ operation, why }) => `not tried: ${operation}: ${why}`,
  );
  const ofLeft = left.map((path) => `left on the server: ${path}`);
  const summary = `${requests} requests: ${findings.length} ${findings.length === 1 ? "finding" : "findings"}, ${notTried.length} not tried.`;
  return [...ofFindings, ...ofOthers, ...ofLeft, summary].join("\n");
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Nothing was tried: ${messageOf(error)}`);
  process.exitCode = 2;
}
