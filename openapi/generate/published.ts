import { operationsOf, requirementOf, schemeOf, type Contract, type Requirement } from "../model/contract.ts";
import { mapNodes, type Node } from "../model/node.ts";

/** The extensions that say something to a reader. The others are notes for those who write the contract. */
const publishedMarks = ["x-extensible-enum", "x-sunset"];

/**
 * The contract as its readers get it: without our notes, with the scope that each operation needs in its description,
 * and with all scopes in that of the API key. Of what browsers may call, `security` says all.
 */
export function publishedContract(contract: Contract): Contract {
  const result = structuredClone(contract);
  for (const scheme of Object.values(result.components.securitySchemes)) {
    if (!scheme["x-scopes"]) continue;
    const scopes = Object.entries(scheme["x-scopes"]).map(([scope, grants]) => `- \`${scope}\`: ${grants}`);
    scheme.description = `${scheme.description?.trimEnd()}\n\nThe scopes:\n\n${scopes.join("\n")}\n`;
  }
  for (const { method, path } of operationsOf(contract)) {
    const operation = result.paths[path]?.[method];
    if (!operation || !schemeOf(contract, operation)?.["x-scopes"]) continue;
    operation.description = `${operation.description.trimEnd()}\n\n${inWords(requirementOf(operation))}`;
  }
  return mapNodes(result, withoutNotes);
}

function inWords({ scopes }: Requirement): string {
  if (scopes.length === 0) return "Any API key will do, whatever its scopes.";
  const names = scopes.map((scope) => `\`${scope}\``).join(" and ");
  return `The API key needs the ${scopes.length === 1 ? "scope" : "scopes"} ${names}.`;
}

const withoutNotes = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(node).filter(([name]) => !name.startsWith("x-") || publishedMarks.includes(name)),
  );
