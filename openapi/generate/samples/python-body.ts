import { isNode } from "../../model/node.ts";
import { pascal } from "../client-names.ts";
import { pythonName } from "./python-names.ts";
import { pythonLiteral } from "./python-values.ts";
import type { SampleCall } from "./sample-call.ts";

/** Writes the body: an object of its class, a file, or another value. */
export function pythonBody(call: SampleCall): string {
  const { body, bodyKind } = call;
  if (formWithFiles(call) !== "") return "body";
  if (bodyKind === "file")
    return `File(payload=open(${pythonLiteral(body)}, "rb"))`;
  if (!isNode(body)) return pythonLiteral(body);
  return `${classOf(call)}.from_dict(${pythonLiteral(body)})`;
}

/** Returns the class of the body. */
const classOf = ({ id, schema }: SampleCall) =>
  `models.${schema || `${pascal(id)}Body`}`;

/** Writes the variable `body` for a form with files, which the client takes as objects. */
export function formWithFiles(call: SampleCall): string {
  const { body } = call;
  if (!isNode(body)) return "";
  const files = call.fileFields.filter((name) => name in body);
  if (files.length === 0) return "";
  const withoutFiles = { ...body };
  for (const name of files)
    withoutFiles[name] = Array.isArray(body[name]) ? [] : "";
  let fields = pythonLiteral(withoutFiles);
  // The client expects bytes in the field of a file.
  for (const name of files)
    fields = fields.replace(`"${name}": ""`, `"${name}": b""`);
  const assignments = files.map(
    (name) => `body.${pythonName(name)} = ${openedFiles(body[name])}\n`,
  );
  return `body = ${classOf(call)}.from_dict(${fields})\n${assignments.join("")}`;
}

/** Writes an opened file, or a list of them. */
const openedFiles = (names: unknown): string =>
  Array.isArray(names)
    ? `[${names.map(openedFile).join(", ")}]`
    : openedFile(names);

function openedFile(name: unknown): string {
  const text = pythonLiteral(name);
  return `File(payload=open(${text}, "rb"), file_name=${text})`;
}
