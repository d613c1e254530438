import { isBasic } from "../../model/credentials.ts";
import { pascal } from "../client-names.ts";
import { goBody, goFiles } from "./go-body.ts";
import { goList, goPathValue, goValues } from "./go-values.ts";
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

/** Writes the construction of the client. */
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
const variablesOf = (call: SampleCall, packageName: string): string =>
  paramsOf(call, packageName) + bodyVariableOf(call);

/** Writes the variable `params` with the parameters that have a field in it. */
function paramsOf(call: SampleCall, packageName: string): string {
  const type = `${packageName}.${pascal(call.id)}Params`;
  const typed = typedArguments(call, {
    byType: { ...goValues, array: goList(call) },
    other: (json) => json,
    ownType: type,
    module: `${packageName}.`,
  });
  if (typed.length === 0) return "";
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
      `	if err := json.Unmarshal([]byte(${JSON.stringify(code)}), &params.${pascal(name)}); err != nil {
		log.Fatal(err)
	}
`,
  );
  return `\tparams := ${type}${list}\n${read.join("")}`;
}

/** Writes the variable `body`, after the files that it has in it. */
function bodyVariableOf(call: SampleCall): string {
  if (call.body === undefined) return "";
  if (call.bodyKind === "file")
    return `	body, err := os.Open(${JSON.stringify(call.body)})
	if err != nil {
		log.Fatal(err)
	}
`;
  const files = goFiles(call).map(
    ({ variable, name }) =>
      `	${variable}, err := os.ReadFile(${JSON.stringify(name)})
	if err != nil {
		log.Fatal(err)
	}
`,
  );
  return `${files.join("")}\tbody := strings.NewReader(${goBody(call).code})\n`;
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
    args.push(goPathValue(call, name, value));
  if (hasOptions) args.push(hasParams ? "&params" : "nil");
  if (body !== undefined)
    args.push(JSON.stringify(goBody(call).mediaType), "body");
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
