import { placeText } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import { nodeIn } from "../../model/node.ts";
import { isMessenger, messengerIn } from "../messenger.ts";
import { maySendBody } from "../success.ts";
import {
  cookiesOf,
  hasQuery,
  headersOf,
  nested,
  pathTextsOf,
} from "./call-text.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";

/** Writes the call with the typed client. */
export function clientSample(call: SampleCall): string {
  const { module, create, variable, option, secret, session } = clientOf(call);
  const isFileSent = call.bodyKind === "file" || call.fileFields.length > 0;
  const files = isFileSent ? 'import { openAsBlob } from "node:fs";\n' : "";
  const address =
    call.server === ""
      ? `process.env.${call.names.address} ?? ""`
      : JSON.stringify(call.server);
  const key =
    secret === "" ? "" : `  ${option}: process.env.${secret} ?? "",\n`;
  return `${files}import { ${create} } from "${module}";

const ${variable} = ${create}({
${key}  baseUrl: ${address},
});
${session}
${notSent(call)}${clientCall(call)}
`;
}

/** The client that makes a call. */
interface ClientInSample {
  /** The module that has it. */
  module: string;
  /** The function that creates it. */
  create: string;
  variable: string;
  /** The option for the credential. */
  option: string;
  /** The variable of the environment that has the credential; empty when there is none. */
  secret: string;
  /** The line that continues a session. */
  session: string;
  /** The variable that has the methods. */
  receiver: string;
}

function clientOf(call: SampleCall): ClientInSample {
  const { clientKey, names } = call;
  if (isMessenger(call.credential)) return messengerIn(call);
  return {
    module: names.client,
    create: "createClient",
    variable: "api",
    option: "apiKey",
    secret: clientKey,
    session: "",
    receiver: "api",
  };
}

/** Writes the lines that make the call. */
export function clientCall(call: SampleCall): string {
  const { parameters, form, body, bodyKind, method } = call;
  const args = pathTextsOf(call).map(literal);
  const file = `await openAsBlob(${literal(body)})`;
  if (body !== undefined && maySendBody(method))
    args.push(bodyKind === "file" ? file : withFiles(call));
  const options = optionsOf(call);
  const hasOptions = Object.keys(options).length > 0;
  // The query is an argument before the options.
  if (parameters.query.length > 0 || (hasOptions && hasQuery(call)))
    args.push(literal(nested(call)));
  if (hasOptions) args.push(withSecrets(literal(options)));
  const code = `${clientOf(call).receiver}.${call.clientMethod}(${args.join(", ")})`;
  return form === "page"
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/** Writes the body, with the code that opens files in place of their names. */
function withFiles({ body, fileFields }: SampleCall): string {
  const names = nodeIn({ body }, "body");
  const files = fileFields.flatMap((field) => [names[field] ?? []].flat());
  return files.reduce<string>(
    (code, name) =>
      code.replaceAll(
        JSON.stringify(name),
        (text) => `await openAsBlob(${text})`,
      ),
    literal(body),
  );
}

/** Returns true for a credential that the options of a method can send: in a header or a cookie. */
const isOption = ({ in: place, name }: ShownCredential): boolean =>
  place === "cookie" ||
  (place === "header" && name.toLowerCase() !== "authorization");

/** Writes a comment for each credential that the client cannot send. */
function notSent(call: SampleCall): string {
  if (isMessenger(call.credential)) return "";
  return call.besideClient
    .filter((each) => !isOption(each))
    .map((each) => `// The client does not send ${placeText(each)}.\n`)
    .join("");
}

/** Returns the options of the method, which send the headers and cookies. */
function optionsOf(call: SampleCall): object {
  const { "Idempotency-Key": idempotencyKey, ...others } = Object.fromEntries(
    headersOf(call),
  );
  const sent = call.besideClient.filter(isOption);
  const secrets = sent
    .filter((each) => each.in === "header")
    .map(({ name, variable }) => [name, placeOfSecret(variable)]);
  const cookies = [
    ...sent
      .filter((each) => each.in === "cookie")
      .map(({ name, variable }) => `${name}=${placeOfSecret(variable)}`),
    cookiesOf(call),
  ].filter((each) => each !== "");
  const headers = {
    ...Object.fromEntries(secrets),
    ...others,
    ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
  };
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Stands for a secret in a value, until `withSecrets` writes the code that reads it. */
const placeOfSecret = (variable: string) => `secret-6f1c2a-${variable}`;

/** Writes the code that reads secrets in place of those in texts. */
const withSecrets = (code: string): string =>
  code
    .replaceAll(/"secret-6f1c2a-(\w+)"/g, 'process.env.$1 ?? ""')
    .replaceAll(/"([^"\n]*secret-6f1c2a-[^"\n]*)"/g, "`$1`")
    .replaceAll(/secret-6f1c2a-(\w+)/g, '${process.env.$1 ?? ""}');

/** The texts in code, and the braces of objects that are in one line. */
const textsAndBraces = /"(?:[^"\\]|\\.)*"|\{(?=[^\s}])|(?<=[^\s{])\}/g;
const spaced: Record<string, string> = { "{": "{ ", "}": " }" };

/** Writes a value of JSON as TypeScript does: names have no quotes. */
const literal = (value: unknown) =>
  compactJson(value, { maxLength: 60 })
    // As a name in code, it would set the prototype of the object.
    .replaceAll(/(^ *|[{,] ?)"__proto__":/gm, '$1["__proto__"]:')
    .replaceAll(/(^ *|[{,] ?)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replaceAll(textsAndBraces, (token) => spaced[token] ?? token);
