import { contractVersion, pathPrefix } from "../generated/calls.ts";
import { checkOptions, clientOptions, hookOptions, plainObject } from "./check-options.ts";
import type { Hooks } from "./hooks.ts";
import { logHooks } from "./logger.ts";
import type { ClientOptions, Fetch } from "./options.ts";

/** The options of a client with their defaults. */
export interface Settings {
  /** What the requests are authorized by. */
  credential: string;
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: Fetch;
  timeout: number;
  totalTimeout: number;
  retries: number;
  /** Names in small letters. */
  headers: Record<string, string>;
  /** Those of the caller, and those that log. */
  hooks: Hooks[];
  /** Removes the credential from what people and logs see. */
  hide: (text: string) => string;
}

/**
 * Reads the options of `createClient`, and the environment for what is left out of key and address.
 * @throws TypeError that names the option which is missing or cannot work; it never shows the key
 */
export function readSettings(options: ClientOptions): Settings {
  checkOptions({ options }, { options: plainObject });
  const {
    apiKey = fromEnvironment("API_KEY"),
    baseUrl = fromEnvironment("BASE_URL"),
    headers,
    appName,
    hooks = {},
    logger,
    logLevel = "warn",
  } = options;
  if (!apiKey || !baseUrl) {
    const [name, variable] = apiKey ? ["baseUrl", "BASE_URL"] : ["apiKey", "API_KEY"];
    throw new TypeError(`${name} is missing. Give it, or set ${variable} in the environment.`);
  }
  checkOptions({ ...options, apiKey, baseUrl }, clientOptions);
  checkOptions(hooks, hookOptions);
  if ("document" in globalThis && !options.dangerouslyAllowBrowser) {
    throw new TypeError(
      "In a browser everyone can read the apiKey. Call the API from a server, or set dangerouslyAllowBrowser.",
    );
  }
  const userAgent = `contacts-client/${contractVersion}`;
  return {
    ...sendSettings({ ...options, baseUrl }, "apiKey", apiKey),
    headers: Object.fromEntries(
      new Headers({ "User-Agent": appName ? `${appName} ${userAgent}` : userAgent, ...headers }),
    ),
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
  };
}

/** What sending with a credential needs beside headers and hooks. `name` is shown in place of the credential. */
export function sendSettings(
  options: Pick<ClientOptions, "fetch" | "timeout" | "totalTimeout" | "retries"> & { baseUrl: string },
  name: string,
  credential: string,
): Omit<Settings, "headers" | "hooks"> {
  const {
    baseUrl,
    fetch = (url, init) => globalThis.fetch(url, init),
    timeout = 30_000,
    totalTimeout = 120_000,
    retries = 2,
  } = options;
  const address = new URL(baseUrl).href.replace(/\/+$/, "");
  return {
    credential,
    baseUrl: address.endsWith(pathPrefix) ? address.slice(0, -pathPrefix.length) : address,
    fetch,
    timeout,
    totalTimeout,
    retries,
    // What is shorter is no key but a placeholder, which may be a part of any word.
    hide: (text) => (credential.length < 16 ? text : text.replaceAll(credential, `[${name}]`)),
  };
}

/** A variable of the environment, where the runtime has one. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
