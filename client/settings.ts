import { contractVersion, pathPrefix } from "../generated/calls.ts";
import {
  checkOption,
  checkOptions,
  clientNameKind,
  functionKind,
  having,
  oneOf,
  plainObject,
  printable,
  times,
  type Kind,
  type Kinds,
} from "./check.ts";
import { createCredential, type Credential } from "./credential.ts";
import { readVariable } from "./environment.ts";
import { logHooks, logLevels, type LogHooks } from "./hooks.ts";
import { languages, type ClientOptions } from "./options.ts";

/** The options of whoever sends requests. */
export type Sending = "fetch" | "timeout" | "totalTimeout" | "retries";
type Known<Name extends keyof ClientOptions> = {
  [N in Name]-?: Exclude<ClientOptions[N], undefined>;
};

/** The options of a client with their defaults: `baseUrl` without a slash at its end, names of headers in small letters. */
export interface Settings extends Known<Sending | "baseUrl" | "headers"> {
  /** Authorizes the requests. */
  credential: Credential;
  /** The headers of what writes, beside those of every request. */
  writeHeaders: Record<string, string>;
  /** Those of the caller, and those that log. */
  hooks: LogHooks[];
}

/** The address of a server. */
const address: Kind = [
  "like https://api.example, without user and query",
  isBaseUrl,
];

/** The options of what sends requests. */
export const sendOptions: Kinds = {
  ...times,
  fetch: functionKind,
  baseUrl: address,
};

/** In place of `URL.canParse`, which the browsers of some visitors do not have. */
function isBaseUrl(value: unknown): boolean {
  try {
    return /^https?:\/\/[^@?#]+$/.test(new URL(String(value)).href);
  } catch {
    return false;
  }
}

/** What sending with a credential needs beside headers and hooks. */
export function sendSettings(
  options: Pick<ClientOptions, Sending> & { baseUrl: string },
  credential: Credential,
): Omit<Settings, "headers" | "writeHeaders" | "hooks"> {
  return {
    credential,
    baseUrl: new URL(options.baseUrl).href.replace(
      new RegExp(`/*(${pathPrefix})?/*$`),
      "",
    ),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    retries: options.retries ?? 2,
  };
}

const clientOptions = (): Kinds => ({
  ...sendOptions,
  apiKey: [
    `${printable[0]}, or a function that returns it`,
    (value) => typeof value === "function" || printable[1](value),
  ],
  headers: plainObject,
  appName: printable,
  clientName: clientNameKind,
  language: oneOf(languages),
  hooks: plainObject,
  logger: having(...logLevels.slice(0, -1)), // all but "off"
  logLevel: oneOf(logLevels),
  dangerouslyAllowBrowser: oneOf([true, false]),
});

const hookOptions: Kinds = {
  request: functionKind,
  response: functionKind,
  retry: functionKind,
  failure: functionKind,
};

/**
 * The credential of the option `apiKey`, or of the environment.
 * @throws TypeError when there is none, or when it cannot be sent; it never shows the key
 */
export function readCredential({ apiKey }: ClientOptions): Credential {
  return createCredential(
    "apiKey",
    typeof apiKey === "function"
      ? apiKey
      : readOption("apiKey", apiKey, printable),
  );
}

/**
 * Reads the options of `createClient`, and the environment for an address that is left out.
 * @throws TypeError that names the option which is missing or cannot work; it never shows the key
 */
export function readSettings(
  options: ClientOptions,
  credential?: Credential,
): Settings {
  const allowed = clientOptions();
  checkOptions(options, allowed);
  const {
    headers,
    appName = "",
    clientName,
    language,
    hooks = {},
    logger,
    logLevel = "warn",
  } = options;
  const key = credential ?? readCredential(options);
  const baseUrl = readOption("baseUrl", options.baseUrl, address);
  checkOptions(hooks, hookOptions);
  if ("document" in globalThis && !options.dangerouslyAllowBrowser) {
    throw new TypeError(
      "A browser shows the apiKey to everyone. See dangerouslyAllowBrowser.",
    );
  }
  return {
    ...sendSettings({ ...options, baseUrl }, key),
    headers: Object.fromEntries(
      new Headers({
        "User-Agent": `${appName} contacts-client/${contractVersion}`.trim(),
        ...(language !== undefined && { "Accept-Language": language }),
        ...headers,
      }),
    ),
    writeHeaders: clientName === undefined ? {} : { "client-name": clientName },
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
  };
}

/** An option that was given, or that the environment has. The error says where its value came from. */
function readOption(
  name: "apiKey" | "baseUrl",
  given: string | undefined,
  kind: Kind,
): string {
  if (given !== undefined) return given;
  const { value, variable } = readVariable(name);
  if (!value)
    throw new TypeError(
      `${name} is missing. Give it, or set ${variable} in the environment.`,
    );
  checkOption(
    `${name}, from the environment variable ${variable},`,
    value,
    kind,
  );
  return value;
}
