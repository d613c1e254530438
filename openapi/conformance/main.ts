import { contractFile } from "../model/contract-file.ts";
import { messageOf, readCommand } from "../options.ts";

const help = `npm run conformance -- --url URL [--key KEY] FILE

Sends requests to each operation of a server, and reports each response that differs from the contract FILE. The server may be
written in any language. The requests are valid ones, and ones without a key, with an unknown id, and with values just inside
and just outside of the bounds. The command changes and deletes only objects that it has created, and deletes them at the end.

  --url URL          the address before the paths of the contract, e.g. https://api.example.com
  --key KEY          the key for the security scheme that most operations have
  --key SCHEME=KEY   the key for another scheme; may be repeated
  --requests N       sends at most N requests (1000)
  --rate N           sends at most N requests a second (20)
  --actions          also sends writes that name no object, such as POST /reset and PUT /settings
  --json             prints the report as JSON

Ends with 0 when every response is as the contract says, with 1 when one differs, and with 2 when nothing could be tried, or
no operation accepts the key.

In this repository: without FILE it takes openapi/openapi.yaml.
`;

/** The exit code when no request was sent, or the key is wrong. */
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
  const limits = {
    url: addressOf(values.url),
    actions: values.actions,
    requests: wholeNumber("--requests", values.requests),
    rate: wholeNumber("--rate", values.rate),
  };
  // Loaded only here, as loading takes seconds.
  const { readContract } = await import("../model/read-contract.ts");
  const { keysOf } = await import("./keys.ts");
  const { runConformance } = await import("./run.ts");
  const { textOf } = await import("./report.ts");
  const { contract } = await readContract(file ?? contractFile);
  const keys = keysOf(contract, values.key);
  if (file !== undefined) {
    const { noteFirstError } = await import("../lint/explained.ts");
    await noteFirstError(file);
  }
  const report = await runConformance(contract, { ...limits, keys });
  console.log(values.json ? JSON.stringify(report, null, 2) : textOf(report));
  if (report.findings.length > 0) return 1;
  const triedNothing = report.requests === 0 || report.isKeyRefused;
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

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Nothing was tried: ${messageOf(error)}`);
  process.exitCode = nothingTried;
}
