import openapiTS, {
  astToString,
  transformSchemaObject,
  type SchemaObject,
  type TransformNodeOptions,
} from "openapi-typescript";
import ts from "typescript";
import type { Contract, Schema } from "../model/contract.ts";
import { hasReference } from "../model/deep-references.ts";
import { unusedName } from "./client-names.ts";
import { withBounds } from "./field-bounds.ts";
import { schemaForTypes } from "./schema-for-types.ts";
import { isNode, isValue, mapNodes, type Node } from "../model/node.ts";
import { messageOf } from "../options.ts";

/**
 * `generated/types.ts`: the contract's types, by openapi-typescript. What an editor shows of a
 * field has its bounds.
 * @throws TypeError for a part of a wrong type
 */
export async function typesFile(contract: Contract): Promise<string> {
  const types = await openapiTS(
    JSON.stringify(
      marked(
        mapNodes(withBounds(contract), (node, key) =>
          schemaForTypes(
            withoutDefaultMapping(withoutFetched(withoutReferences(node, key))),
          ),
        ),
      ),
    ),
    {
      alphabetize: false,
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      silent: true,
      transform: (schema, options) =>
        openList(schema) ?? part(schema) ?? openTuple(schema, options),
    },
  ).catch((error: unknown) => {
    throw new TypeError(messageOf(error), { cause: error });
  });
  const text = astToString(types).replaceAll(mark, "").replaceAll(percent, "%");
  return withNamedSchemas(
    withIdentifiers(text, Object.keys(contract.components.schemas)),
  );
}

/**
 * Types that generated code refers to. A schema of such a name has no short name, as it would hide
 * the type: callers find it in `components`.
 */
export const typesInUse = new Set([
  "NonNullable",
  "Omit",
  "Partial",
  "Promise",
  "Record",
  "WithRequired",
  "Methods",
]);

/**
 * Leaves out the short names of components that no type can have, or that another one has. A schema
 * that is written as the short name of another component keeps it.
 */
function withIdentifiers(text: string, schemas: string[]): string {
  const names = new Set<string>();
  return text.replaceAll(
    /^export type (.*?) = components\[.*\n/gm,
    (line, name: string) => {
      const isFree =
        /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) &&
        !names.has(name) &&
        !typesInUse.has(name);
      names.add(name);
      if (!isFree) return "";
      return schemas.includes(name)
        ? `export type ${name} = components['schemas']['${name}'];\n`
        : line;
    },
  );
}

const mark = "OwnName6f1c2a";
/** Stands for a percent sign, which openapi-typescript would decode twice. */
const percent = "Percent6f1c2a";
const ofObject = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Marks the names that every object of JavaScript has, which openapi-typescript takes for its own.
 */
function marked(value: unknown): unknown {
  if (typeof value === "string") return markedText(value);
  if (Array.isArray(value)) return value.map(marked);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      markedText(name),
      marked(child),
    ]),
  );
}

/** A name, or the end of a reference. */
function markedText(text: string): string {
  const sign = text.startsWith("#/") ? "%25" : "%";
  const plain = text.replaceAll(sign, percent);
  const name = plain.slice(plain.lastIndexOf("/") + 1);
  return ofObject.has(name) ? plain + mark : plain;
}

/** A value that looks like a reference is none, and openapi-typescript would follow it. */
function withoutReferences(node: Node, parentKey: string): Node {
  return Object.fromEntries(
    Object.entries(node).filter(
      ([key, value]) => !isValue(key, value, parentKey) || !hasReference(value),
    ),
  );
}

/** openapi-typescript would fetch an example that is elsewhere. */
function withoutFetched({ examples, ...node }: Node): Node {
  if (!isNode(examples))
    return examples === undefined ? node : { ...node, examples };
  const here = Object.entries(examples).filter(
    ([, example]) => !isNode(example) || !("externalValue" in example),
  );
  return { ...node, examples: Object.fromEntries(here) };
}

/**
 * Removes a discriminator with a `defaultMapping`: its field may be missing or have other values, and
 * openapi-typescript would require the names of the branches.
 */
function withoutDefaultMapping({ discriminator, ...node }: Node): Node {
  const isOpen = isNode(discriminator) && "defaultMapping" in discriminator;
  return isOpen || discriminator === undefined
    ? node
    : { ...node, discriminator };
}

/** The type of an open list: its known values, which editors offer, and any other text. */
function openList(schema: object) {
  const { type, "x-extensible-enum": open, enum: closed }: Schema = schema;
  if (open === undefined || closed !== undefined) return undefined;
  const values = open.map((value) => `${JSON.stringify(value)} | `).join("");
  const isNullable = Array.isArray(type) && type.includes("null");
  return parsedType(`${values}(string & {})${isNullable ? " | null" : ""}`);
}

