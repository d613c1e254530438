import { compactJson } from "../../model/json.ts";
import { nested, type SampleCall } from "./sample-call.ts";

/** Writes the call with the typed client: of a program with an API key, or of a visitor's page. */
export function clientSample(call: SampleCall): string {
  const { module, create, variable, option, secret } = clientOf(call);
  const session =
    call.credential === "MESSENGER_VISITOR"
      ? `const session = messenger.resume(process.env.MESSENGER_VISITOR ?? "");\n`
      : "";
  return `import { ${create} } from "${module}";

const ${variable} = ${create}({
  ${option}: process.env.${secret} ?? "",
  baseUrl: process.env.${call.names.address} ?? "",
});
${session}
${clientCall(call)}
`;
}

/** Returns the client for a credential: the messenger's, or that of programs. */
function clientOf({ credential, names }: SampleCall) {
  return credential in receivers
    ? {
        module: `${names.client}/messenger`,
        create: "createMessenger",
        variable: "messenger",
        option: "token",
        secret: "MESSENGER_PUBLIC_TOKEN",
      }
    : {
        module: names.client,
        create: "createClient",
        variable: "api",
        option: "apiKey",
        secret: credential || names.key,
      };
}

/** Credential of the messenger → the variable of the sample that has the methods. */
const receivers: Record<string, string> = {
  MESSENGER_PUBLIC_TOKEN: "messenger",
  MESSENGER_VISITOR: "session",
};

/** Writes the lines that make the call. */
export function clientCall(call: SampleCall): string {
  const { parameters, form, body } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(nested(parameters.query)));
  if (parameters.header.length > 0) args.push(literal(optionsOf(call)));
  const receiver = receivers[call.credential] ?? "api";
  const code = `${receiver}.${call.clientMethod}(${args.join(", ")})`;
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
