import { policy } from "../../gate/policy.ts";
import { table } from "./table.ts";

const meanings = { breaking: "breaks", addition: "does not break", off: "" };

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityChapter(): string {
  const rows = Object.values(policy)
    .filter(({ is }) => is !== "off")
    .map(({ change, is, because, instead }) => [change, meanings[is], because, instead]);
  const head = ["Change", "A client", "Why", "What we do instead"];
  return `## Compatibility

A change that breaks a client comes with a new major version of the contract. The changelog describes it and says what
you have to do. New operations, optional parameters, fields of responses, error statuses and webhooks may be added at any
time: ignore those that you do not know.

${table(head, rows)}`;
}
