import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { withBounds } from "./bounds.ts";
import type { Contract, Schema } from "../model/contract.ts";

/** `generated/types.ts`: the contract's types, by openapi-typescript. What an editor shows of a field has its bounds. */
export async function typesFile(contract: Contract): Promise<string> {
  const types = await openapiTS(JSON.stringify(withBounds(contract)), {
    alphabetize: false,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: openList,
  });
  return withNamedSchemas(astToString(types));
}

/** The type of an open list: its known values, which editors offer, and any other text. */
function openList(schema: object) {
  const { type, "x-extensible-enum": open, enum: closed }: Schema = schema;
  if (open === undefined || closed !== undefined) return undefined;
  const values = open.map((value) => `${JSON.stringify(value)} | `).join("");
  const isNullable = Array.isArray(type) && type.includes("null");
  return parsedType(`${values}(string & {})${isNullable ? " | null" : ""}`);
}

function parsedType(text: string): ts.TypeNode {
  const source = ts.createSourceFile("type.ts", `type T = ${text};`, ts.ScriptTarget.Latest);
  const [statement] = source.statements;
  if (!statement || !ts.isTypeAliasDeclaration(statement)) throw new Error(`${text} is no type.`);
  return statement.type;
}

/**
 * Moves each schema from `components` to its name, where openapi-typescript writes `type X = components['schemas']['X']`:
 * the compiler's messages then say `X` in place of all of its fields.
 */
function withNamedSchemas(text: string): string {
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest, true);
  const nameOf = new Map(
    [...text.matchAll(/^export type (\w+) = components\['schemas'\]\['([^']+)'\];$/gm)].map(
      ([, name = "", schema = ""]) => [schema, name],
    ),
  );
  const declarations = new Map<string, string>();
  let rest = text;
  // From the end, so that the places before it stay where they are.
  for (const member of schemasIn(source).reverse()) {
    const name = nameOf.get((member.name as ts.Identifier | ts.StringLiteral).text);
    const type = member.type;
    if (name === undefined || !type) continue;
    const comment = text.slice(member.getFullStart(), member.getStart());
    const isObject = ts.isTypeLiteralNode(type);
    const declared = isObject ? `interface ${name} ${type.getText()}` : `type ${name} = ${type.getText()};`;
    declarations.set(name, `${comment.trim()}\nexport ${declared}`.trim().replaceAll(/^ {8}/gm, ""));
    rest = `${rest.slice(0, type.getStart())}${name}${rest.slice(type.getEnd())}`;
  }
  return rest.replaceAll(
    /^export type (\w+) = components\['schemas'\].*$/gm,
    (line, name: string) => declarations.get(name) ?? line,
  );
}

/** The schemas in `components`, each as `Name: type`. */
function schemasIn(source: ts.SourceFile): ts.PropertySignature[] {
  const components = source.statements.find(
    (each): each is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(each) && each.name.text === "components",
  );
  const membersOf = (members: ts.NodeArray<ts.TypeElement> | undefined) =>
    [...(members ?? [])].filter((each) => ts.isPropertySignature(each));
  const schemas = membersOf(components?.members).find((each) => each.name.getText() === "schemas")?.type;
  return schemas && ts.isTypeLiteralNode(schemas) ? membersOf(schemas.members) : [];
}
