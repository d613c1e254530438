import { isBasic } from "../../model/credentials.ts";
import { compactJson, jsonOf } from "../../model/json.ts";
import { childOf, isNode } from "../../model/node.ts";
import { pascal, snake } from "../client-names.ts";
import { isRepeated } from "./call-text.ts";
import { pythonName } from "./python-names.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";
import { typedArguments } from "./typed-arguments.ts";

/**
 * Writes the call with the client that openapi-python-client generates. Without a typed body in any
 * response it has no `sync`.
 */
export function pythonSample(call: SampleCall): string {
  const { id, tag, title, names, server, hasResult } = call;
  const sent = argumentsOf(call);
  const { client, keys } = clientOf(call);
  const address =
    server === "" ? `os.environ["${names.address}"]` : JSON.stringify(server);
  const construction = `${client}(${[address, ...keys].join(", ")})`;
  const imports = importsByUse
    .filter(({ use }) => use.test(construction + sent))
    .map(({ line }) => `${line}\n`);
  const module = `${snake(title)}_client`;
  const form = formWithFiles(call);
  const models = (form + sent).includes("models.") ? ", models" : "";
  const isFileSent = call.bodyKind === "file" || form !== "";
  const file = isFileSent ? `from ${module}.types import File\n` : "";
  return `${imports.join("")}
from ${module} import ${client}${models}
from ${module}.api.${pythonName(tag)} import ${pythonName(id)}
${file}
client = ${construction}
${form}${repeatedLists(call)}response = ${pythonName(id)}.${hasResult ? "sync" : "sync_detailed"}(${sent})
print(response${hasResult ? "" : ".status_code"})`;
}

/** Code of a sample, and the line that imports what it uses. */
const importsByUse: { use: RegExp; line: string }[] = [
  { use: /\bos\./, line: "import os" },
  { use: /\bb64encode\(/, line: "from base64 import b64encode" },
  { use: /\bdate\.fromiso/, line: "from datetime import date" },
  { use: /\bdatetime\.fromiso/, line: "from datetime import datetime" },
  { use: /\bUUID\(/, line: "from uuid import UUID" },
];

/** Writes the arguments of the call, each on its own line when they are long. */
function argumentsOf(call: SampleCall): string {
  const { id, parameters, types, body, required } = call;
  const args = ["client=client"];
  for (const [name, value] of parameters.path) {
    const write = childOf(values, types[name] ?? "") as WriteText | undefined;
    const json = jsonOf(value);
    const code = write?.(json, pascal(id) + pascal(name)) ?? literal(value);
    args.push(`${pythonName(name)}=${code}`);
  }
  const typed = typedArguments(call, {
    byType: { ...values, array: listOf, object: objectOf(call) },
    other: (json) => literal(JSON.parse(json)),
    ownType: pascal(id),
    module: "",
  });
  for (const { name, code } of typed) {
    // The client repeats the parameter for each element of a list.
    const isWritten = types[name] !== "array" || isRepeated(call, name);
    if (isWritten || required.includes(name))
      args.push(`${pythonName(name)}=${code}`);
  }
  if (body !== undefined) args.push(`body=${bodyOf(call)}`);
  const line = args.join(", ");
  return line.length < 60 ? line : `\n    ${args.join(",\n    ")},\n`;
}

/** Writes the body: an object of its class, a file, or another value. */
function bodyOf(call: SampleCall): string {
  const { id, body, bodyKind, schema } = call;
  if (formWithFiles(call) !== "") return "body";
  if (bodyKind === "file") return `File(payload=open(${literal(body)}, "rb"))`;
  if (!isNode(body)) return literal(body);
  return `models.${schema || `${pascal(id)}Body`}.from_dict(${literal(body)})`;
}

/** Writes the variable `body` for a form with files, which the client takes as objects. */
function formWithFiles({ id, body, schema, fileFields }: SampleCall): string {
  if (!isNode(body)) return "";
  const files = fileFields.filter((name) => name in body);
  if (files.length === 0) return "";
  const others = Object.entries(body).map(([name, value]) => {
    const empty = Array.isArray(value) ? [] : "";
    return [name, files.includes(name) ? empty : value];
  });
  const model = `models.${schema || `${pascal(id)}Body`}`;
  const json = literal(Object.fromEntries(others));
  // The client reads the bytes of a file from such an object.
  const fields = files.reduce(
    (code, name) => code.replace(`"${name}": ""`, `"${name}": b""`),
    json,
  );
  const opened = files.map((name) => {
    const names = [body[name]]
      .flat()
      .map(
        (each) =>
          `File(payload=open(${literal(each)}, "rb"), file_name=${literal(each)})`,
      );
    const value = Array.isArray(body[name])
      ? `[${names.join(", ")}]`
      : names[0];
    return `body.${pythonName(name)} = ${value}\n`;
  });
  return `body = ${model}.from_dict(${fields})\n${opened.join("")}`;
}

/** Writes a comment for each list that the client writes in another form than the API takes. */
function repeatedLists(call: SampleCall): string {
  const { parameters, types, required } = call;
  const lists = parameters.query.filter(
    ([name]) =>
      types[name] === "array" &&
      required.includes(name) &&
      !isRepeated(call, name),
  );
  return lists
    .map(
      ([name]) =>
        `# This client repeats ${JSON.stringify(name)} for each element, and the API takes one text.\n`,
    )
    .join("");
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

/** Writes a text as a value of its type. */
type WriteText = (json: string, model: string) => string;

const values: Record<string, WriteText> = {
  enum: (json, model) => `models.${model}(${json})`,
  "date-time": (json) => `datetime.fromisoformat(${json})`,
  date: (json) => `date.fromisoformat(${json})`,
  uuid: (json) => `UUID(${json})`,
};

/** Writes a list whose elements have types. An inline `enum` has a class of its own. */
function listOf(
  json: string,
  model: string,
  name: string,
  elementType: string,
): string {
  const write = values[elementType];
  const elements = JSON.parse(json) as unknown[];
  if (!write) return literal(elements);
  const ownModel = model.endsWith(pascal(name)) ? `${model}Item` : model;
  return `[${elements.map((each) => write(jsonOf(each), ownModel)).join(", ")}]`;
}

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
