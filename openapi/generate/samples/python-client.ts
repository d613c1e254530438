import { isBasic } from "../../model/credentials.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";

/** The class of a client, and the arguments of its construction that have the credentials. */
interface PythonClient {
  client: string;
  keys: string[];
}

/** Returns the client that sends the credentials of a call. */
export function pythonClient({ credentials }: SampleCall): PythonClient {
  const token = credentials.find((each) => each.in === "header");
  const others = credentials.filter((each) => each !== token);
  /** Writes the other credentials of a place as the fields of a dictionary. */
  const fieldsIn = (place: ShownCredential["in"]) =>
    others
      .filter((each) => each.in === place)
      .map((each) => `${JSON.stringify(each.name)}: ${sentValue(each)}`)
      .join(", ");
  const headers = fieldsIn("header");
  const cookies = fieldsIn("cookie");
  const query = fieldsIn("query");
  const keys = token ? tokenArguments(token) : [];
  if (headers) keys.push(`headers={${headers}}`);
  if (cookies) keys.push(`cookies={${cookies}}`);
  if (query) keys.push(`httpx_args={"params": {${query}}}`);
  return { client: token ? "AuthenticatedClient" : "Client", keys };
}

/** Writes the expression that reads a credential. */
const valueOf = ({ variable }: ShownCredential) => `os.environ["${variable}"]`;

/** Writes the value of a credential as it is after its prefix. */
const tokenOf = (credential: ShownCredential) =>
  isBasic(credential)
    ? `b64encode(${valueOf(credential)}.encode()).decode()`
    : valueOf(credential);

/** Writes the value of a credential with its prefix. */
const sentValue = (credential: ShownCredential) =>
  credential.prefix === ""
    ? tokenOf(credential)
    : `${JSON.stringify(credential.prefix)} + ${tokenOf(credential)}`;

/** Writes the credential of a header. The client itself writes `Authorization: Bearer`. */
function tokenArguments(credential: ShownCredential): string[] {
  const { name, prefix } = credential;
  const token = `token=${tokenOf(credential)}`;
  if (prefix === "Bearer ") return [token];
  const words = [token, `prefix=${JSON.stringify(prefix.trim())}`];
  if (prefix === "") words.push(`auth_header_name=${JSON.stringify(name)}`);
  return words;
}
