import { contractVersion, pathPrefix } from "../generated/calls.ts";
import {
  checkOptions,
  clientNameKind,
  functionKind,
  having,
  oneOf,
  plainObject,
  printable,
  times,
  type Kinds,
} from "./check.ts";
import { logHooks, logLevels, type Hooks } from "./hooks.ts";
import type { ClientOptions } from "./options.ts";

/** The options of whoever sends requests. */
export type Sending = "fetch" | "timeout" | "totalTimeout" | "retries";
type Known<Name extends keyof ClientOptions> = {
  [N in Name]-?: Exclude<ClientOptions[N], undefined>;
};

/** The options of a client with their defaults: `baseUrl` without a slash at its end, names of headers in small letters. */
export interface Settings extends Known<Sending | "baseUrl" | "headers"> {
  /** What the requests are authorized by. */
  credential: string;
  /** The headers of what writes, beside those of every request. */
  writeHeaders: Record<string, string>;
  /** Those of the caller, and those that log. */
  hooks: Hooks[];
  /** Removes the credential from what people and logs see. */
  hide: (text: string) => string;
}

/** The options of what sends requests. */
export const sendOptions: Kinds = {
  ...times,
  fetch: functionKind,
  baseUrl: ["like https://api.example, without user and query", isBaseUrl],
};

/** In place of `URL.canParse`, which the browsers of some visitors do not have. */
function isBaseUrl(value: unknown): boolean {
  try {
    return /^https?:\/\/[^@?#]+$/.test(new URL(String(value)).href);
  } catch {
    return false;
  }
}

/** What sending with a credential needs beside headers and hooks. `name` is shown in place of the credential. */
export function sendSettings(
  options: Pick<ClientOptions, Sending> & { baseUrl: string },
  name: string,
  credential: string,
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
    // What is shorter is no key but a placeholder, which may be a part of any word.
    hide: (text) =>
      credential.length < 16 ? text : text.replaceAll(credential, `[${name}]`),
  };
}

const clientOptions = (): Kinds => ({
  ...sendOptions,
  apiKey: printable,
  headers: plainObject,
  appName: printable,
  clientName: clientNameKind,
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
 * Reads the options of `createClient`, and the environment for what is left out of key and address.
 * @throws TypeError that names the option which is missing or cannot work; it never shows the key
 */
export function readSettings(options: ClientOptions): Settings {
  const allowed = clientOptions();
  checkOptions(options, allowed);
  const {
    apiKey = fromEnvironment("API_KEY"),
    baseUrl = fromEnvironment("BASE_URL"),
    headers,
    appName = "",
    clientName,
    hooks = {},
    logger,
    logLevel = "warn",
  } = options;
  if (!apiKey)
    throw new TypeError(
      "apiKey is missing. Give it, or set API_KEY in the environment.",
    );
  if (!baseUrl)
    throw new TypeError(
      "baseUrl is missing. Give it, or set BASE_URL in the environment.",
    );
  checkOptions({ apiKey, baseUrl }, allowed);
  checkOptions(hooks, hookOptions);
  if ("document" in globalThis && !options.dangerouslyAllowBrowser) {
    throw new TypeError(
      "A browser shows the apiKey to everyone. See dangerouslyAllowBrowser.",
    );
  }
  return {
    ...sendSettings({ ...options, baseUrl }, "apiKey", apiKey),
    headers: Object.fromEntries(
      new Headers({
        "User-Agent": `${appName} contacts-client/${contractVersion}`.trim(),
        ...headers,
      }),
    ),
    writeHeaders: clientName === undefined ? {} : { "client-name": clientName },
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
  };
}

/** A variable of the environment, where the runtime has one. */
const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } })
    .process?.env?.[name];
