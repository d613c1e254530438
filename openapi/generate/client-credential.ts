import { memoized } from "../model/collections.ts";
import {
  operationsOf,
  type Contract,
  type Operation,
} from "../model/contract.ts";
import {
  credentialsIn,
  credentialsOf,
  isBasic,
  placeText,
  type Credential,
} from "../model/credentials.ts";

/** The credential that the client sends: the one that most operations need. */
const credentialOfClient = memoized(
  (contract: Contract): Credential | undefined => {
    const counts = new Map<string, { credential: Credential; count: number }>();
    for (const credential of allCredentials(contract)) {
      const { count = 0 } = counts.get(credential.scheme) ?? {};
      counts.set(credential.scheme, { credential, count: count + 1 });
    }
    const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
    return most?.credential;
  },
);

/** Returns false when anybody may call some operation, so that a client may have no key. */
export const needsKey = memoized((contract: Contract): boolean =>
  operationsOf(contract).every(({ operation }) => {
    const { security = [] } = operation;
    const isOpen = security.some((each) => Object.keys(each).length === 0);
    return security.length > 0 && !isOpen;
  }),
);

/**
 * Returns true for an operation that takes no credential. In a contract without any credential nobody
 * knows: its callers may give one.
 */
const isOpen = (contract: Contract, { security = [] }: Operation): boolean =>
  credentialOfClient(contract) !== undefined &&
  security.every((each) => Object.keys(each).length === 0);

/** The credentials of a call by the client. */
interface CallCredentials {
  /** The one that the client sends; undefined when the call may have none. */
  own: Credential | undefined;
  /** The credentials that the call needs beside `own`. */
  others: Credential[];
}

/**
 * Returns the credentials of a call by the client: of several alternatives the one that the client
 * sends.
 */
export function credentialsOfCall(
  contract: Contract,
  { security = [] }: Operation,
): CallCredentials {
  const sent = credentialOfClient(contract);
  const isSent = (each: Credential) =>
    sent !== undefined && placeOf(each) === placeOf(sent);
  const alternatives = security
    .map((requirement) => credentialsIn(contract, requirement))
    .filter((credentials) => credentials.length > 0);
  const chosen =
    alternatives.find((credentials) => credentials.some(isSent)) ??
    alternatives[0] ??
    [];
  return {
    own: chosen.find(isSent) ?? (needsKey(contract) ? sent : undefined),
    others: chosen.filter((each) => !isSent(each)),
  };
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
  return [...new Set(others.map(placeText))];
}

/**
 * The function of `generated/calls.ts` that adds the credential to a request. In lower case, as the
 * client writes the names of all headers.
 */
export function signedFunction(contract: Contract): string {
  const credential = credentialOfClient(contract);
  const { place, url, headers } = partsOf(credential);
  const signed = `({ ${url}, headers: ${headers} })`;
  const isOptional = !needsKey(contract);
  const open = operationsOf(contract)
    .filter(({ operation }) => isOpen(contract, operation))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return `/** False when a client may have no credential. */
export const needsKey = ${!isOptional};

/** The operations that take no credential, e.g. \`POST /token\`. */
export const openOperations: readonly string[] = ${JSON.stringify(open)};

/** True when the credential is sent encoded, so that it may have characters beyond ASCII. */
export const isEncoded = ${isEncoded(credential)};

/** Returns an address and its headers with the credential, which is in ${place}. */
export const signed = (
  url: string,
  credential: string,
): { url: string; headers: Record<string, string> } => ${isOptional ? `credential === "" ? { url, headers: {} } : ${signed}` : signed};`;
}

/** A query is encoded, and a name and a password are sent in Base64 of their UTF-8 (RFC 7617). */
const isEncoded = (credential: Credential | undefined): boolean =>
  credential !== undefined &&
  (credential.in === "query" || isBasic(credential));

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
  const base64 =
    "btoa(String.fromCodePoint(...new TextEncoder().encode(credential)))";
  const value = credential && isBasic(credential) ? base64 : "credential";
  const sent = before === "" ? value : `${JSON.stringify(before)} + ${value}`;
  return {
    place: `the header ${header}`,
    url: "url",
    headers: `{ ${JSON.stringify(header)}: ${sent} }`,
  };
}
