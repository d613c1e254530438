import { sql } from "kysely";
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { operations } from "../../../generated/operations.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { startTracing } from "../../../server/telemetry/tracing.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { refusedStart } from "../../support/process.ts";
import { connectTo, listenLocally } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { emptyStore } from "../../support/store.ts";

/** Starts a collector, which keeps the spans that it gets as text. */
async function startCollector() {
  const sent: { path: string; body: Buffer }[] = [];
  const collector = createServer((request, response) => {
    void buffer(request).then((body) => {
      sent.push({ path: request.url ?? "", body });
      response
        .writeHead(200, { "Content-Type": "application/x-protobuf" })
        .end();
    });
  });
  const address = `http://${await listenLocally(collector)}`;
  const spans = () =>
    Buffer.concat(sent.map(({ body }) => body)).toString("latin1");
  return { address, sent, spans };
}

/** The status "error" of a span, as Protocol Buffers encode it. */
const errorStatus = "z\x02\x18\x02";

test("a request's span has its route, status and id in the caller's trace, and nothing of its data", async () => {
  const { address, sent, spans: textOfSpans } = await startCollector();
  const settings = {
    ...(await emptyStore()),
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_SERVICE_NAME: "contacts-api-berlin",
  };
  const keys = await makeKeys(settings, 1);
  const { program, call } = await launch(settings, keys);
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = {
    traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    tracestate: "vendor=ecretiva",
  };
  const json = { name: "Secretiva", email: "secretiva@example.com" };
  const created = await call("/v1/contacts", { json, headers });
  const { id } = created.body.data;
  for (const path of [
    `/v1/contacts/${id}`,
    "/v1/contacts?q=secretiva",
    "/v1/secretiva",
  ])
    await call(path, { headers });

  // A stop sends what was not sent yet.
  expect(await program.end()).toBe(0);
  expect(sent.map(({ path }) => path)).toContain("/v1/traces");
  const spans = textOfSpans();
  expect(spans).toContain("contacts-api-berlin");
  expect(spans).toContain("POST /v1/contacts");
  expect(spans).toContain(`GET ${operations.getContact.path}`);
  expect(spans).toContain("listContacts");
  expect(spans).toContain(created.headers.get("x-request-id"));
  expect(spans).toContain(Buffer.from(trace, "hex").toString("latin1"));
  // The attribute as Protocol Buffers encode it: the integers 201 and 404.
  expect(spans).toContain("http.response.status_code\x12\x03\x18\xc9\x01");
  expect(spans).toContain("http.response.status_code\x12\x03\x18\x94\x03");
  // A 404 is a mistake of the client, and no error of a server.
  expect(spans).not.toContain(errorStatus);
  for (const word of [...keys, "ecretiva", id, "127.0.0.1"])
    expect(spans).not.toContain(word);
});

test("the span of a 500 is an error, and that of a request whose client left says so", async () => {
  const { address, spans } = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", address);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { tracer, close } = startTracing(createLog("silent"));
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const server = await startServer({ tracer, log });
  const key = await server.key(["*"]);
  await sql`
    create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    server.store.database,
  );
  await sql`create trigger fails before insert on contacts for each row execute function fails()`.execute(
    server.store.database,
  );

  const json = { name: "Ana", email: "ana@example.com" };
  expect((await server.call("/v1/contacts", { key, json })).status).toBe(500);
  const socket = await connectTo(server.address);
  socket.write(
    `POST /v1/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n",
  );
  await once(socket, "data"); // the server waits for the body
  socket.destroy();
  await expect.poll(() => lines.join("")).toContain('"aborted"');
  await close();

  // As Protocol Buffers encode them: the integer 500, and a text of seven characters.
  expect(spans()).toContain("http.response.status_code\x12\x03\x18\xf4\x03");
  expect(spans()).toContain(errorStatus);
  expect(spans()).toContain("error.type\x12\x09\x0a\x07aborted");
});

test("a setting of OpenTelemetry that cannot work ends the start with what to change", async () => {
  const printed = await refusedStart({
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  });
  expect(printed).toContain(
    "OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address.",
  );
  expect(printed).toContain(
    "OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf",
  );
});

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test.each([
  { env: {}, traces: false },
  { env: endpoint, traces: true },
  {
    env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1" },
    traces: true,
  },
  { env: { ...endpoint, OTEL_TRACES_EXPORTER: "otlp" }, traces: true },
  { env: { ...endpoint, OTEL_TRACES_EXPORTER: "none" }, traces: false },
  { env: { ...endpoint, OTEL_SDK_DISABLED: "true" }, traces: false },
  { env: { ...endpoint, OTEL_SDK_DISABLED: "TRUE" }, traces: false },
  { env: { ...endpoint, OTEL_SDK_DISABLED: "1" }, traces: true },
])(
  "with the variables $env of OpenTelemetry, spans are sent: $traces",
  ({ env, traces }) => {
    expect(readSettings(env)).toMatchObject({ traces });
  },
);
