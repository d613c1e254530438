import { errorCatalogue } from "./catalogue-file.ts";
import { operationsOf, resolve, type Contract, type Parameter } from "./contract.ts";

/** `generated/calls.ts`: what the client needs of the contract at run time and no more, as consumers download it. */
export function callsFile(contract: Contract): string {
  const operations = operationsOf(contract);
  const errorsOf = operations.map(({ operation }) =>
    Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status >= 400),
  );
  const common = (errorsOf[0] ?? []).filter((status) => errorsOf.every((each) => each.includes(status)));
  const calls = operations.map(({ method, path, operation }, index) => {
    const errors = errorsOf[index]?.filter((status) => !common.includes(status)) ?? [];
    const keyed = (operation.parameters ?? []).some(
      (parameter) => resolve<Parameter>(contract, parameter).name === "Idempotency-Key",
    );
    const call = { request: `${method.toUpperCase()} ${path}` };
    return [
      operation.operationId,
      { ...call, ...(errors.length > 0 && { errors }), ...(keyed && { keyed }) },
    ];
  });
  const codes = Object.entries(errorCatalogue(contract)).map(([code, { status }]) => [code, status]);
  const tolerance = contract.components.parameters.WebhookTimestamp["x-tolerance-seconds"];
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    `export const contractVersion = ${json(contract.info.version)};`,
    `/** How far the time of a delivery may be from the receiver's, in seconds. */\nexport const webhookTolerance = ${json(tolerance)};`,
    `/** Error code → status. */\nexport const errorStatuses = ${json(Object.fromEntries(codes))} as const;`,
    `/** The statuses of the errors that every operation declares. */\nexport const commonErrors: readonly number[] = ${json(common)};`,
    `/** Name of an operation. */\nexport type OperationId =\n  | ${calls.map(([id]) => json(id)).join("\n  | ")};`,
    `/** What a call needs to know of its operation. */\nexport interface CallFacts {\n` +
      `  /** Method and path. */\n  request: string;\n` +
      `  /** The statuses of its other errors. */\n  errors?: readonly number[];\n` +
      `  /** Whether it takes an Idempotency-Key. */\n  keyed?: boolean;\n}`,
    `export const calls: Readonly<Record<OperationId, CallFacts>> = ${json(Object.fromEntries(calls))};\n`,
  ].join("\n\n");
}
