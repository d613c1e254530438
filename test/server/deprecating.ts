import { pino } from "pino";
import { Registry } from "prom-client";
import { loadContract } from "../../server/contract/load.ts";
import type { Document } from "../../server/contract/request-check.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { createMeter } from "../../server/telemetry/requests.ts";
import type { Json } from "../support/at.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { runCommand } from "../support/world.ts";

/** The day on which the deprecated elements go away. */
export const sunset = "2099-12-31";
const deprecation = {
  deprecated: true,
  "x-deprecated-on": "2026-11-01",
  "x-sunset": sunset,
};

/** Returns the contract with a deprecated operation, deprecated parameters and fields. */
export function deprecatingContract(): Document {
  const contract = loadContract();
  const { paths, components } = contract as Json;
  const { schemas, parameters } = components;
  const [q] = paths["/v1/contacts"].get.parameters;
  for (const withoutDay of [q, schemas.Contact.properties.lifecycle])
    withoutDay.deprecated = true;
  for (const deprecated of [
    paths["/v1/tickets"].get,
    parameters.IfNoneMatch,
    schemas.CreateContactRequest.properties.phone,
    schemas.CreateContactRequest.properties.country,
    schemas.BatchContact.properties.company,
    schemas.CreateMessengerConversationRequest.properties.subject,
    schemas.Contact.properties.vip,
  ])
    Object.assign(deprecated, deprecation);
  return contract;
}

const deprecating = deprecatingContract();
const deprecatingValidator = createValidator(deprecating);

/**
 * Starts a server of that contract, or of another one. `operate` runs the operator's command, and
 * `stop` makes the server store the uses that it has counted.
 */
export async function startDeprecating(
  now = () => new Date(),
  contract = deprecating,
) {
  const validator =
    contract === deprecating ? deprecatingValidator : createValidator(contract);
  const registry = new Registry();
  const { meter } = createMeter(registry, validator.deprecations.elements);
  const leaving = new AbortController();
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void warnings.push(line) },
  );
  const server = await startServer({
    validator,
    meter,
    log,
    leaving: leaving.signal,
    clock: now,
  });
  return {
    ...server,
    registry,
    warnings,
    stop: () => leaving.abort(),
    operate: (...options: string[]) =>
      runCommand(server.store, ["operator", "usage", ...options], {
        contract: () => contract,
      }),
  };
}

/** Sends a request. Does not compare the response with the contract, which is changed here. */
export async function send(
  { address }: TestServer,
  key: string,
  path: string,
  { json, headers }: { json?: object; headers?: Record<string, string> } = {},
): Promise<number> {
  const response = await fetch(address + path, {
    method: json === undefined ? "GET" : "POST",
    body: json === undefined ? null : JSON.stringify(json),
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      ...headers,
    },
  });
  return response.status;
}

export const ana = { name: "Ana", email: "ana@example.com" };

/** The uses in the result of the command, without those that nobody has used. */
export const usesIn = ({ requests }: Json): { name: string }[] =>
  requests
    .filter(({ workspace }: Json) => workspace !== null)
    .map(({ operation, name, workspace }: Json) => ({
      operation,
      name,
      workspace,
    }));