/** The type of some of another schema's fields. */
function part(schema: object) {
  const { "x-part-of": whole }: Schema = schema;
  return whole === undefined
    ? undefined
    : parsedType(`Partial<components["schemas"]["${whole}"]>`);
}

/** The type of a list whose first items have schemas of their own, and all others the one of `items`. */
function openTuple(schema: SchemaObject, options: TransformNodeOptions) {
  if (schema.type !== "array") return undefined;
  const { prefixItems, items, maxItems = Infinity } = schema;
  if (!prefixItems || !isNode(items)) return undefined;
  if (maxItems <= prefixItems.length) return undefined;
  const first = prefixItems.map((each) => transformSchemaObject(each, options));
  const others = transformSchemaObject(items, options);
  const list = ts.factory.createArrayTypeNode(others);
  return ts.factory.createTupleTypeNode([
    ...first,
    ts.factory.createRestTypeNode(list),
  ]);
}

function parsedType(text: string): ts.TypeNode {
  const source = ts.createSourceFile(
    "type.ts",
    `type T = ${text};`,
    ts.ScriptTarget.Latest,
  );
  const [statement] = source.statements;
  if (!statement || !ts.isTypeAliasDeclaration(statement))
    throw new Error(`${text} is no type.`);
  return statement.type;
}

/**
 * Moves each schema from `components` to its name, where openapi-typescript writes `type X =
 * components['schemas']['X']`: the compiler's messages then say `X` in place of all of its fields.
 */
function withNamedSchemas(text: string): string {
  const source = ts.createSourceFile(
    "types.ts",
    text,
    ts.ScriptTarget.Latest,
    true,
  );
  const nameOf = new Map(
    [
      ...text.matchAll(
        /^export type (\w+) = components\['schemas'\]\['([^']+)'\];$/gm,
      ),
    ].map(([, name = "", schema = ""]) => [schema, name]),
  );
  const unnamed = namesOfUnnamed(schemasIn(source), nameOf);
  for (const [schema, name] of unnamed) nameOf.set(schema, name);
  // TypeScript accepts a type that is a part of itself by its name alone.
  const byName = (type: string) =>
    type.replaceAll(
      /components\["schemas"\]\["([^"]+)"\]/g,
      (reference, schema: string) => nameOf.get(schema) ?? reference,
    );
  const declarations = new Map<string, string>();
  const rest: string[] = [];
  let end = 0;
  for (const member of schemasIn(source)) {
    const name = nameOf.get(schemaOf(member));
    const type = member.type;
    if (name === undefined || !type) continue;
    const comment = text.slice(member.getFullStart(), member.getStart());
    const isObject = ts.isTypeLiteralNode(type);
    const declared = isObject
      ? `interface ${name} ${type.getText()}`
      : `type ${name} = ${byName(type.getText())};`;
    declarations.set(
      name,
      `${comment.trim()}\nexport ${declared}`.trim().replaceAll(/^ {8}/gm, ""),
    );
    rest.push(text.slice(end, type.getStart()), name);
    end = type.getEnd();
  }
  const named = [...rest, text.slice(end)]
    .join("")
    .replaceAll(
      /^export type (\w+) = components\['schemas'\].*$/gm,
      (line, name: string) => declarations.get(name) ?? line,
    );
  const others = [...unnamed.values()].map(
    (name) => `${declarations.get(name)?.replace(/^export /m, "")}\n`,
  );
  return named + others.join("");
}

const schemaOf = (member: ts.PropertySignature): string =>
  (member.name as ts.Identifier | ts.StringLiteral).text;

/**
 * Returns schema → name, for schemas that have no short name and may be a part of themselves in a
 * form that TypeScript accepts only by a name.
 */
function namesOfUnnamed(
  members: ts.PropertySignature[],
  nameOf: Map<string, string>,
): Map<string, string> {
  const used = new Set(nameOf.values());
  const names = new Map<string, string>();
  for (const member of members) {
    const { type } = member;
    const schema = schemaOf(member);
    const isObject = type && ts.isTypeLiteralNode(type);
    const refers = type?.getText().includes('components["schemas"]');
    if (!nameOf.has(schema) && refers && !isObject)
      names.set(schema, unusedName("UnnamedSchema", used));
  }
  return names;
}

/** The schemas in `components`, each as `Name: type`. */
function schemasIn(source: ts.SourceFile): ts.PropertySignature[] {
  const components = source.statements.find(
    (each): each is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(each) && each.name.text === "components",
  );
  const membersOf = (members: ts.NodeArray<ts.TypeElement> | undefined) =>
    [...(members ?? [])].filter((each) => ts.isPropertySignature(each));
  const schemas = membersOf(components?.members).find(
    (each) => each.name.getText() === "schemas",
  )?.type;
  return schemas && ts.isTypeLiteralNode(schemas)
    ? membersOf(schemas.members)
    : [];
}
