import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { listen } from "../../client/listen/listen.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

test("a receiver that is silent for 15 s does not hold back the next event", async () => {
  const server = await startServer();
  const options = { apiKey: await server.key(["*"]), baseUrl: server.address };
  const { contacts } = createClient(options);
  const receiver = createServer(async (request, response) => {
    const isAboutEva = (await text(request)).includes("eva@example.com");
    if (isAboutEva) response.writeHead(204).end();
  });
  const forward = `http://${await listenLocally(receiver)}/`;
  const { timeout } = AbortSignal;
  const limits: number[] = [];
  const limited = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => limited.mockRestore());
  // The first receiver's time ends soon.
  limited.mockImplementationOnce((milliseconds) => {
    limits.push(milliseconds);
    return timeout.call(AbortSignal, 50);
  });
  const stop = new AbortController();
  const lines: string[] = [];
  const listening = listen(options, {
    forward,
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    signal: stop.signal,
    print: (line) => lines.push(line),
  });
  await expect.poll(() => lines).toHaveLength(2);
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  await contacts.create({ name: "Eva", email: "eva@example.com" });
  await expect.poll(() => lines).toHaveLength(4);
  stop.abort();
  await listening;

  expect(limits).toEqual([15_000]);
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(
      /^contact\.created evt_\w+ got no response within 15 s\.$/,
    ),
    expect.stringMatching(/^contact\.created evt_\w+ 204 \d+ ms$/),
  ]);
});
