import { operationsOf, requirementOf, takesKey, type Contract, type Requirement } from "./contract.ts";

/** The extensions that say something to a reader. The others are notes for those who write the contract. */
const kept = ["x-extensible-enum", "x-sunset"];

/**
 * The contract as its readers get it: without our notes, with the scope that each operation needs in its description,
 * and with all scopes in that of the API key. Of what browsers may call, `security` says all.
 */
export function publishedContract(contract: Contract): Contract {
  const result = structuredClone(contract);
  const { apiKey } = result.components.securitySchemes;
  const scopes = Object.entries(apiKey["x-scopes"]).map(([scope, grants]) => `- \`${scope}\`: ${grants}`);
  apiKey.description = `${apiKey.description.trimEnd()}\n\nThe scopes:\n\n${scopes.join("\n")}\n`;
  for (const { method, path } of operationsOf(contract)) {
    const operation = result.paths[path]?.[method];
    if (!operation) continue;
    if (!takesKey(operation)) continue;
    operation.description = `${operation.description?.trimEnd() ?? ""}\n\n${inWords(requirementOf(operation))}`;
  }
  return withoutNotes(result) as Contract;
}

function inWords({ scopes }: Requirement): string {
  if (scopes.length === 0) return "Any API key will do, whatever its scopes.";
  return `The API key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`;
}

function withoutNotes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNotes);
  if (typeof node !== "object" || node === null) return node;
  const fields = Object.entries(node).filter(([name]) => !name.startsWith("x-") || kept.includes(name));
  return Object.fromEntries(fields.map(([name, child]) => [name, withoutNotes(child)]));
}
