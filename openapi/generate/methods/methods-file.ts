import {
  operationsOf,
  type Contract,
  type Located,
  type Operation,
} from "../../model/contract.ts";
import { pascal, requestLine, singular, unusedName } from "../client-names.ts";
import { sampleCall } from "../samples/sample-call.ts";
import { clientCall } from "../samples/typescript.ts";
import { methodFor, ownTypes, typeKey, type Method } from "./method.ts";
import { typesInUse } from "../types-file.ts";
import { commonErrors } from "./operation-errors.ts";

/** The methods of a resource, and the resources in it, by name. */
interface Resource {
  description: string;
  methods: Map<string, Method>;
  resources: Map<string, Resource>;
}

/**
 * `generated/methods.ts`, and the files of further clients: the methods of a client, for the
 * operations that `isIncluded` accepts. Each is named by its operation and shows the contract's
 * text.
 */
export function methodsFile(
  contract: Contract,
  isIncluded: (operation: Operation) => boolean,
): string {
  const usedTypes = new Set([
    ...ownTypes,
    ...typesInUse,
    ...shortNames(contract),
    "components",
    "operations",
  ]);
  const operations = operationsOf(contract).filter(({ operation }) =>
    isIncluded(operation),
  );
  const root = resourcesFor(contract, operations, usedTypes);
  const queries = methodsIn(root).flatMap(({ query }) => query ?? []);
  return [
    ...importsFor(root),
    ...queries.map(
      ({ name, operationId }) =>
        `/** Filters of \`${operationId}\`, and the page. */\nexport type ${name} = Query<${JSON.stringify(typeKey(operationId))}>;\n`,
    ),
    interfaces("Methods", root, usedTypes),
    `/** Method → its request, its input and output, and the statuses of its errors besides the common ones. */\nexport const methods = ${JSON.stringify(factsOf(root), null, 2)} as const;\n`,
  ].join("\n");
}

/** Returns the names that components have in `types.ts`: `Item`, `ParameterLimit`, `Dns` of `DNS`. */
function shortNames({ components }: Contract): string[] {
  const kinds = Object.entries(components as Record<string, object>);
  return kinds.flatMap(([kind, named]) => {
    const prefix = kind === "schemas" ? "" : pascal(singular(kind));
    return Object.keys(named)
      .flatMap((name) => [name, withAcronymsAsWords(name)])
      .map((name) => prefix + pascal(name));
  });
}

/** Writes `TreeDNSZone` as openapi-typescript does: `TreeDnsZone`. */
const withAcronymsAsWords = (name: string): string =>
  name.replaceAll(
    /\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)/gu,
    (acronym) => acronym.charAt(0) + acronym.slice(1).toLowerCase(),
  );

/** Returns the resource that has all others. */
function resourcesFor(
  contract: Contract,
  operations: Located[],
  usedTypes: Set<string>,
): Resource {
  const common = commonErrors(contract);
  const root = emptyResource("The operations of the API.");
  for (const located of operations) {
    const { method, path, operation } = located;
    const call = sampleCall(contract, located);
    const names = call.clientMethod.split(".");
    const name = names.pop() ?? "";
    const resource = names.reduce(
      (parent, part) => resourceIn(parent, part, contract),
      root,
    );
    const source = {
      contract,
      request: requestLine(method, path),
      operation,
      sample: clientCall(call),
      common,
    };
    resource.methods.set(name, methodFor(source, usedTypes));
  }
  return root;
}

const emptyResource = (description: string): Resource => ({
  description,
  methods: new Map(),
  resources: new Map(),
});

/** Returns a resource of another one, which it adds when it is not there. */
function resourceIn(
  parent: Resource,
  name: string,
  { tags }: Contract,
): Resource {
  const tag = tags.find(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  );
  const description = tag
    ? tag.description.trim() || tag.name
    : `The methods of \`${name}\`.`;
  const resource = parent.resources.get(name) ?? emptyResource(description);
  parent.resources.set(name, resource);
  return resource;
}

const methodsIn = ({ methods, resources }: Resource): Method[] => [
  ...methods.values(),
  ...[...resources.values()].flatMap(methodsIn),
];

/** Writes the imports of the types that the methods name. */
function importsFor(root: Resource): string[] {
  const methods = methodsIn(root);
  const isUsed = (type: string) =>
    type === "Query"
      ? methods.some(({ query }) => query !== undefined)
      : methods.some(({ declaration }) =>
          new RegExp(`\\b${type}( &|[<)[])`).test(declaration),
        );
  const lines = Object.entries(filesOfTypes).flatMap(([file, names]) => {
    const used = names.filter(isUsed).join(", ");
    return used && `import type { ${used} } from "../client/${file}.ts";`;
  });
  const types = [...new Set(methods.flatMap((each) => each.types))].sort();
  const ofContract = isUsed("operations") ? [...types, "operations"] : types;
  return [
    ...lines.filter((line) => line !== ""),
    `import type { ${ofContract.join(", ")} } from "./types.ts";\n`,
    `export type { ${types.join(", ")} } from "./types.ts";\n`,
  ];
}

/** File of `client/` → its types that methods name. */
const filesOfTypes = {
  list: ["List"],
  operation: [
    "Body",
    "Call",
    "Data",
    "Form",
    "Query",
    "RequestOf",
    "ResponseOf",
  ],
  options: ["CallOptions", "ChangeOptions", "CreateOptions"],
};

/** Writes the interface of a resource, and the interfaces of the resources in it. */
function interfaces(
  name: string,
  { description, methods, resources }: Resource,
  usedTypes: Set<string>,
): string {
  const named = [...resources].map(([key, resource]) => ({
    key,
    type: interfaceName(key, usedTypes),
    resource,
  }));
  const members = [
    ...[...methods].map(([key, { declaration }]) =>
      declaration.replace("\n(", () => `\n${key}: (`),
    ),
    ...named.map(({ key, type }) => `${key}: ${type}`),
  ].map((text) => `${indented(text)};`);
  const text = description.replaceAll("*/", "*\\/");
  return [
    `/** ${text} */\nexport interface ${name} {\n${members.join("\n")}\n}\n`,
    ...named.map(({ type, resource }) => interfaces(type, resource, usedTypes)),
  ].join("\n");
}

/** Returns the name of a resource's interface, which no other type has. */
function interfaceName(resource: string, usedTypes: Set<string>): string {
  const name = pascal(resource);
  return unusedName(usedTypes.has(name) ? `${name}Methods` : name, usedTypes);
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");

/** Returns what each method needs at run time, by the names of resources and methods. */
function factsOf({ methods, resources }: Resource): object {
  const own = [...methods].map(([name, { facts }]) => [name, facts] as const);
  const inner = [...resources].map(
    ([name, resource]) => [name, factsOf(resource)] as const,
  );
  return Object.fromEntries([...own, ...inner]);
}
