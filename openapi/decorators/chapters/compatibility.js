import { policy } from "../../gate/policy.js";
import { table } from "./table.js";

const meanings = { breaking: "breaks", addition: "does not break", off: "" };

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityChapter() {
  const rows = Object.values(policy)
    .filter(({ is }) => is !== "off")
    .map(({ change, is, because, instead }) => [change, meanings[is], because, instead]);
  const head = ["Change", "A client", "Why", "What we do instead"];
  return `## Compatibility

A change that breaks a client comes with a new major version of the contract and is told in its changelog, with what you
have to do. New operations, optional parameters, members of answers, error statuses and webhooks come at any time: pass
over what you do not know.

${table(head, rows)}`;
}
