import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** They run compilers, other runtimes or whole programs, which do not see the change and take too long for each of them. */
const slow = [
  ...["examples", "package", "readme", "runtimes", "samples", "texts", "types"],
  ...["claim", "https"],
];

/** The tests that notice a change of a file beside those that its name leads to. */
const others: Record<string, string[]> = {
  "client/call-error.ts": ["client/retry-policy"],
  "server/api/contact-search.ts": ["conformance/filters"],
  "server/api/newest-matching.ts": ["conformance/filters"],
  "server/api/pagination.ts": ["server/api/articles"],
  "server/store/ledger.ts": ["server/api/quotas"],
  "server/operator/settings.ts": ["server/boot/main"],
  "server/webhooks/disable.ts": ["server/api/webhooks"],
  "server/webhooks/fan-out.ts": ["server/api/webhooks"],
  "server/webhooks/record.ts": ["server/webhooks/attempts"],
  "server/webhooks/send.ts": ["resilience/receivers"],
};

/**
 * The test files that are to notice a change of a file of `server/` or `client/`: the one of its name or of its folder's
 * name, else all of the nearest folder that has some. Stryker runs those of their tests that reach the change.
 */
export const testsOf = (file: string): string[] => [
  ...named(join("test", file.replace(/\.ts$/, ".test.ts"))),
  ...(others[file] ?? []).map((name) => `test/${name}.test.ts`),
];

function named(own: string): string[] {
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
