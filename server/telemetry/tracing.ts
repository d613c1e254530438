import { diag, DiagLogLevel } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { traceRequests } from "./request-spans.ts";

/** Traces of this process. */
export interface Tracing {
  tracer: RequestHandler;
  /** Sends what was not sent yet. */
  close: () => Promise<void>;
}

/**
 * Sends a span for each request by OTLP over HTTP. OpenTelemetry's own variables say where to, which requests and how
 * often: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/.
 */
export function startTracing(log: Logger): Tracing {
  const report = (reason: string) => log.warn({ reason }, "traces cannot be sent");
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "contacts-api" }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    tracer: traceRequests(provider.getTracer("contacts-api")),
    close: () => provider.shutdown().catch((error: unknown) => report(String(error))),
  };
}
