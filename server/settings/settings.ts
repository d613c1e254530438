import { findTexts, type SettingText } from "./environment.ts";
import { fileVariables, type Setting, settingTypes } from "./names.ts";
import { bytesInMegabyte, defaultQuotas } from "./quotas.ts";
import type { ValueType } from "./value-types.ts";

/** The server's settings, read once from the environment. */
export type Settings = ReturnType<typeof readSettings>;

type Values = {
  [Name in Setting]: (typeof settingTypes)[Name] extends ValueType<infer T>
    ? T
    : never;
};
const types: { [Name in Setting]: ValueType<Values[Name]> } = settingTypes;

/**
 * Reads and checks the environment.
 * @throws Error with one message that lists every error and what to set instead; it shows no
 *   secret.
 */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const errors: string[] = [];
  const textOf = findTexts(environment, errors);

  /** Returns the value of a setting, or the default when it is not set. */
  const read = <Name extends Setting, Default>(
    name: Name,
    defaultValue: Default,
  ): Values[Name] | Default => {
    const set = textOf(name);
    if (!set) return defaultValue;
    const { parse, expected } = types[name];
    const value = parse(set.text);
    if (value !== undefined) return value;
    errors.push(`${name} must be ${expected}. ${shown(name, set)}.`);
    return defaultValue;
  };

  const settings = {
    port: read("PORT", 3000),
    host: read("HOST", "127.0.0.1"),
    /**
     * The folder of the embedded store, and of the encryption key when the environment has none.
     */
    dataDir: read("DATA_DIR", ".data"),
    databaseUrl: read("DATABASE_URL", undefined),
    redisUrl: read("REDIS_URL", undefined),
    logLevel: read("LOG_LEVEL", "info"),
    trustProxy: read("TRUST_PROXY", false),
    /** The first one encrypts, all of them decrypt. When empty, the key is in `dataDir`. */
    encryptionKeys: read("ENCRYPTION_KEY", []),
    /** True when webhooks may point to this machine and to private networks, over http too. */
    localWebhooks: read("LOCAL_WEBHOOKS", false),
    /**
     * The address for reports of vulnerabilities, in `/.well-known/security.txt`; undefined for
     * none.
     */
    securityContact: read("SECURITY_CONTACT", undefined),
    /** Undefined means no metrics. */
    metricsPort: read("METRICS_PORT", undefined),
    /** The address of the metrics. By default only programs of this machine can read them. */
    metricsHost: read("METRICS_HOST", "127.0.0.1"),
    /** True when OpenTelemetry sends spans. It reads the rest of its variables itself. */
    traces: areTracesEnabled(read),
    quotas: {
      contacts: read("QUOTA_CONTACTS", defaultQuotas.contacts),
      bytes:
        read("QUOTA_MEGABYTES", defaultQuotas.bytes / bytesInMegabyte) *
        bytesInMegabyte,
    },
    /**
     * The time for which requests are still served after SIGTERM, in milliseconds, so that
     * balancers see `/readyz` fail first.
     */
    drain: read("DRAIN_SECONDS", 0) * 1000,
  };

  const { port, metricsPort } = settings;
  if (metricsPort !== 0 && metricsPort === port)
    errors.push(
      `METRICS_PORT must be another port than PORT. Both are ${port}.`,
    );
  if (errors.length > 0) throw new Error(messageOf(errors));
  return settings;
}

/** Checks OpenTelemetry's variables, as its own library ignores a wrong one. */
function areTracesEnabled(
  read: (name: Setting, defaultValue: undefined) => unknown,
): boolean {
  const endpoints = [
    read("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", undefined),
    read("OTEL_EXPORTER_OTLP_ENDPOINT", undefined),
  ];
  read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", undefined);
  read("OTEL_EXPORTER_OTLP_PROTOCOL", undefined);
  const hasExporter = read("OTEL_TRACES_EXPORTER", undefined) !== "none";
  const isDisabled = read("OTEL_SDK_DISABLED", undefined) === true;
  const hasEndpoint = endpoints.some((endpoint) => endpoint !== undefined);
  return hasEndpoint && hasExporter && !isDisabled;
}

const maxShown = 100;

/**
 * Says a wrong value in a sentence without a full stop, but shows nothing that may hold a password
 * or a key.
 */
function shown(name: Setting, { text, fileVariable }: SettingText): string {
  const source = fileVariable === undefined ? "" : ` in ${fileVariable}`;
  const isSecret = name in fileVariables;
  const scheme = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(text)?.[0];
  if (isSecret && scheme !== undefined)
    return `It begins with ${scheme}${source}`;
  if (isSecret || text.includes("@")) return `Its value is not shown${source}`;
  if (text.length > maxShown) return `It is "${text.slice(0, maxShown)}…"`;
  return `It is "${text}"`;
}

function messageOf(errors: string[]): string {
  if (errors.length === 1)
    return `The server cannot start with this setting: ${errors[0]}`;
  return `The server cannot start with these settings:\n  ${errors.join("\n  ")}`;
}
