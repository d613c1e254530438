import { policy, reasonOf } from "../../diff/policy.ts";
import { table } from "./table.ts";

const meanings = { breaking: "breaks", addition: "does not break", off: "" };

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityTable(): string {
  const rows = Object.values(policy)
    .filter(({ is }) => is !== "off")
    .map((verdict) => [
      ...[verdict.change, meanings[verdict.is]],
      ...[reasonOf(verdict, ["request", "response"]), verdict.instead],
    ]);
  const head = ["Change", "A client", "Why", "What we do instead"];
  return table(head, rows);
}
