import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** They run compilers, other runtimes or whole programs, which do not see the change and take too long for each of them. */
const slow = [
  ...["examples", "package", "readme", "runtimes", "samples", "texts", "types"],
  ...["claim", "https"],
];

/** The tests of files whose name leads to none, or to too few. */
const others: Record<string, string[]> = {
  "client/attempt.ts": ["client/retries", "client/abort", "client/errors"],
  "client/call.ts": ["client/result", "client/errors", "client/odd-responses"],
  "client/check-options.ts": ["client/bad-input"],
  "client/contacts-by-email.ts": ["client/contacts"],
  "client/errors/no-response.ts": ["client/errors", "client/retry-policy"],
  "client/input.ts": ["client/bad-input"],
  "client/json.ts": ["client/odd-responses", "client/errors"],
  "client/list.ts": ["client/lists"],
  "client/read-response.ts": ["client/odd-responses", "client/bad-input"],
  "client/send.ts": [
    "client/retries",
    "client/retry-policy",
    "client/abort",
    "client/errors",
    "client/odd-responses",
  ],
  "client/settings.ts": ["client/bad-input", "client/raw-client", "client/errors"],
  "client/wait.ts": ["client/abort", "client/retries"],
  "server/webhooks/record.ts": [
    "server/webhooks/record",
    "server/webhooks/schedule",
    "server/webhooks/attempts",
  ],
  "server/webhooks/send.ts": ["resilience/receivers", "server/webhooks/attempts", "server/webhooks/address"],
  "server/api/contact-search.ts": ["server/api/contacts", "conformance/filters"],
  "server/api/tags-and-custom-fields.ts": ["server/api/contacts", "server/api/tickets"],
  "server/api/deliveries.ts": ["server/webhooks/attempts", "server/api/webhooks"],
  "server/api/messages.ts": ["server/api/conversations"],
  "server/api/newest-matching.ts": ["server/api/contacts", "conformance/filters"],
  "server/api/pagination.ts": ["server/api/pagination", "server/api/articles"],
  "server/store/ledger.ts": ["server/store/ledger", "server/api/quotas"],
  "server/webhooks/disable.ts": ["server/api/webhooks", "server/webhooks/attempts"],
  "server/webhooks/fan-out.ts": ["server/api/webhooks", "server/webhooks/attempts"],
  "server/webhooks/signature.ts": ["server/webhooks/attempts"],
};

/**
 * The test files that are to notice a change of a file of `server/` or `client/`: those listed here, else the one of its
 * name or of its folder's name, else all of the nearest folder that has some.
 */
export function testsOf(file: string): string[] {
  const listed = others[file]?.map((name) => `test/${name}.test.ts`);
  if (listed) return listed;
  const own = join("test", file.replace(/\.ts$/, ".test.ts"));
  for (const candidate of [own, `${dirname(own)}.test.ts`]) if (existsSync(candidate)) return [candidate];
  for (let folder = dirname(own); folder !== "test"; folder = dirname(folder)) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const tests = names.filter(
      (name) => name.endsWith(".test.ts") && !slow.includes(name.replace(".test.ts", "")),
    );
    if (tests.length > 0) return tests.map((name) => join(folder, name));
  }
  return [];
}
