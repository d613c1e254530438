/** @typedef {Record<string, string[]>} Requirement scheme → scopes */
/** @typedef {Record<string, { authorizationUrl?: string, tokenUrl?: string }>} Flows */
/**
 * @typedef {{ type?: string, scheme?: string, in?: string, name?: string, openIdConnectUrl?: string, flows?: Flows }} Scheme
 */
/** @typedef {{ kind: string, scopes: string[] }} Credential What a caller shows, whatever the scheme is called. */

/**
 * What an operation asks of its caller, as one text per alternative: what it says itself, or what the contract says.
 * @param {Requirement[]} requirements
 * @param {Record<string, Scheme>} schemes
 * @returns {string[]}
 */
export function effectiveSecurity(requirements, schemes) {
  const alternatives = requirements.length === 0 ? [{}] : requirements;
  return alternatives.map((requirement) => JSON.stringify(credentials(requirement, schemes))).sort();
}

/** @type {(requirement: Requirement, schemes: Record<string, Scheme>) => Credential[]} */
function credentials(requirement, schemes) {
  return Object.entries(requirement)
    .map(([name, scopes]) => ({ kind: kindOf(name, schemes[name]), scopes: [...(scopes ?? [])].sort() }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** @type {(name: string, scheme: Scheme | undefined) => string} */
function kindOf(name, scheme) {
  if (scheme?.type === "http") return `http ${String(scheme.scheme).toLowerCase()}`;
  if (scheme?.type === "apiKey") return `key in ${scheme.in} ${scheme.name}`;
  if (scheme?.type === "openIdConnect") return `OpenID Connect at ${scheme.openIdConnectUrl}`;
  if (scheme?.type === "oauth2" || scheme?.type === "mutualTLS") return scheme.type;
  return name;
}

/**
 * A security scheme whose OAuth flows are texts: a client relies on each with its addresses.
 * @param {Scheme} scheme
 */
export function schemeForm({ flows = {}, ...scheme }) {
  const told = Object.entries(flows).map(([name, { authorizationUrl, tokenUrl }]) =>
    [name, authorizationUrl, tokenUrl].filter(Boolean).join(" "),
  );
  return { ...scheme, ...(told.length > 0 && { tokenFlows: told }) };
}
