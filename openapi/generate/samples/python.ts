import { isBasic } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import { isNode } from "../../model/node.ts";
import { pascal, snake } from "../client-names.ts";
import { isRepeated } from "./call-text.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";
import { typedArguments } from "./typed-arguments.ts";

/** Writes the call with the client that openapi-python-client generates. */
export function pythonSample(call: SampleCall): string {
  const { id, tag, title, names, server } = call;
  const sent = argumentsOf(call);
  const { client, keys } = clientOf(call);
  const address =
    server === "" ? `os.environ["${names.address}"]` : JSON.stringify(server);
  const construction = `${client}(${[address, ...keys].join(", ")})`;
  const imports = Object.entries(importsByUse)
    .filter(([use]) => (construction + sent).includes(use))
    .map(([, line]) => `${line}\n`);
  const module = `${snake(title)}_client`;
  const models = sent.includes("models.") ? ", models" : "";
  const file =
    call.bodyKind === "file" ? `from ${module}.types import File\n` : "";
  return `${imports.join("")}
from ${module} import ${client}${models}
from ${module}.api.${snake(tag)} import ${snake(id)}
${file}
client = ${construction}
response = ${snake(id)}.sync(${sent})
print(response)`;
}

/** Code of a sample → the line that imports what it uses. */
const importsByUse: Record<string, string> = {
  "os.": "import os",
  "b64encode(": "from base64 import b64encode",
  "datetime.": "from datetime import datetime",
};

/** Writes the arguments of the call, each on its own line when they are long. */
function argumentsOf(call: SampleCall): string {
  const { id, parameters, types, body, required } = call;
  const args = ["client=client"];
  for (const [name, value] of parameters.path)
    args.push(`${snake(name)}=${literal(value)}`);
  const typed = typedArguments(call, {
    byType: { ...values, object: objectOf(call) },
    other: (json) => literal(JSON.parse(json)),
    ownType: pascal(id),
    module: "",
  });
  for (const { name, code } of typed) {
    // The client repeats the parameter for each element of a list.
    const isWritten = types[name] !== "array" || isRepeated(call, name);
    if (isWritten || required.includes(name))
      args.push(`${snake(name)}=${code}`);
  }
  if (body !== undefined) args.push(`body=${bodyOf(call)}`);
  const line = args.join(", ");
  return line.length < 60 ? line : `\n    ${args.join(",\n    ")},\n`;
}

/** Writes the body: an object of its class, a file, or another value. */
function bodyOf({ id, body, bodyKind, schema }: SampleCall): string {
  if (bodyKind === "file") return `File(payload=open(${literal(body)}, "rb"))`;
  if (!isNode(body)) return literal(body);
  return `models.${schema || `${pascal(id)}Body`}.from_dict(${literal(body)})`;
}

/** Returns the class of the client, and the arguments that give it the credentials. */
function clientOf({ credentials }: SampleCall): {
  client: string;
  keys: string[];
} {
  const token = credentials.find((each) => each.in === "header");
  const others = credentials.filter((each) => each !== token);
  const mapOf = (some: ShownCredential[]) =>
    some
      .map((each) => `${JSON.stringify(each.name)}: ${sentValue(each)}`)
      .join(", ");
  const pick = (place: ShownCredential["in"]) =>
    mapOf(others.filter((each) => each.in === place));
  const [headers, cookies, query] = [
    pick("header"),
    pick("cookie"),
    pick("query"),
  ];
  return {
    client: token ? "AuthenticatedClient" : "Client",
    keys: [
      ...(token ? tokenArguments(token) : []),
      ...(headers ? [`headers={${headers}}`] : []),
      ...(cookies ? [`cookies={${cookies}}`] : []),
      ...(query ? [`httpx_args={"params": {${query}}}`] : []),
    ],
  };
}

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
  return prefix === ""
    ? [...words, `auth_header_name=${JSON.stringify(name)}`]
    : words;
}

const values = {
  enum: (json: string, model: string) => `models.${model}(${json})`,
  "date-time": (json: string) => `datetime.fromisoformat(${json})`,
};

/** Returns how an object is written: the client sends each of its fields under the field's name. */
const objectOf =
  ({ styles }: SampleCall) =>
  (json: string, model: string, name: string) => {
    const isDeep = styles[`query ${name}`]?.style === "deepObject";
    const fields = Object.entries(JSON.parse(json)).map(([field, value]) => [
      isDeep ? `${name}[${field}]` : field,
      value,
    ]);
    return `models.${model}.from_dict(${literal(Object.fromEntries(fields))})`;
  };

/** Writes a value of JSON as Python does. */
const literal = (value: unknown) =>
  compactJson(value, { maxLength: 60, indent: 4 })
    .replaceAll(/(?<=[^,{[])\n/g, ",\n")
    .replaceAll(
      /"(?:\\.|[^"\\])*"|null|true|false/g,
      (word) => words[word] ?? word,
    )
    .replaceAll("\n", "\n    ");

const words: Record<string, string> = {
  null: "None",
  true: "True",
  false: "False",
};
