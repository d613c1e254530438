import ts from "typescript";
import { expect, test } from "vitest";
import { operationsOf, readContract, type Operation } from "../../openapi/tools/contract.ts";

const file = "client/client.ts";
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");
const program = ts.createProgram([file], options);
const checker = program.getTypeChecker();

/** Operation → what an editor shows for the method of the client that calls it. */
function texts(type: ts.Type): [operationId: string, text: string][] {
  return type.getProperties().flatMap((property) => {
    const own = checker.getTypeOfSymbol(property);
    const [signature] = own.getCallSignatures();
    if (!signature) return texts(own);
    // Call<…, "getContact"> and List<…, "listContacts"> name their operation.
    const names = checker.getTypeArguments(signature.getReturnType() as ts.TypeReference);
    const id = names.find((name) => name.isStringLiteral())?.value;
    return id ? [[id, ts.displayPartsToString(property.getDocumentationComment(checker))]] : [];
  });
}

const [client] =
  program
    .getSourceFile(file)
    ?.statements.filter(
      (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === "Client",
    ) ?? [];
const shown = client ? Object.fromEntries(texts(checker.getTypeAtLocation(client))) : {};
const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

test.each(
  operationsOf(readContract().contract).map(
    ({ operation }) => operation as Operation & { description: string },
  ),
)("$operationId has a method that shows the contract's text", ({ operationId, description }) => {
  expect(flat(shown[operationId] ?? "")).toContain(flat(description));
});
