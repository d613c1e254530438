import * as types from "./value-types.ts";

/**
 * Each setting and the type of its values. OpenTelemetry's variables are those that its own library
 * reads too.
 */
export const settingTypes = {
  PORT: types.port,
  HOST: types.address,
  DATA_DIR: types.folder,
  DATABASE_URL: types.postgresUrl,
  REDIS_URL: types.redisUrl,
  LOG_LEVEL: types.logLevel,
  TRUST_PROXY: types.proxies,
  ENCRYPTION_KEY: types.encryptionKeys,
  LOCAL_WEBHOOKS: types.trueOrFalse,
  SECURITY_CONTACT: types.contactUrl,
  METRICS_PORT: types.port,
  METRICS_HOST: types.address,
  QUOTA_CONTACTS: types.quota,
  QUOTA_MEGABYTES: types.quota,
  DRAIN_SECONDS: types.seconds,
  OTEL_EXPORTER_OTLP_ENDPOINT: types.httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: types.httpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: types.otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: types.otlpProtocol,
  OTEL_TRACES_EXPORTER: types.tracesExporter,
  OTEL_SDK_DISABLED: types.otelBoolean,
};

export type Setting = keyof typeof settingTypes;

/**
 * The settings whose values are secrets → the variable that names a file with the value, as secret
 * managers write it.
 */
export const fileVariables = {
  ENCRYPTION_KEY: "ENCRYPTION_KEY_FILE",
  DATABASE_URL: "DATABASE_URL_FILE",
  REDIS_URL: "REDIS_URL_FILE",
} as const satisfies Partial<Record<Setting, string>>;
