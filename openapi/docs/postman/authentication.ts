import type {
  SampleCall,
  ShownCredential,
} from "../../generate/samples/sample-call.ts";
import { isBasic } from "../../model/credentials.ts";

/** A header or a parameter of the query in the collection. */
export interface Entry {
  key: string;
  value: string;
}

/** The authentication of a request in the collection. */
interface Authentication {
  /** The variables that hold the secrets. */
  variables: string[];
  auth: object;
  /** The credentials beside the one that `auth` can hold. */
  header: Entry[];
  query: Entry[];
  cookies: string[];
}

/** Returns the authentication of a request in the collection. */
export function authenticationOf({ credentials }: SampleCall): Authentication {
  // `auth` holds one credential, and no cookie.
  const first = credentials.find((each) => each.in !== "cookie");
  const own = first && authOfCredential(first);
  const others = credentials.filter((each) => each !== first);
  const entriesIn = (location: ShownCredential["in"]): Entry[] =>
    others
      .filter((each) => each.in === location)
      .map(({ name, prefix, variable }) => ({
        key: name,
        value: `${prefix}{{${variable}}}`,
      }));
  return {
    variables: [
      ...(own?.variables ?? []),
      ...others.map(({ variable }) => variable),
    ],
    auth: own?.auth ?? { type: "noauth" },
    header: entriesIn("header"),
    query: entriesIn("query"),
    cookies: entriesIn("cookie").map(({ key, value }) => `${key}=${value}`),
  };
}

/** Writes a credential as the `auth` of Postman, with the variables that hold its secret. */
function authOfCredential(credential: ShownCredential) {
  const { name, variable } = credential;
  if (credential.prefix === "")
    return {
      variables: [variable],
      auth: {
        type: "apikey",
        apikey: [
          { key: "key", value: name, type: "string" },
          { key: "value", value: `{{${variable}}}`, type: "string" },
          { key: "in", value: credential.in, type: "string" },
        ],
      },
    };
  const isNamed = isBasic(credential);
  const type = isNamed ? "basic" : "bearer";
  const names = isNamed
    ? { username: "_NAME", password: "_PASSWORD" }
    : { token: "" };
  const variables = Object.values(names).map((end) => variable + end);
  const values = Object.keys(names).map((key, i) => ({
    key,
    value: `{{${variables[i]}}}`,
    type: "string",
  }));
  return { variables, auth: { type, [type]: values } };
}
