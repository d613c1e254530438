import { pascal, snake } from "../client-names.ts";
import { isRepeated } from "./call-text.ts";
import { formWithFiles, pythonBody } from "./python-body.ts";
import { pythonClient } from "./python-client.ts";
import { pythonName } from "./python-names.ts";
import {
  pythonList,
  pythonLiteral,
  pythonObject,
  pythonValue,
  pythonValues,
} from "./python-values.ts";
import type { SampleCall } from "./sample-call.ts";
import { typedArguments } from "./typed-arguments.ts";

/**
 * Writes the call with the client that openapi-python-client generates. Without a typed body in any
 * response it has no `sync`.
 */
export function pythonSample(call: SampleCall): string {
  const { id, tag, title, names, server, hasResult } = call;
  const sent = argumentsOf(call);
  const { client, keys } = pythonClient(call);
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

/** Each import of a sample, and the code that needs it. */
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
    const model = pascal(id) + pascal(name);
    const code = pythonValue(value, types[name] ?? "", model);
    args.push(`${pythonName(name)}=${code}`);
  }
  const typed = typedArguments(call, {
    byType: { ...pythonValues, array: pythonList, object: pythonObject(call) },
    other: (json) => pythonLiteral(JSON.parse(json)),
    ownType: pascal(id),
    module: "",
  });
  for (const { name, code } of typed) {
    // The client repeats the parameter for each element of a list.
    const isWritten = types[name] !== "array" || isRepeated(call, name);
    if (isWritten || required.includes(name))
      args.push(`${pythonName(name)}=${code}`);
  }
  if (body !== undefined) args.push(`body=${pythonBody(call)}`);
  const line = args.join(", ");
  return line.length < 60 ? line : `\n    ${args.join(",\n    ")},\n`;
}

/** Writes a comment for each list that the client writes in another form than the API takes. */
function repeatedLists(call: SampleCall): string {
  const { parameters, types, required } = call;
  let comments = "";
  for (const [name] of parameters.query) {
    const isList = types[name] === "array";
    if (!isList || !required.includes(name) || isRepeated(call, name)) continue;
    comments += `# This client repeats ${JSON.stringify(name)} for each element, and the API takes one text.\n`;
  }
  return comments;
}
