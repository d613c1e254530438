import { pathPrefix } from "../generated/calls.ts";
import type { Hooks } from "./hooks.ts";
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
