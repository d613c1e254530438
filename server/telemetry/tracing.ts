import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { RequestHandler } from "express";
import { METHODS } from "node:http";
import type { Logger } from "pino";
import { operations } from "../../generated/operations.ts";

/**
 * Sends a span for each request by OTLP over HTTP. OpenTelemetry's own variables say where to,
 * which requests and how often:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/.
 */
export function startTracing(log: Logger) {
  const report = (reason: string) =>
    log.warn({ reason }, "traces cannot be sent");
  const ignore = () => undefined;
  diag.setLogger(
    {
      error: report,
      warn: report,
      info: ignore,
      debug: ignore,
      verbose: ignore,
    },
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
    /** Sends what was not sent yet. */
    close: () =>
      provider.shutdown().catch((error: unknown) => report(String(error))),
  };
}

const methods = new Set(METHODS);
const propagator = new W3CTraceContextPropagator();

/**
 * Makes a span for each request, in the trace that `traceparent` names. It has the operation's path
 * as the contract writes it and the request's id; no address, query, header, body or identifier of
 * a resource, as these can be somebody's data. The attributes follow OpenTelemetry's conventions
 * for HTTP servers.
 */
function traceRequests(tracer: Tracer): RequestHandler {
  return function traceRequest(request, response, next) {
    const method = methods.has(request.method) ? request.method : "_OTHER";
    // Without `tracestate`: its text is the caller's, and would be sent with the span.
    const { traceparent } = request.headers;
    const parent = propagator.extract(
      ROOT_CONTEXT,
      { traceparent },
      defaultTextMapGetter,
    );
    const options = {
      kind: SpanKind.SERVER,
      attributes: { "http.request.method": method },
    };
    const span = tracer.startSpan(method, options, parent);
    response.on("close", () => {
      const operation = request.operation?.id;
      if (operation !== undefined) {
        const route = operations[operation].path;
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          "http.route": route,
          "contacts_api.operation": operation,
        });
      }
      span.setAttribute("contacts_api.request_id", response.locals.requestId);
      if (response.writableFinished)
        span.setAttribute("http.response.status_code", response.statusCode);
      else span.setAttribute("error.type", "aborted");
      if (response.statusCode >= 500)
        span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    next();
  };
}
