import ts from "typescript";
import { expect, test } from "vitest";
import { commonErrors } from "../../generated/calls.ts";
import { operationsOf, requirementOf, type Operation } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";

const file = "client/client.ts";
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");
const program = ts.createProgram([file], options);
const checker = program.getTypeChecker();

/** A method of the client as an editor shows it. */
interface Shown {
  text: string;
  example: string;
  /** Its own errors. */
  throws: string;
  /** What the compiler calls that which it gives. */
  value: string;
  /** The first argument's fields → their texts. */
  fields: Record<string, string>;
}

/** The comment of a symbol, or of one of its tags. */
const textOf = (symbol: ts.Symbol, tag?: string) => {
  const tagged = symbol.getJsDocTags(checker).find(({ name }) => name === tag)?.text;
  const parts = tag === undefined ? symbol.getDocumentationComment(checker) : tagged;
  return ts.displayPartsToString(parts).replaceAll(/\s+/g, " ").trim();
};

function methodsOf(type: ts.Type): [operationId: string, shown: Shown][] {
  return type.getProperties().flatMap((property) => {
    const own = checker.getTypeOfSymbol(property);
    const [signature] = own.getCallSignatures();
    if (!signature) return methodsOf(own);
    // Call<…, "getContact"> and List<…, "listContacts"> name their operation.
    const [value, id] = checker.getTypeArguments(signature.getReturnType() as ts.TypeReference);
    if (!value || !id?.isStringLiteral()) return [];
    const [argument] = signature.getParameters();
    const taken = argument && checker.getNonNullableType(checker.getTypeOfSymbol(argument));
    const isObject = taken !== undefined && (taken.flags & ts.TypeFlags.Object) !== 0;
    const fields: [string, string][] = isObject
      ? taken.getProperties().map((field) => [field.name, textOf(field, "description")])
      : [];
    const shown = {
      text: textOf(property),
      example: textOf(property, "example"),
      throws: textOf(property, "throws"),
      value: checker.typeToString(value),
      fields: Object.fromEntries(fields),
    };
    return [[id.value, shown]];
  });
}

const client = program
  .getSourceFile(file)
  ?.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === "Client");
const methods = new Map(client ? methodsOf(checker.getTypeAtLocation(client)) : []);

test.each(
  operationsOf(readContract().contract)
    .map(({ operation }) => operation as Operation & { description: string })
    .filter((operation) => requirementOf(operation).scheme === "apiKey"),
)(
  "$operationId has a method that shows the contract's text, its scope, its own errors and an example",
  (operation) => {
    const { operationId, description } = operation;
    const shown = methods.get(operationId);
    const scopes = requirementOf(operation).scopes.map((scope) => `\`${scope}\``);
    expect(shown?.text).toContain(description.replaceAll(/\s+/g, " ").trim());
    expect(shown?.text).toMatch(`Scope: ${scopes.join(" and ") || "none"}.`);
    const own = [403, 404, 409, 422].filter((each) => !commonErrors.some((one) => one === each));
    for (const status of own.filter((each) => each in operation.responses))
      expect(shown?.throws).toContain(` ${status} `);
    expect(shown?.example).toMatch(/\bawait\b.*\bapi\./);
  },
);

test("the compiler's messages name what a method gives, and do not list its fields", () => {
  expect([...methods.values()].filter(({ value }) => !/^\w+$/.test(value))).toEqual([]);
  expect(methods.get("getContact")?.value).toBe("ContactDetail");
  expect(methods.get("getEvent")?.value).toBe("Event");
});

test("a field of a request shows its bounds, a parameter its default too", () => {
  expect(methods.get("createContact")?.fields).toMatchObject({
    email: expect.stringMatching(/At most 254 characters\.$/),
    tags: expect.stringMatching(/At most 50 elements, each 1 to 50 characters\.$/),
  });
  expect(methods.get("listContacts")?.fields["limit"]).toMatch(/1 to 100\. Default: 25\.$/);
});
