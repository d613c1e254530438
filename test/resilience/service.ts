import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { limits } from "../../generated/constants.ts";
import { createKey } from "../../server/auth/keys.ts";
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { BodyOf } from "../support/body-of.ts";
import {
  call,
  type CallOptions as TestCallOptions,
  type TestResponse,
} from "../support/call.ts";
import { start, type Options, type Program } from "../support/process.ts";

/** `npm run faults` takes the whole of each test; a test run takes a tenth. */
export const full = process.env["FAULTS"] === "full";
export const scaled = (count: number): number => (full ? count : count / 10);

/** A server in a process of its own, and how to call it. */
export interface Service {
  program: Program;
  address: string;
  call: <
    Path extends string,
    const Options extends CallOptions = Record<never, never>,
  >(
    path: Path,
    options?: Options,
  ) => Promise<TestResponse<BodyOf<Path, Options>>>;
}

/** `key` says which of the keys. At first the next one, so that none uses up its window. */
export type CallOptions = Omit<TestCallOptions, "key"> & { key?: number };

/** Keys for everything in one workspace, made without a server. */
export async function makeKeys(
  settings: NodeJS.ProcessEnv,
  count: number,
  workspace = "w",
): Promise<string[]> {
  const { DATA_DIR = "", DATABASE_URL = "" } = settings;
  const store =
    DATABASE_URL === ""
      ? await openEmbedded(DATA_DIR)
      : await openPostgres(DATABASE_URL);
  const keys: string[] = [];
  while (keys.length < count)
    keys.push((await createKey(store, { workspace, scopes: ["*"] })).key);
  await store.close();
  return keys;
}

/** Resources of the machine that a process holds. */
export interface Footprint {
  /** Resident memory in MiB. */
  memory: number;
  /** Open files and sockets. */
  descriptors: number;
}

/** Reads the resources that a process holds, where the system shows them. */
export function footprintOf({ child }: Program): Footprint | undefined {
  const folder = `/proc/${child.pid}`;
  if (!existsSync(folder)) return undefined;
  const memory =
    Number(
      /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, "utf8"))?.[1],
    ) / 1024;
  return { memory, descriptors: readdirSync(`${folder}/fd`).length };
}

/**
 * Settings by which a process takes the present for so many hours later, as where a machine's clock
 * is wrong.
 */
export function movedClock(hours: number): NodeJS.ProcessEnv {
  const program = `
    const real = Date.now;
    const now = () => real() + ${hours * 60 * 60 * 1000};
    globalThis.Date = new Proxy(Date, {
      construct: (RealDate, given) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given),
      get: (RealDate, name) => (name === "now" ? now : Reflect.get(RealDate, name)),
    });`;
  return {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}`,
  };
}

/**
 * Expects the response while the database is away: the error of the contract, which says when to
 * try again.
 */
export function expectUnavailable({
  status,
  headers,
  body,
}: TestResponse): void {
  expect(status).toBe(503);
  expect(body.error?.code).toBe("service_unavailable");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("x-ratelimit-limit")).toBe(
    String(limits.requestsPerWindow),
  );
}

let calls = 0;
export const nextKey = (): number => calls++;

/** Starts a server and waits until it listens. */
export async function launch(
  settings: NodeJS.ProcessEnv,
  keys: string[],
  starting: Options = {},
): Promise<Service> {
  const program = start(
    "server/main.ts",
    [],
    { LOG_LEVEL: "silent", ...settings },
    starting,
  );
  const [, address = ""] = await program.printed(/Contacts API +(\S+)/);
  return {
    program,
    address,
    call: (path, options?: CallOptions) => {
      const { key = nextKey(), ...others } = options ?? {};
      return call(address, path, { ...others, key: keys[key % keys.length] });
    },
  };
}

type ListPath =
  `/v1/${"contacts" | "conversations" | "tickets" | "articles" | "events" | "webhooks"}`;

/** Everything of a list, page by page. */
export async function readAll<Path extends ListPath>(
  service: Service,
  path: Path,
): Promise<BodyOf<Path, object>["data"]> {
  const all: unknown[] = [];
  let cursor = "";
  for (;;) {
    const { status, body } = await service.call(
      `${path as ListPath}?limit=100${cursor}`,
    );
    if (status === 503) continue; // the machine is busy
    all.push(...body.data);
    if (!body.has_more) return all as BodyOf<Path, object>["data"];
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const rest = "HTTP/1.1\r\nHost: a\r\n";
/** The bytes that strangers send before they reset their connection, or begin to send. */
export const beginnings = [
  `CONNECT a:1 ${rest}\r\n`,
  `GET /livez ${rest}\r\n`,
  `GET /openapi.json ${rest}\r\n`,
  `GET /v1/contacts ${rest}\r\n`,
  `GET /docs/ ${rest}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `GET /readyz ${rest}Expect: miracle\r\n\r\n`,
  `POST /v1/contacts ${rest}Content-Length: 20\r\n\r\n{"name":`,
  "GET /livez HTTP/1.1\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GARBAGE\r\n\r\n",
];
