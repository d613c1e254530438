import { signedFunction } from "./client-credential.ts";
import { bodyFields } from "./operations-file.ts";
import {
  operationsOf,
  resolve,
  schemeOf,
  scopesOf,
  type Contract,
  type Located,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { errorCodesIn } from "../model/errors.ts";
import { queryWriterCode } from "./query-styles.ts";
import { commonErrors } from "./methods/operation-errors.ts";
import {
  acceptedTypeOf,
  formOf,
  isMultipart,
  isObjectBody,
  isRaw,
  jsonSchemaOf,
  sentMediaOf,
  successOf,
  type NamedMedia,
} from "./success.ts";

/**
 * `generated/constants.ts`: the title, error codes, scopes, limits, delivery schedule and common
 * headers that the contract states.
 */
export function constantsFile(contract: Contract): string {
  const constants = {
    title: contract.info.title,
    errors: errorsByCode(contract),
    scopes: scopesOf(contract),
    limits: contract["x-limits"],
    delivery: inMilliseconds(contract["x-delivery"]),
    values: valuesOf(contract.components.schemas),
    commonHeaders: commonHeaders(contract),
    browserHeaders: browserHeaders(contract),
  };
  return Object.entries(constants)
    .map(
      ([name, value]) =>
        `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`,
    )
    .join("\n");
}

/** The names of the headers of each response to these operations. */
const headersOf = (contract: Contract, located: Located[]): string[][] =>
  located
    .flatMap(({ operation }) => Object.values(operation.responses))
    .map((response) =>
      Object.keys(resolve<Response>(contract, response).headers ?? {}),
    );

/** The names of the headers that every response has. */
function commonHeaders(contract: Contract): string[] {
  const all = headersOf(contract, operationsOf(contract));
  return (all[0] ?? []).filter((name) =>
    all.every((names) => names.includes(name)),
  );
}

/**
 * The names of the headers that responses have to requests of browsers: those without an API key,
 * the scheme with scopes.
 */
function browserHeaders(contract: Contract): string[] {
  const isOfBrowsers = ({ operation }: Located) =>
    !schemeOf(contract, operation)?.["x-scopes"];
  return [
    ...new Set(
      headersOf(contract, operationsOf(contract).filter(isOfBrowsers)).flat(),
    ),
  ];
}

/** Schema → the values that it lists, open enumerations included. */
function valuesOf(schemas: Record<string, Schema>): Record<string, string[]> {
  const listed = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema.enum ?? schema["x-extensible-enum"],
  ]);
  return Object.fromEntries(
    listed.filter(([, values]) => values !== undefined),
  ) as Record<string, string[]>;
}

/** The value of a unit at run time: milliseconds, or a fraction. */
const units = { Seconds: 1000, Hours: 60 * 60 * 1000, Percent: 0.01 };

/**
 * A schedule as code uses it: `timeoutSeconds: 15` is `timeout: 15000`, `jitterPercent: 10` is
 * `jitter: 0.1`.
 */
function inMilliseconds(
  schedule: Contract["x-delivery"],
): Record<string, number | number[]> {
  const entries = Object.entries(schedule).flatMap(([name, value]) => {
    if (name.startsWith("x-")) return [];
    const [unit, size] = Object.entries(units).find(([end]) =>
      name.endsWith(end),
    ) ?? ["", 1];
    const converted = Array.isArray(value)
      ? value.map((each) => each * size)
      : value * size;
    return [[name.slice(0, name.length - unit.length), converted]];
  });
  return Object.fromEntries(entries) as Record<string, number | number[]>;
}

/** Error code → error, with the longest of its meanings. */
const errorsByCode = (contract: Contract) =>
  Object.fromEntries(
    [...errorCodesIn(contract)].map(([code, { status, message, meanings }]) => {
      const [longest = ""] = [...meanings].sort(
        (one, other) => other.length - one.length,
      );
      return [
        code,
        { status, message, meaning: longest.replaceAll("`", "") || message },
      ];
    }),
  );

/**
 * Writes `generated/calls.ts`: the facts of the contract that the client needs at run time, besides
 * its methods.
 */
