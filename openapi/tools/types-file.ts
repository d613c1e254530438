import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Contract } from "./contract.ts";

/** `generated/types.ts`: the contract's types, by openapi-typescript. */
export async function typesFile(contract: Contract): Promise<string> {
  const types = await openapiTS(JSON.stringify(contract), {
    alphabetize: false,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: openList,
  });
  return astToString(types);
}

/** The type of an open list: its known values, which editors offer, and any other text. */
function openList(schema: { type?: unknown; "x-extensible-enum"?: string[]; enum?: unknown }) {
  const { type, "x-extensible-enum": known } = schema;
  if (known === undefined || schema.enum !== undefined) return undefined;
  const values = known.map((value) => `${JSON.stringify(value)} | `).join("");
  const isNullable = Array.isArray(type) && type.includes("null");
  return parsedType(`${values}(string & {})${isNullable ? " | null" : ""}`);
}

function parsedType(text: string): ts.TypeNode {
  const source = ts.createSourceFile("type.ts", `type T = ${text};`, ts.ScriptTarget.Latest);
  const [statement] = source.statements;
  if (!statement || !ts.isTypeAliasDeclaration(statement)) throw new Error(`${text} is no type.`);
  return statement.type;
}
