import { contractVersion } from "../generated/calls.ts";
import {
  checkOptions,
  functionKind,
  having,
  oneOf,
  plainObject,
  printable,
  sendOptions,
  type Kinds,
} from "./check-options.ts";
import { logHooks, logLevels } from "./logger.ts";
import type { ClientOptions } from "./options.ts";
import { sendSettings, type Settings } from "./send-settings.ts";

const clientOptions: Kinds = {
  ...sendOptions,
  apiKey: printable,
  headers: plainObject,
  appName: printable,
  hooks: plainObject,
  logger: having(...logLevels.slice(0, -1)), // all but "off"
  logLevel: oneOf(logLevels),
  dangerouslyAllowBrowser: oneOf([true, false]),
};

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
  checkOptions(options, clientOptions);
  const {
    apiKey = fromEnvironment("API_KEY"),
    baseUrl = fromEnvironment("BASE_URL"),
    headers,
    appName = "",
    hooks = {},
    logger,
    logLevel = "warn",
  } = options;
  if (!apiKey || !baseUrl) {
    const [name, variable] = apiKey ? ["baseUrl", "BASE_URL"] : ["apiKey", "API_KEY"];
    throw new TypeError(`${name} is missing. Give it, or set ${variable} in the environment.`);
  }
  checkOptions({ apiKey, baseUrl }, clientOptions);
  checkOptions(hooks, hookOptions);
  if ("document" in globalThis && !options.dangerouslyAllowBrowser) {
    throw new TypeError("In a browser everyone can read the apiKey. dangerouslyAllowBrowser allows that.");
  }
  return {
    ...sendSettings({ ...options, baseUrl }, "apiKey", apiKey),
    headers: Object.fromEntries(
      new Headers({ "User-Agent": `${appName} contacts-client/${contractVersion}`.trim(), ...headers }),
    ),
    hooks: logger ? [hooks, logHooks(logger, logLevel)] : [hooks],
  };
}

/** A variable of the environment, where the runtime has one. */
const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
