import { operationsOf, type Contract } from "../model/contract.ts";
import {
  credentialsOf,
  isBasic,
  type Credential,
} from "../model/credentials.ts";

/** The credential that the client sends: the one that most operations need. */
function credentialOfClient(contract: Contract): Credential | undefined {
  const counts = new Map<string, { credential: Credential; count: number }>();
  for (const credential of allCredentials(contract)) {
    const { count = 0 } = counts.get(credential.scheme) ?? {};
    counts.set(credential.scheme, { credential, count: count + 1 });
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  return most?.credential;
}

const allCredentials = (contract: Contract): Credential[] =>
  operationsOf(contract).flatMap(({ operation }) =>
    credentialsOf(contract, operation),
  );

/** The place of a credential, in which schemes can be the same. */
const placeOf = ({ in: place, name, prefix }: Credential) =>
  JSON.stringify([place, name, prefix]);

/**
 * Lists the credentials that operations need and the client does not send, e.g. `the query
 * parameter key`.
 */
export function credentialsBesideClient(contract: Contract): string[] {
  const sent = credentialOfClient(contract);
  const others = allCredentials(contract).filter(
    (each) => sent && placeOf(each) !== placeOf(sent),
  );
  const texts = others.map(({ in: place, name, scheme }) => {
    const kind = place === "query" ? "query parameter" : place;
    return `the ${kind} \`${name}\` of \`${scheme}\``;
  });
  return [...new Set(texts)];
}

/**
 * The function of `generated/calls.ts` that adds the credential to a request. In lower case, as the
 * client writes the names of all headers.
 */
export function signedFunction(contract: Contract): string {
  const credential = credentialOfClient(contract);
  const { place, url, headers } = partsOf(credential);
  return `/** Returns an address and its headers with the credential, which is in ${place}. */
export const signed = (
  url: string,
  credential: string,
): { url: string; headers: Record<string, string> } => ({ ${url}, headers: ${headers} });`;
}

/** The code of the parts of a signed request. Without a scheme the client sends a token. */
function partsOf(credential: Credential | undefined) {
  const {
    in: location,
    name,
    prefix,
  } = credential ?? {
    in: "header",
    name: "Authorization",
    prefix: "Bearer ",
  };
  if (location === "query") {
    const parameter = JSON.stringify(`${encodeURIComponent(name)}=`);
    return {
      place: "the query",
      url: `url: url + (url.includes("?") ? "&" : "?") + ${parameter} + encodeURIComponent(credential)`,
      headers: "{}",
    };
  }
  const isCookie = location === "cookie";
  const header = isCookie ? "cookie" : name.toLowerCase();
  const before = isCookie ? `${name}=` : prefix;
  const value =
    credential && isBasic(credential) ? "btoa(credential)" : "credential";
  const sent = before === "" ? value : `${JSON.stringify(before)} + ${value}`;
  return {
    place: `the header ${header}`,
    url: "url",
    headers: `{ ${JSON.stringify(header)}: ${sent} }`,
  };
}