export function callsFile(contract: Contract): string {
  const codes = [...errorCodesIn(contract)].map(([code, { status }]) => [
    code,
    status,
  ]);
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const all = operationsOf(contract);
  const sent = sentMedia(contract);
  return [
    // First, as bundlers insert such constants and remove code that never runs.
    `/** True when a success is no page and has no envelope. */\nexport const hasBare = ${json(all.some(({ operation }) => formOf(contract, jsonSchemaOf(successOf(contract, operation))) === "bare"))};`,
    `/** True when errors have codes. */\nexport const hasErrorCodes = ${json(codes.length > 0)};`,
    signedFunction(contract),
    `/** The body of a request. */\nexport type Payload = ${["string", ...(sent.some(isMultipart) ? ["FormData"] : []), ...(sent.some(isRaw) ? ["Blob"] : [])].join(" | ")};`,
    `export const contractVersion = ${json(contract.info.version)};`,
    `/** The prefix of every path. */\nexport const pathPrefix = ${json(pathPrefix(contract))};`,
    `/** The allowed difference between the time of a delivery and the receiver's clock, in seconds. */\nexport const webhookTolerance = ${json(contract["x-limits"]["webhookToleranceSeconds"] ?? 300)};`,
    `/** The window of the rate limit, in seconds. */\nexport const rateLimitWindow = ${json(contract["x-limits"]["windowSeconds"] ?? 60)};`,
    `/** The limits of a request: bytes, and by operation the elements of a batch. */\nexport const batchLimits = ${json({ bytes: contract["x-limits"]["bodyBytes"] ?? 0, ...batches(contract) })} as const;`,
    `/** Error code → status. */\nexport const errorStatuses = ${json(Object.fromEntries(codes))} as const;`,
    `/** The statuses of the errors that every operation declares. */\nexport const commonErrors: readonly number[] = ${json(commonErrors(contract))};\n`,
  ].join("\n\n");
}

/**
 * `generated/bodies.ts`: the encoder of bodies that are no object in `application/json`, and of calls
 * whose success has several media types, and the writer of queries with other styles. A client without
 * such bodies and queries leaves both out.
 */
export function bodiesFile(contract: Contract): string {
  const { imports, code } = queryWriterCode(contract);
  const sent = sentMedia(contract);
  if (sent.some(isRaw))
    return `${imports}export { encodeAnyBody as encodeBody } from "../client/raw-body.ts";\n\n${code}`;
  const isPlain = (media: NamedMedia) =>
    media.name === "application/json" && isObjectBody(contract, media);
  const isAsked = operationsOf(contract).some(
    ({ operation }) => acceptedTypeOf(contract, operation) !== undefined,
  );
  return sent.every(isPlain) && !isAsked
    ? `import type { EncodeBody } from "../client/encoded.ts";\n${imports}\n/** Every body is an object in \`application/json\`. */\nexport const encodeBody: EncodeBody | undefined = undefined;\n\n${code}`
    : `${imports}export { encodeBody } from "../client/encode-body.ts";\n\n${code}`;
}

const sentMedia = (contract: Contract): NamedMedia[] =>
  operationsOf(contract)
    .map(({ operation }) => operation.requestBody)
    .map((body) => body && sentMediaOf(body))
    .filter((media) => media !== undefined);

/** Operation → list whose elements are checked one by one → how many it may have. */
function batches(contract: Contract): Record<string, Record<string, number>> {
  const found = operationsOf(contract).map(({ operation }) => {
    const fields = Object.entries(bodyFields(contract, operation));
    const lists = fields.filter(([, schema]) => schema["x-per-element"]);
    return [
      operation.operationId,
      Object.fromEntries(
        lists.map(([name, { maxItems = Infinity }]) => [name, maxItems]),
      ),
    ] as const;
  });
  return Object.fromEntries(
    found.filter(([, lists]) => Object.keys(lists).length > 0),
  );
}

/** The first segment, if all paths share it. */
export function pathPrefix(contract: Contract): string {
  const [first = ""] = operationsOf(contract).map(
    ({ path }) => `/${path.split("/")[1]}`,
  );
  return operationsOf(contract).every(({ path }) =>
    path.startsWith(`${first}/`),
  )
    ? first
    : "";
}
