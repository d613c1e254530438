import { policy, reasonOf, type Policy } from "../../diff/policy.ts";
import { table } from "./table.ts";

const meanings = { breaking: "breaks", addition: "does not break" };

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityTable(): string {
  const rows = Object.values<Policy>(policy).flatMap((rule) => {
    const { change, is, instead } = rule;
    // A warning is about the server, not about its clients.
    if (is === "off" || is === "warning") return [];
    return [[change, meanings[is], reasonOf(rule, ["request", "response"]), instead]];
  });
  const head = ["Change", "A client", "Why", "What we do instead"];
  return table(head, rows);
}
