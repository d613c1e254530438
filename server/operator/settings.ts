import { distance } from "fastest-levenshtein";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { pino } from "pino";
import { parseKey } from "../auth/encryption.ts";
import { redisNodes } from "../limits/redis-connection.ts";
import { codeOf } from "../store/errors.ts";
import { defaultQuotas } from "../store/usage.ts";

/** The server's settings, read once from the environment. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the environment.
 * @throws Error with one message that lists every error and what to set instead; it shows no secret.
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const errors: string[] = [];
  const env = { ...environment };
  /** The settings whose values are in files → the variables that name these files. */
  const inFile: Record<string, string> = {};
  for (const [name, variable] of Object.entries(files)) {
    const file = env[variable];
    if (file === undefined || file === "") continue;
    try {
      if (env[name])
        errors.push(`${name} or ${variable} must be set, not both.`);
      const value = readFileSync(file, "utf8").trim();
      if (value === "")
        errors.push(`${variable} must be a file that is not empty.`);
      env[name] ||= value;
      inFile[name] = variable;
    } catch (error) {
      errors.push(
        `${variable} must be a file that can be read (${codeOf(error)}).`,
      );
    }
  }
  const read = <T>(
    name: Setting,
    fallback: T,
    parse: (value: string) => T | undefined,
    expected: string,
  ): T => {
    const value = env[name]?.trim();
    if (value === undefined || value === "") return fallback;
    const parsed = parse(value);
    if (parsed === undefined) {
      const from = inFile[name] === undefined ? "" : ` in ${inFile[name]}`;
      errors.push(`${name} must be ${expected}. ${shown(name, value)}${from}.`);
    }
    return parsed ?? fallback;
  };
  /** Checks OpenTelemetry's variables, as its own library takes a wrong one for none and goes on. */
  const readTraces = () => {
    const address = url("http:", "https:");
    const endpoints = (
      [
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
      ] as const
    ).map((name) => read(name, undefined, address, "an http:// address"));
    for (const name of [
      "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
      "OTEL_EXPORTER_OTLP_PROTOCOL",
    ] as const)
      read(
        name,
        undefined,
        oneOf(["http/protobuf"]),
        "http/protobuf, the only one that this server uses",
      );
    const exporter = read(
      "OTEL_TRACES_EXPORTER",
      "otlp",
      oneOf(["otlp", "none"]),
      "otlp or none",
    );
    const isEnabled =
      endpoints.some((endpoint) => endpoint !== undefined) &&
      exporter === "otlp";
    return isEnabled && env["OTEL_SDK_DISABLED"]?.toLowerCase() !== "true";
  };
  const config = {
    port: read(
      "PORT",
      3000,
      integer(65535),
      "a port from 0 to 65535, where 0 picks a free one",
    ),
    host: read("HOST", "127.0.0.1", String, "an address to listen on"),
    /** Where the embedded store lives, and the encryption key when there is none in the environment. */
    dataDir: read(
      "DATA_DIR",
      ".data",
      folder,
      "a folder whose path has at most 89 bytes",
    ),
    databaseUrl: read(
      "DATABASE_URL",
      undefined,
      database,
      "a postgres:// address; an sslmode in it must be disable, no-verify, prefer, require, verify-ca or verify-full",
    ),
    redisUrl: read(
      "REDIS_URL",
      undefined,
      redis,
      "a redis:// address, which may name a database, or the nodes of a Redis Cluster, as in redis://a:6379,b:6379",
    ),
    logLevel: read(
      "LOG_LEVEL",
      "info",
      oneOf(levels),
      `a level of ${levels.join(", ")}`,
    ),
    trustProxy: read<boolean | number | string>(
      "TRUST_PROXY",
      false,
      proxies,
      "the number of proxies, or their addresses with commas between them",
    ),
    /** The first one encrypts, all of them decrypt. When empty, the key is in `dataDir`. */
    encryptionKeys: read<Buffer[]>(
      "ENCRYPTION_KEY",
      [],
      keys,
      "32 bytes in base64, as `openssl rand -base64 32` makes them, or several of these with commas between them",
    ),
    /** Whether webhooks may point to this machine and to private networks, over http too. */
    localWebhooks:
      read(
        "LOCAL_WEBHOOKS",
        "false",
        oneOf(["true", "false"]),
        "true or false",
      ) === "true",
    /** Undefined means no metrics. */
    metricsPort: read(
      "METRICS_PORT",
      undefined,
      integer(65535),
      "a port from 0 to 65535",
    ),
    /** Who reads the metrics may be on another machine; by default only programs of this machine can. */
    metricsHost: read(
      "METRICS_HOST",
      "127.0.0.1",
      String,
      "an address to listen on",
    ),
    /** Whether spans are sent by OpenTelemetry, which reads the rest of its variables itself. */
    traces: readTraces(),
    quotas: {
      contacts: read(
        "QUOTA_CONTACTS",
        defaultQuotas.contacts,
        positive,
        positiveNumber,
      ),
      bytes:
        read(
          "QUOTA_MEGABYTES",
          defaultQuotas.bytes / megabyte,
          positive,
          positiveNumber,
        ) * megabyte,
    },
    /** How long requests are still served after SIGTERM, in milliseconds, so that balancers see `/readyz` fail first. */
    drain:
      read(
        "DRAIN_SECONDS",
        0,
        integer(3600),
        "a whole number of seconds, at most 3600",
      ) * 1000,
  };
  if (config.metricsPort !== 0 && config.metricsPort === config.port)
    errors.push(
      `METRICS_PORT must be another port than PORT. Both are ${config.port}.`,
    );
  const [first, ...others] = errors;
  if (others.length > 0)
    throw new Error(
      `The server cannot start with these settings:\n  ${errors.join("\n  ")}`,
    );
  if (first !== undefined)
    throw new Error(`The server cannot start with this setting: ${first}`);
  return config;
}

