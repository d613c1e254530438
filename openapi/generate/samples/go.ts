import { isBasic } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import { pascal } from "../client-names.ts";
import { formFields } from "./call-text.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";
import { typedArguments } from "./typed-arguments.ts";

/**
 * Writes the call with the client that oapi-codegen generates, into the package `contacts` for the
 * Contacts API.
 */
export function goSample(call: SampleCall): string {
  const packageName = call.title
    .replace(/\bAPI\b/, "")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  const code = [
    withKey(call),
    clientOf(call, packageName),
    variablesOf(call, packageName),
    responseOf(call),
    outputOf(call),
  ].join("");
  const imports = Object.entries(usesOfImports)
    .filter(([, use]) => code.includes(use))
    .map(([name]) => name && `\t"${name.replace(/client$/, packageName)}"`);
  return `package main

import (
${imports.join("\n")}
)

func main() {
${code}
}`;
}

/** Import → the code of a sample that needs it. The empty one separates Go's own packages. */
const usesOfImports: Record<string, string> = {
  context: "context.",
  "encoding/base64": "base64.",
  "encoding/json": "json.Unmarshal(",
  fmt: "fmt.",
  log: "log.",
  "net/http": "http.Request",
  os: "os.",
  strings: "strings.NewReader(",
  time: "time.Date(",
  "": "",
  "example/client": "client",
  "github.com/google/uuid": "uuid.MustParse(",
  "github.com/oapi-codegen/runtime/types": "types.",
};

/** Writes the function that adds the credentials to a request. */
function withKey({ credentials }: SampleCall): string {
  if (credentials.length === 0) return "";
  return `	withKey := func(_ context.Context, request *http.Request) error {
${credentials.map(keyLines).join("\n")}
		return nil
	}
`;
}

/** Writes the lines that add a credential. */
function keyLines(credential: ShownCredential): string {
  const variable = `os.Getenv("${credential.variable}")`;
  const name = JSON.stringify(credential.name);
  if (credential.in === "query")
    return `		query := request.URL.Query()
		query.Set(${name}, ${variable})
		request.URL.RawQuery = query.Encode()`;
  if (credential.in === "cookie")
    return `		request.AddCookie(&http.Cookie{Name: ${name}, Value: ${variable}})`;
  const sent = isBasic(credential)
    ? `base64.StdEncoding.EncodeToString([]byte(${variable}))`
    : variable;
  const prefix = credential.prefix && `"${credential.prefix}"+`;
  return `		request.Header.Set(${name}, ${prefix}${sent})`;
}

