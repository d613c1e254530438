import type { Contract, Operation, SecurityRequirement } from "./contract.ts";
import { textIn, type Node } from "./node.ts";

/** The place of the credential of a security scheme in a request. */
export interface Credential {
  scheme: string;
  in: "header" | "query" | "cookie";
  /** The name of the header, the parameter or the cookie. */
  name: string;
  /** The text before the credential, e.g. `Bearer `, or nothing. */
  prefix: string;
}

/**
 * Returns the credentials of the first requirement of an operation that has any. Mutual TLS has no
 * credential, as no request carries it.
 */
export const credentialsOf = (
  contract: Contract,
  { security = [] }: Operation,
): Credential[] =>
  security
    .map((requirement) => credentialsIn(contract, requirement))
    .find((credentials) => credentials.length > 0) ?? [];

/** Returns the credentials of one requirement, which are all sent. */
export const credentialsIn = (
  { components }: Contract,
  requirement: SecurityRequirement,
): Credential[] =>
  Object.keys(requirement).flatMap((scheme) => {
    const definition = components.securitySchemes[scheme] as Node | undefined;
    return definition === undefined ? [] : credentialOf(scheme, definition);
  });

function credentialOf(scheme: string, definition: Node): Credential[] {
  const type = textIn(definition, "type");
  if (type === "mutualTLS") return [];
  if (type === "apiKey") {
    const place = textIn(definition, "in");
    const name = textIn(definition, "name") ?? "";
    const isKnown = place === "query" || place === "cookie";
    return [{ scheme, in: isKnown ? place : "header", name, prefix: "" }];
  }
  const authentication = textIn(definition, "scheme") ?? "bearer";
  const first = authentication.charAt(0).toUpperCase();
  const prefix = `${first}${authentication.slice(1).toLowerCase()} `;
  return [{ scheme, in: "header", name: "Authorization", prefix }];
}

/** Returns true for a name and a password, which are sent in Base64 (RFC 7617). */
export const isBasic = ({ prefix }: Pick<Credential, "prefix">): boolean =>
  prefix === "Basic ";

/** Writes a credential as it is sent after its prefix: of Basic in Base64 of its UTF-8. */
export const sentValue = (
  credential: Pick<Credential, "prefix">,
  value: string,
): string =>
  isBasic(credential)
    ? btoa(String.fromCodePoint(...new TextEncoder().encode(value)))
    : value;

/** Writes where a credential is: "the query parameter `key` of `app`". */
export const placeText = ({ in: place, name, scheme }: Credential): string =>
  `the ${place === "query" ? "query parameter" : place} \`${name}\` of \`${scheme}\``;
