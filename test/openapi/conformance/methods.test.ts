import { expect, test } from "vitest";
import { runOn } from "./run-on.ts";

// Tests the operations of each method that `npm run conformance` sends to other APIs.

test("a TRACE is not tried, as no program can send one", async () => {
  const responses = { "204": { description: "Done." } };
  const { report } = await runOn({}, { others: { trace: { responses } } });
  expect(report.findings).toEqual([]);
  expect(report.notTried).toEqual([
    {
      operation: "TRACE /beds",
      why: "No program can send a TRACE by `fetch`.",
    },
  ]);
});

test("an OPTIONS is sent as a read", async () => {
  const responses = { "204": { description: "Done." } };
  const { received } = await runOn({}, { others: { options: { responses } } });
  expect(received.map(({ method }) => method)).toContain("OPTIONS");
});

test("a QUERY is sent as a read, and an additional method is reported", async () => {
  const responses = { "204": { description: "Done." } };
  const content = { "application/json": { schema: { type: "object" } } };
  const { report, received } = await runOn(
    {},
    {
      others: {
        query: { requestBody: { content }, responses },
        additionalOperations: { PURGE: { responses } },
      },
    },
  );
  expect(received.map(({ method }) => method)).toContain("QUERY");
  expect(report.notTried).toEqual([
    {
      operation: "PURGE /beds",
      why: "It is in `additionalOperations`, which this tool does not read.",
    },
  ]);
});
