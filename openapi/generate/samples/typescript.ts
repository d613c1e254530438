import { compactJson } from "../../model/json.ts";
import { isMessenger, messengerIn } from "../messenger.ts";
import { nested, type SampleCall } from "./sample-call.ts";

/** Writes the call with the typed client. */
export function clientSample(call: SampleCall): string {
  const { module, create, variable, option, secret, session } = clientOf(call);
  return `import { ${create} } from "${module}";

const ${variable} = ${create}({
  ${option}: process.env.${secret} ?? "",
  baseUrl: process.env.${call.names.address} ?? "",
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
  const { parameters, form, body } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(nested(parameters.query)));
  if (parameters.header.length > 0) args.push(literal(optionsOf(call)));
  const code = `${clientOf(call).receiver}.${call.clientMethod}(${args.join(", ")})`;
  return form === "page"
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/** Returns the options of the method, which send the headers. */
function optionsOf({ parameters }: SampleCall): object {
  const { "Idempotency-Key": idempotencyKey, ...headers } = Object.fromEntries(
    parameters.header,
  );
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
