import { operationsOf, resolve, type Contract, type Example, type Response } from "./contract.ts";

/** `generated/catalogue.ts`: the error codes, scopes, limits and common headers that the contract states. */
export function catalogueFile(contract: Contract): string {
  const { headers, schemas, responses } = contract.components;
  const constants = {
    errors: errorCatalogue(contract),
    scopes: contract.components.securitySchemes.apiKey["x-scopes"],
    limits: {
      requestsPerWindow: headers.RateLimitLimit.schema.const,
      windowSeconds: headers.RateLimitLimit["x-window-seconds"],
      bodyBytes: responses.PayloadTooLarge["x-max-bytes"],
      errorDetails: schemas.ErrorDetails.maxItems,
      errorPathName: schemas.ErrorDetails.items.properties.path.items.maxLength,
    },
    commonHeaders: Object.keys(contract["x-shared"].headers),
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`)
    .join("\n");
}

/**
 * Error code → status and Spanish message, read from the named examples of all responses.
 * @throws Error when two examples of one code disagree.
 */
function errorCatalogue(contract: Contract): Record<string, { status: number; message: string }> {
  const catalogue = new Map<string, { status: number; message: string }>();
  const responses = [
    ...operationsOf(contract).flatMap(({ operation }) => Object.entries(operation.responses)),
    ...Object.entries(contract["x-unrouted-responses"]),
  ];
  for (const [status, response] of responses) {
    for (const { code, message } of errorsIn(contract, resolve<Response>(contract, response))) {
      const entry = { status: Number(status), message };
      const known = catalogue.get(code) ?? entry;
      if (known.status !== entry.status || known.message !== message) {
        throw new Error(
          `The examples of error code ${code} disagree: ${JSON.stringify(known)} and ${JSON.stringify(entry)}.`,
        );
      }
      catalogue.set(code, entry);
    }
  }
  return Object.fromEntries([...catalogue].sort(([, a], [, b]) => a.status - b.status));
}

function errorsIn(contract: Contract, response: Response): { code: string; message: string }[] {
  return Object.values(response.content)
    .flatMap((media) => Object.values(media.examples))
    .flatMap((example) => resolve<Example>(contract, example).value.error ?? []);
}
