import { policy, reasonOf, type Verdict } from "../../diff/policy.ts";
import { table } from "./table.ts";

const meanings = { breaking: "breaks", addition: "does not break" };

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityTable(): string {
  const rows = Object.values<Verdict>(policy).flatMap((verdict) => {
    const { change, is } = verdict;
    // A warning is about the server, not about its clients.
    if (is === "off" || is === "warning") return [];
    return [[change, meanings[is], reasonOf(verdict, ["request", "response"])]];
  });
  const head = ["Change", "A client", "Why"];
  return table(head, rows);
}
