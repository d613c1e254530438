import {
  operationsOf,
  resolve,
  type Contract,
  type Example,
  type Response,
  type Schema,
} from "./contract.ts";

/** `generated/catalogue.ts`: the error codes, scopes, limits, delivery schedule and common headers that the contract states. */
export function catalogueFile(contract: Contract): string {
  const { headers, parameters, schemas, responses } = contract.components;
  const constants = {
    errors: errorCatalogue(contract),
    scopes: contract.components.securitySchemes.apiKey["x-scopes"],
    limits: {
      requestsPerWindow: headers.RateLimitLimit.schema.const,
      windowSeconds: headers.RateLimitLimit["x-window-seconds"],
      bodyBytes: responses.PayloadTooLarge["x-max-bytes"],
      embedded: schemas.ContactDetail.properties.conversations.maxItems,
      errorDetails: schemas.ErrorDetails.maxItems,
      eventDays: eventDays(contract),
      idempotencyHours: parameters.IdempotencyKey["x-retention-hours"],
      webhooks: schemas.Webhook["x-max-per-workspace"],
      secretOverlapHours: schemas.RotatedWebhook["x-overlap-hours"],
      attempts: schemas.Delivery.properties.attempts.maxItems,
      responseExcerpt: schemas.Attempt.properties.response_excerpt.maxLength,
      errorPathName: schemas.ErrorDetails.items.properties.path.items.maxLength,
    },
    delivery: delivery(contract),
    values: valuesOf(schemas),
    commonHeaders: Object.keys(contract["x-shared"].headers),
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`)
    .join("\n");
}

/** Schema → the values that it lists, open enumerations included. */
function valuesOf(schemas: Record<string, Schema>): Record<string, string[]> {
  const listed = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema.enum ?? schema["x-extensible-enum"],
  ]);
  return Object.fromEntries(listed.filter(([, values]) => values !== undefined)) as Record<string, string[]>;
}

/** When events are delivered to webhooks, in milliseconds. */
function delivery({ "x-delivery": stated }: Contract) {
  return {
    timeout: stated["timeout-seconds"] * 1000,
    retries: stated["retry-seconds"].map((seconds) => seconds * 1000),
    jitter: stated["jitter-percent"] / 100,
    longestDelay: stated["longest-delay-seconds"] * 1000,
    failingAfter: stated["failing-after-hours"] * 60 * 60 * 1000,
    failingAfterAttempts: stated["failing-after-attempts"],
  };
}

/** How long the feed keeps an event. */
function eventDays(contract: Contract): number {
  const days = operationsOf(contract).flatMap(({ operation }) => operation["x-retention-days"] ?? []);
  if (days.length !== 1) throw new Error("The contract must state x-retention-days once, at the event feed.");
  return Number(days[0]);
}

/**
 * Error code → status and Spanish message, read from the named examples of all responses.
 * @throws Error when two examples of one code disagree.
 */
export function errorCatalogue(contract: Contract): Record<string, { status: number; message: string }> {
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