/** The variables that are read; also the file of OpenTelemetry's that its own library reads. */
const settings = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "DATABASE_URL",
  "REDIS_URL",
  "LOG_LEVEL",
  "TRUST_PROXY",
  "ENCRYPTION_KEY",
  "LOCAL_WEBHOOKS",
  "METRICS_PORT",
  "METRICS_HOST",
  "QUOTA_CONTACTS",
  "QUOTA_MEGABYTES",
  "DRAIN_SECONDS",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
  "OTEL_TRACES_EXPORTER",
] as const;
type Setting = (typeof settings)[number];

/** How many characters differ between a misspelt name and the name that was meant, at most. */
const mostDifferent = 2;
/** Shorter names are like those of other programs: HOME is two characters from HOST. */
const shortest = 8;

/** A sentence for each variable that is no setting, but has nearly the name of one. */
export function misspeltSettings(environment: NodeJS.ProcessEnv): string[] {
  const known: string[] = [...settings, ...Object.values(files)];
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find(
      (setting) =>
        name.toUpperCase() === setting ||
        (setting.length >= shortest &&
          distance(name, setting) <= mostDifferent),
    );
    return meant === undefined
      ? []
      : [`${name} is no setting of this server. Did you mean ${meant}?`];
  });
}

/** What a message says of a wrong value: nothing that may hold a password or a key. */
function shown(name: Setting, value: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(value)?.[0];
  if (scheme !== undefined && name in files) return `It begins with ${scheme}`;
  if (name in files || value.includes("@")) return "Its value is not shown";
  if (value.length > longestShown)
    return `It is "${value.slice(0, longestShown)}…"`;
  return `It is "${value}"`;
}
const longestShown = 100;

/** What may be in a file, as secret managers write it. */
const files = {
  ENCRYPTION_KEY: "ENCRYPTION_KEY_FILE",
  DATABASE_URL: "DATABASE_URL_FILE",
  REDIS_URL: "REDIS_URL_FILE",
};

const keys = (value: string) => {
  const parsed = value.split(",").map((key) => parseKey(key.trim()));
  return parsed.every((key) => key !== undefined) ? parsed : undefined;
};
const levels = [...Object.keys(pino.levels.values), "silent"];
const megabyte = 1024 ** 2;
/** Operating systems allow 103 bytes for the path of a socket, and the folder has `operator.sock` in it. */
const folder = (value: string) =>
  Buffer.byteLength(value) <= 89 ? value : undefined;
/** A quota: in MiB the largest one is still a number of bytes that is exact. */
export const positive = (value: string) =>
  /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
export const positiveNumber = "a whole number from 1 to 999999999";
const oneOf = (values: string[]) => (value: string) =>
  values.includes(value) ? value : undefined;
const integer = (max: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) <= max ? Number(value) : undefined;
const url =
  (...protocols: string[]) =>
  (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : undefined;
/** The library takes prefer, require and verify-ca for verify-full too, and prints a warning of eight lines about it. */
const database = (value: string) => {
  if (url("postgres:", "postgresql:")(value) === undefined) return undefined;
  const modes = /^(disable|no-verify|prefer|require|verify-ca|verify-full)$/;
  if (!modes.test(new URL(value).searchParams.get("sslmode") ?? "disable"))
    return undefined;
  return value.replace(
    /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
    "$1verify-full",
  );
};
const redis = (value: string) => {
  const nodes = redisNodes(value);
  const path = nodes.length > 1 ? /^$/ : /^(\/\d*)?$/; // a cluster has no database but the first
  const isAddress = (node: string) =>
    URL.canParse(node) && path.test(new URL(node).pathname);
  return nodes.every(isAddress) ? value : undefined;
};
const proxies = (value: string) =>
  integer(100)(value) ??
  (value.split(",").every((name) => isNetwork(name.trim()))
    ? value
    : undefined);
const isNetwork = (name: string) => {
  const [address = "", bits = "32", ...rest] = name.split("/");
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const isRange =
    rest.length === 0 && Number(bits) >= 1 && Number(bits) <= most;
  return isRange || ["loopback", "linklocal", "uniquelocal"].includes(name);
};
