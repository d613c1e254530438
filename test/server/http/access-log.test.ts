import { expect, test } from "vitest";
import { createLog } from "../../../server/telemetry/log.ts";
import { startServer } from "../../support/server.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog("info", { write: (line: string) => lines.push(JSON.parse(line)) });
const server = await startServer({ log });

test("strangers fill no disk with lines: they are short, few, and the rest is counted", async () => {
  await fetch(`${server.address}/${"x".repeat(10_000)}`);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.["path"]).toHaveLength(200);
  const more = () => lines.find((line) => "more" in line)?.["more"] as number | undefined;
  while (more() === undefined) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.address}/v1/contacts`)));
  }
  expect(more()).toBeGreaterThan(0);
  const before = lines.length;
  await server.call("/v1/contacts", { key: await server.key(["*"]) });
  await expect.poll(() => lines.slice(before).some(({ status }) => status === 200)).toBe(true);
});
