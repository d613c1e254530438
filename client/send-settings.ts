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
  return {
    credential,
    baseUrl: new URL(options.baseUrl).href.replace(new RegExp(`/*(${pathPrefix})?/*$`), ""),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    retries: options.retries ?? 2,
    // What is shorter is no key but a placeholder, which may be a part of any word.
    hide: (text) => (credential.length < 16 ? text : text.replaceAll(credential, `[${name}]`)),
  };
}
