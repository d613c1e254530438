import { contractVersion, needsKey, pathPrefix } from "../generated/calls.ts";
import {
  checkOption,
  checkOptions,
  clientNameType,
  functionType,
  having,
  oneOf,
  plainObject,
  printable,
  sendable,
  times,
  type OptionType,
  type OptionTypes,
} from "./check.ts";
import { createCredential, type Credential } from "./credential.ts";
import { readVariable } from "./environment.ts";
import { mergeHeaders } from "./headers.ts";
import { logHooks, logLevels, type LogHooks } from "./log.ts";
import { languages, type ClientOptions } from "./options.ts";
import { runtimeFetch } from "./runtime-fetch.ts";

/** The options for sending that all clients have. */
export type Sending = "fetch" | "timeout" | "totalTimeout" | "retries";
type Known<Name extends keyof ClientOptions> = {
  [N in Name]-?: Exclude<ClientOptions[N], undefined>;
};

/**
 * The options of a client with their defaults. `baseUrl` has no slash at its end, and headers have
 * names in lower case.
 */
export interface Settings extends Known<Sending | "baseUrl" | "headers"> {
  /** The credential of the requests. */
  credential: Credential;
  /** Further headers of writes. */
  writeHeaders: Record<string, string>;
  /** The hooks of the caller, and the hooks of the log. */
  hooks: LogHooks[];
}

/** Requires the address of a server. */
const address: OptionType = {
  description: "like https://api.example, without user and query",
  accepts: isBaseUrl,
};

/** The requirements for the options of all clients. */
export const sendOptions: OptionTypes = {
  ...times,
  fetch: functionType,
  baseUrl: address,
};

/** Returns true for the address of a server. Old browsers of visitors have no `URL.canParse`. */
function isBaseUrl(value: unknown): boolean {
  try {
    return /^https?:\/\/[^@?#]+$/.test(new URL(String(value)).href);
  } catch {
    return false;
  }
}

/** Returns the settings without headers and hooks. */
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
    fetch: options.fetch ?? runtimeFetch,
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    retries: options.retries ?? 2,
  };
}

const clientOptions = (): OptionTypes => ({
  ...sendOptions,
  apiKey: {
    description: `${sendable.description}, or a function that returns it`,
    accepts: (value) => typeof value === "function" || sendable.accepts(value),
  },
  headers: plainObject,
  appName: printable,
  clientName: clientNameType,
  language: oneOf(languages),
  hooks: plainObject,
  logger: having(...logLevels.slice(0, -1)), // all but "off"
  logLevel: oneOf(logLevels),
  dangerouslyAllowBrowser: oneOf([true, false]),
});

const hookOptions: OptionTypes = {
  request: functionType,
  response: functionType,
  retry: functionType,
  failure: functionType,
};

/**
 * Returns the credential of the option `apiKey`, or of the environment.
 * @throws TypeError when there is none, or when it cannot be sent, without the key
 */
export function readCredential({ apiKey }: ClientOptions): Credential {
  return createCredential(
    "apiKey",
    typeof apiKey === "function"
      ? apiKey
      : readOption("apiKey", apiKey, sendable),
  );
}

/**
 * Reads the options of `createClient`. The default address comes from the environment.
 * @throws TypeError with the name of a missing or invalid option, without the key
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
  const baseUrl = readOption(
    "baseUrl",
    options.baseUrl,
    address,
    options.apiKey !== undefined,
  );
  checkOptions(hooks, hookOptions);
  const hasKey = needsKey || options.apiKey !== undefined;
  if (hasKey && "document" in globalThis && !options.dangerouslyAllowBrowser) {
    throw new TypeError(
      "A browser shows the apiKey to everyone. See dangerouslyAllowBrowser.",
    );
  }
  return {
    ...sendSettings({ ...options, baseUrl }, key),
    headers: mergeHeaders(
      {
        "User-Agent": `${appName} contacts-client/${contractVersion}`.trim(),
        "Accept-Language": language,
      },
      headers ?? {},
    ),
    writeHeaders: clientName === undefined ? {} : { "client-name": clientName },
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
  };
}

/**
 * Returns an option, or its value in the environment. The error names the source of the value.
 * @param hasKey true when the option `apiKey` is set, so that `baseUrl` is the address for this key
 */
function readOption(
  name: "apiKey" | "baseUrl",
  given: string | undefined,
  type: OptionType,
  hasKey = false,
): string {
  if (given !== undefined) return given;
  const { value, variable } = readVariable(name, hasKey);
  // Where anybody may call some operation, a client may have no key.
  if (!value && name === "apiKey" && !needsKey) return "";
  if (!value)
    throw new TypeError(
      `${name} is missing. Pass it, or set ${variable} in the environment.`,
    );
  checkOption(
    `${name}, from the environment variable ${variable},`,
    value,
    type,
  );
  return value;
}
