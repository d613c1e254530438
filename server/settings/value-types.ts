import { isIP } from "node:net";
import type { LevelWithSilent } from "pino";
import { parseEncryptionKey } from "./encryption-key.ts";
import { redisNodes } from "./redis-nodes.ts";

/** A type of the values that a setting may have. */
export interface ValueType<T> {
  /** Reads the text of a value. Returns undefined when the text is wrong. */
  parse: (text: string) => T | undefined;
  /** Completes the message "… must be …" about a wrong value. */
  expected: string;
}

export const address: ValueType<string> = {
  parse: String,
  expected: "an address to listen on",
};

export const port: ValueType<number> = {
  parse: integer(65535),
  expected: "a port from 0 to 65535, where 0 picks a free one",
};

export const seconds: ValueType<number> = {
  parse: integer(3600),
  expected: "a whole number of seconds, at most 3600",
};

/** A quota: in MiB the largest one is still a number of bytes that is exact. */
export const quota: ValueType<number> = {
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  expected: "a whole number from 1 to 999999999",
};

export const trueOrFalse: ValueType<boolean> = {
  parse: (text) =>
    text === "true" || text === "false" ? text === "true" : undefined,
  expected: "true or false",
};

const levels = [
  "fatal",
  "error",
  "warn",
  "info",
  "debug",
  "trace",
  "silent",
] as const satisfies LevelWithSilent[];

export const logLevel: ValueType<LevelWithSilent> = {
  parse: (text) => levels.find((level) => level === text),
  expected: `a level of ${levels.join(", ")}`,
};

/**
 * Operating systems allow 103 bytes for the path of a socket, and the folder has `operator.sock` in
 * it.
 */
export const folder: ValueType<string> = {
  parse: (text) => (Buffer.byteLength(text) <= 89 ? text : undefined),
  expected: "a folder whose path has at most 89 bytes",
};

const sslModes = /^(disable|no-verify|prefer|require|verify-ca|verify-full)$/;

/**
 * An address without an @ after the host. With a /, # or ? in the password, a part of it would be
 * read as the host, the port or the database, which messages show.
 */
const plainAddress = /^[^@/?#]+\/\/[^/?#]*([/?#][^@]*)?$/;

const encoded =
  "a /, # or ? in its user or password is written %2F, %23 or %3F, and an @ after its host %40";

/**
 * The address of a PostgreSQL server. pg takes prefer, require and verify-ca for verify-full too,
 * but prints a warning of eight lines about each: they are replaced.
 */
export const postgresUrl: ValueType<string> = {
  parse: (text) => {
    if (!hasProtocol(text, "postgres:", "postgresql:")) return undefined;
    if (!plainAddress.test(text)) return undefined;
    const mode = new URL(text).searchParams.get("sslmode") ?? "disable";
    if (!sslModes.test(mode)) return undefined;
    return text.replace(
      /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
      "$1verify-full",
    );
  },
  expected:
    `a postgres:// address; ${encoded}; ` +
    "an sslmode in it must be disable, no-verify, prefer, require, verify-ca or verify-full",
};

export const redisUrl: ValueType<string> = {
  parse: (text) => {
    if (!plainAddress.test(text)) return undefined;
    const nodes = redisNodes(text);
    // A cluster has no database but the first.
    const path = nodes.length > 1 ? /^$/ : /^(\/\d*)?$/;
    const isNode = (node: string) =>
      URL.canParse(node) && path.test(new URL(node).pathname);
    return nodes.every(isNode) ? text : undefined;
  },
  expected:
    "a redis:// address, which may name a database, or the nodes of a Redis Cluster, as in redis://a:6379,b:6379; " +
    encoded,
};

export const httpUrl: ValueType<string> = {
  parse: (text) => (hasProtocol(text, "http:", "https:") ? text : undefined),
  expected: "an http:// or https:// address",
};

/** An address for reports of vulnerabilities, as a URI (RFC 9116, section 2.5.3). */
export const contactUrl: ValueType<string> = {
  parse: (text) => {
    if (!hasProtocol(text, "mailto:", "https:")) return undefined;
    const { protocol, href } = new URL(text);
    const isComplete = protocol === "https:" || /^\S+@\S+$/.test(href);
    return isComplete ? href : undefined;
  },
  expected: "a mailto: or https:// address",
};

/** Several keys: the first one encrypts, all of them decrypt. */
export const encryptionKeys: ValueType<Buffer[]> = {
  parse: (text) => {
    const keys = text.split(",").map((key) => parseEncryptionKey(key.trim()));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  },
  expected:
    "32 bytes in base64, as `openssl rand -base64 32` makes them, or several of these with commas between them",
};

/** The proxies that are trusted, as Express takes them. */
export const proxies: ValueType<number | string> = {
  parse: (text) => {
    const count = integer(100)(text);
    if (count !== undefined) return count;
    const networks = text.split(",").map((network) => network.trim());
    return networks.every(isNetwork) ? text : undefined;
  },
  expected:
    "the number of proxies, or their addresses or networks with commas between them, e.g. 10.0.0.0/8",
};

/** OpenTelemetry takes any other text than "true" as false. */
export const otelBoolean: ValueType<boolean> = {
  parse: (text) => text.toLowerCase() === "true",
  expected: "true or false",
};

export const otlpProtocol: ValueType<string> = {
  parse: (text) => (text === "http/protobuf" ? text : undefined),
  expected: "http/protobuf, the only one that this server uses",
};

export const tracesExporter: ValueType<string> = {
  parse: (text) => (["otlp", "none"].includes(text) ? text : undefined),
  expected: "otlp or none",
};

function integer(max: number) {
  return (text: string): number | undefined =>
    /^\d+$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

const hasProtocol = (text: string, ...protocols: string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** Checks an address, a range of addresses, e.g. `10.0.0.0/8`, or a name of Express for one. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [host = "", bits = "32", ...rest] = text.split("/");
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(host)] ?? 0;
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  return Number(bits) >= 1 && Number(bits) <= maxBits;
}
