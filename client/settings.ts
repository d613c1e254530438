import { contractVersion, pathPrefix } from "../generated/calls.ts";
import { checkOptions, clientOptions, hookOptions } from "./check-options.ts";
import type { Hooks } from "./hooks.ts";
import { logHooks } from "./logger.ts";
import type { ClientOptions, Fetch } from "./options.ts";

/** The options of a client with their defaults. */
export interface Settings {
  apiKey: string;
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
  /** Removes the key from what people and logs see. */
  hide: (text: string) => string;
}

/**
 * Reads the options of `createClient`, and the environment for what is left out of key and address.
 * @throws TypeError that names the option which is missing or cannot work; it never shows the key
 */
export function readSettings(options: ClientOptions): Settings {
  const {
    apiKey = fromEnvironment("API_KEY"),
    baseUrl = fromEnvironment("BASE_URL"),
    fetch = (url, init) => globalThis.fetch(url, init),
    timeout = 30_000,
    totalTimeout = 120_000,
    retries = 2,
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
  const address = new URL(baseUrl).href.replace(/\/+$/, "");
  return {
    apiKey,
    baseUrl: address.endsWith(pathPrefix) ? address.slice(0, -pathPrefix.length) : address,
    fetch,
    timeout,
    totalTimeout,
    retries,
    headers: Object.fromEntries(
      new Headers({ "User-Agent": appName ? `${appName} ${userAgent}` : userAgent, ...headers }),
    ),
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
    // What is shorter is no key but a placeholder, which may be a part of any word.
    hide: (text) => (apiKey.length < 16 ? text : text.replaceAll(apiKey, "[apiKey]")),
  };
}

/** A variable of the environment, where the runtime has one. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
