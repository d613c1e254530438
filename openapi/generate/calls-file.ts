import { errorsByCode } from "./constants-file.ts";
import { operationsOf, type Contract } from "../model/contract.ts";
import { commonErrors } from "./methods-file.ts";

/** `generated/calls.ts`: what the client needs of the contract at run time beside its methods, as consumers download it. */
export function callsFile(contract: Contract): string {
  const codes = Object.entries(errorsByCode(contract)).map(([code, { status }]) => [code, status]);
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    `export const contractVersion = ${json(contract.info.version)};`,
    `/** What every path begins with. */\nexport const pathPrefix = ${json(pathPrefix(contract))};`,
    `/** How far the time of a delivery may be from the receiver's, in seconds. */\nexport const webhookTolerance = ${json(contract["x-limits"]["webhookToleranceSeconds"] ?? 300)};`,
    `/** Error code → status. */\nexport const errorStatuses = ${json(Object.fromEntries(codes))} as const;`,
    `/** The statuses of the errors that every operation declares. */\nexport const commonErrors: readonly number[] = ${json(commonErrors(contract))};\n`,
  ].join("\n\n");
}

/** The first segment, if all paths share it. */
function pathPrefix(contract: Contract): string {
  const [first = ""] = operationsOf(contract).map(({ path }) => `/${path.split("/")[1]}`);
  return operationsOf(contract).every(({ path }) => path.startsWith(`${first}/`)) ? first : "";
}
