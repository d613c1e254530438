import { errorCatalogue } from "./catalogue-file.ts";
import { operationsOf, resolve, type Contract, type Parameter } from "./contract.ts";

/** `generated/calls.ts`: what the client needs of the contract at run time and no more, as consumers download it. */
export function callsFile(contract: Contract): string {
  const operations = operationsOf(contract);
  const statusesOf = operations.map(({ operation }) => Object.keys(operation.responses).map(Number));
  const common = (statusesOf[0] ?? []).filter((status) => statusesOf.every((each) => each.includes(status)));
  const calls = operations.map(({ method, path, operation }, index) => [
    operation.operationId,
    {
      request: `${method.toUpperCase()} ${path}`,
      statuses: statusesOf[index]?.filter((status) => !common.includes(status)),
      keyed: (operation.parameters ?? []).some(
        (parameter) => resolve<Parameter>(contract, parameter).name === "Idempotency-Key",
      ),
    },
  ]);
  const codes = Object.entries(errorCatalogue(contract)).map(([code, { status }]) => [code, status]);
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    `export const contractVersion = ${json(contract.info.version)};`,
    `/** Error code → status. */\nexport const errorStatuses = ${json(Object.fromEntries(codes))} as const;`,
    `/** The statuses that every operation declares. */\nexport const commonStatuses = ${json(common)} as const;`,
    `/** Operation → method and path, its other statuses, and whether it takes an Idempotency-Key. */\n` +
      `export const calls = ${json(Object.fromEntries(calls))} as const;\n`,
  ].join("\n\n");
}