function clientOf(
  { credential, names, server }: SampleCall,
  packageName: string,
): string {
  const option =
    credential === "" ? "" : `, ${packageName}.WithRequestEditorFn(withKey)`;
  const address =
    server === "" ? `os.Getenv("${names.address}")` : JSON.stringify(server);
  return `	client, err := ${packageName}.NewClientWithResponses(${address}${option})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Writes the variables `params` and `body`, as far as the call has them. */
function variablesOf(call: SampleCall, packageName: string): string {
  const type = `${packageName}.${pascal(call.id)}Params`;
  const typed = typedArguments(call, {
    byType: { ...values, array: listOf(call) },
    other: (json) => json,
    ownType: type,
    module: `${packageName}.`,
  });
  // The types of objects and of lists of them have many forms, which all read JSON.
  const objects = typed.filter(({ code }) => /^[{[](?!\])/.test(code));
  const params = typed
    .filter((each) => !objects.includes(each))
    .map(({ name, code }) => ({
      field: `${pascal(name)}:`,
      code: call.required.includes(name) ? code : pointerTo(code),
    }));
  const width = Math.max(...params.map(({ field }) => field.length)) + 1;
  const fields = params.map(
    ({ field, code }) => `\t\t${field.padEnd(width)}${code},\n`,
  );
  const list = fields.length > 0 ? `{\n${fields.join("")}\t}` : "{}";
  const read = objects.map(
    ({ name, code }) =>
      `\tif err := json.Unmarshal([]byte(${JSON.stringify(code)}), &params.${pascal(name)}); err != nil {
\t\tlog.Fatal(err)
\t}
`,
  );
  const text =
    typed.length > 0 ? `\tparams := ${type}${list}\n${read.join("")}` : "";
  if (call.body === undefined) return text;
  const files = filesOf(call).map(
    ({
      variable,
      name,
    }) => `\t${variable}, err := os.ReadFile(${JSON.stringify(name)})
\tif err != nil {
\t\tlog.Fatal(err)
\t}
`,
  );
  if (call.bodyKind !== "file")
    return `${text}${files.join("")}\tbody := strings.NewReader(${bodyOf(call).code})\n`;
  return `${text}	body, err := os.Open(${JSON.stringify(call.body)})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Returns the address of a value, as optional parameters have it. */
const pointerTo = (code: string) =>
  /^(\[\]|map\[)/.test(code) ? `&${code}` : `new(${code})`;

/** Writes the request. */
function responseOf(call: SampleCall): string {
  const { id, parameters, body, hasOptions } = call;
  const { query, header, cookie } = parameters;
  const hasParams = [...query, ...header, ...cookie].length > 0;
  const args = ["context.Background()"];
  for (const [name, value] of parameters.path)
    args.push(pathValue(call, name, value));
  if (hasOptions) args.push(hasParams ? "&params" : "nil");
  if (body !== undefined)
    args.push(JSON.stringify(bodyOf(call).mediaType), "body");
  const withBody = body === undefined ? "" : "WithBody";
  return `	response, err := client.${pascal(id)}${withBody}WithResponse(${args.join(", ")})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Writes what prints the result. */
function outputOf({ status, form }: SampleCall): string {
  if (form === "none") return "	fmt.Println(response.Status())";
  const result = `response.JSON${status}`;
  return `	if ${result} == nil {
		log.Fatal(string(response.Body))
	}
	fmt.Printf("%+v\\n", ${result}${form === "bare" ? "" : ".Data"})`;
}

/** Writes a text or a number of JSON as a value of its type. */
type WriteValue = (json: string, model: string) => string;

const values: Record<string, WriteValue> = {
  enum: (json, model) => `${model}(${json})`,
  email: (json) => `types.Email(${json})`,
  uuid: (json) => `uuid.MustParse(${json})`,
  date: (json) => `types.Date{Time: ${timeOf(json)}}`,
  "date-time": timeOf,
  int32: (json) => `int32(${json})`,
  int64: (json) => `int64(${json})`,
  number: (json) => `float32(${json})`,
  float: (json) => `float32(${json})`,
  double: (json) => `float64(${json})`,
};

function timeOf(json: string): string {
  const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
  while (numbers.length < 6) numbers.push(0);
  return `time.Date(${numbers.join(", ")}, 0, time.UTC)`;
}

/** Type of elements → its name in Go. */
const elementTypes: Record<string, string> = {
  string: "string",
  integer: "int",
  int32: "int32",
  int64: "int64",
  number: "float32",
  float: "float32",
  double: "float64",
  boolean: "bool",
  email: "types.Email",
  uuid: "types.UUID",
  date: "types.Date",
  "date-time": "time.Time",
};

/** Returns the function that writes a list, whose elements may have a named type. JSON stays. */
const listOf =
  ({ elements }: SampleCall) =>
  (json: string, model: string, name: string, elementType: string): string => {
    const isNamed = name in elements || elementType === "enum";
    const type = isNamed ? model : (elementTypes[elementType] ?? "string");
    const write = isNamed ? undefined : values[elementType];
    const list = JSON.parse(json) as unknown[];
    if (list.some((each) => typeof each === "object")) return json;
    const texts = list.map((each) => {
      const text = JSON.stringify(each);
      return write?.(text, model) ?? text;
    });
    return `[]${type}{${texts.join(", ")}}`;
  };

/** Writes a parameter of the path as its type. */
function pathValue(
  { types }: SampleCall,
  name: string,
  value: unknown,
): string {
  const json = JSON.stringify(value);
  const type = types[name] ?? "";
  // A constant of Go fits any type of numbers and texts.
  const isTyped = ["uuid", "date", "date-time"].includes(type);
  return isTyped ? (values[type]?.(json, "") ?? json) : json;
}

/** Returns the files of a form, each with the variable that holds its bytes. */
function filesOf(call: SampleCall): { variable: string; name: string }[] {
  const files = formFields(call).filter(([name]) =>
    call.fileFields.includes(name),
  );
  return files.map(([, name], index) => ({
    variable: files.length === 1 ? "file" : `file${index + 1}`,
    name,
  }));
}

/** Writes a multipart form as an expression of Go. */
function multipartOf(call: SampleCall): string {
  const files = filesOf(call);
  const texts: string[] = [""];
  const variables: string[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? "") + text);
  for (const [name, text] of formFields(call)) {
    const isFile = call.fileFields.includes(name);
    const file = isFile ? files[variables.length] : undefined;
    const fileName = file ? `; filename="${file.name}"` : "";
    add(
      `--sample\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n`,
    );
    if (file) {
      variables.push(file.variable);
      texts.push("");
    } else add(text);
    add("\r\n");
  }
  add("--sample--\r\n");
  return texts
    .map((text, index) => {
      const variable = variables[index];
      const code = JSON.stringify(text);
      return variable === undefined ? code : `${code} + string(${variable})`;
    })
    .join(" + ");
}

/** Returns the body as a text in Go, and its media type. */
function bodyOf(call: SampleCall): { code: string; mediaType: string } {
  const { bodyKind, media } = call;
  if (bodyKind === "text" || bodyKind === "file")
    return { code: JSON.stringify(call.body), mediaType: media };
  if (bodyKind === "urlencoded") {
    const form = new URLSearchParams(formFields(call));
    return {
      code: JSON.stringify(String(form)),
      mediaType: "application/x-www-form-urlencoded",
    };
  }
  if (bodyKind === "multipart") {
    return {
      code: multipartOf(call),
      mediaType: "multipart/form-data; boundary=sample",
    };
  }
  // JSON can write the character that would end Go's raw text as an escape.
  const json = compactJson(call.body, { maxLength: 60 })
    .replaceAll("`", "\\u0060")
    .replaceAll("\n", "\n\t");
  return { code: `\`${json}\``, mediaType: media };
}
