import { compactJson } from "../../model/json.ts";
import { isMessenger, messengerIn } from "../messenger.ts";
import {
  cookiesOf,
  hasQuery,
  headersOf,
  nested,
  pathTextsOf,
} from "./call-text.ts";
import type { SampleCall } from "./sample-call.ts";

/** Writes the call with the typed client. */
export function clientSample(call: SampleCall): string {
  const { module, create, variable, option, secret, session } = clientOf(call);
  const files =
    call.bodyKind === "file" ? 'import { openAsBlob } from "node:fs";\n' : "";
  const address =
    call.server === ""
      ? `process.env.${call.names.address} ?? ""`
      : JSON.stringify(call.server);
  return `${files}import { ${create} } from "${module}";

const ${variable} = ${create}({
  ${option}: process.env.${secret} ?? "",
  baseUrl: ${address},
});
${session}
${clientCall(call)}
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
  /** The variable of the environment that has the credential. */
  secret: string;
  /** The line that continues a session. */
  session: string;
  /** The variable that has the methods. */
  receiver: string;
}

function clientOf(call: SampleCall): ClientInSample {
  const { credential, names } = call;
  if (isMessenger(credential)) return messengerIn(call);
  return {
    module: names.client,
    create: "createClient",
    variable: "api",
    option: "apiKey",
    secret: credential || names.key,
    session: "",
    receiver: "api",
  };
}

/** Writes the lines that make the call. */
export function clientCall(call: SampleCall): string {
  const { parameters, form, body, bodyKind } = call;
  const args = pathTextsOf(call).map(literal);
  const file = `await openAsBlob(${literal(body)})`;
  if (body !== undefined) args.push(bodyKind === "file" ? file : literal(body));
  const options = optionsOf(call);
  const hasOptions = Object.keys(options).length > 0;
  // The query is an argument before the options.
  if (parameters.query.length > 0 || (hasOptions && hasQuery(call)))
    args.push(literal(nested(call)));
  if (hasOptions) args.push(literal(options));
  const code = `${clientOf(call).receiver}.${call.clientMethod}(${args.join(", ")})`;
  return form === "page"
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/** Returns the options of the method, which send the headers and cookies. */
function optionsOf(call: SampleCall): object {
  const { "Idempotency-Key": idempotencyKey, ...others } = Object.fromEntries(
    headersOf(call),
  );
  const cookies = cookiesOf(call);
  const headers = { ...others, ...(cookies !== "" && { Cookie: cookies }) };
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Writes a value of JSON as TypeScript does: names have no quotes. */
const literal = (value: unknown) =>
  compactJson(value, { maxLength: 60 })
    .replaceAll(/(^ *|[{,] ?)"(\w+)":/gm, "$1$2:")
    .replaceAll(/\{(\w+:.*)\}/g, "{ $1 }");
