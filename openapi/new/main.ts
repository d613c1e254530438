import { readArguments, runProgram } from "../options.ts";
import { todo } from "../rules/finished-texts.ts";
import { without } from "../model/collections.ts";
import { contractHelp, contractKind } from "./repository/kind.ts";

const help = `npm run new -- resource --name company --prefix co --fields "name=Librería del Sur,plan=enum(free,team)"

Writes a resource that can be listed, created, read and changed, with the events of both writes: its part of
openapi/openapi.yaml with scopes and schemas, its examples, its decision, its handlers, its table and its migration. Then
it brings generated/ up to date.

  --name NAME      the name of one object, in snake_case
  --plural NAMES   the name of several; without it the regular plural of the name
  --prefix CO      two or three letters with which the ids begin
  --fields LIST    fields separated by commas; "?" behind the name says that a caller need not send the field
                     name=Librería del Sur      a text, with the value of the examples
                     plan=enum(free,team)       one of these
                     seats=integer(1,500)       a whole number
                     company_id=ref(company)    the id of a company
  --delete         an operation that deletes one, too

npm run new -- field --name company --fields "size?=enum(small,large)"

Adds a field to the requests, the object and an example of a resource, in openapi/.

npm run new -- filter --name company --fields plan

Adds a filter to the list of a resource, in openapi/openapi.yaml.

npm run new -- migration companies-size

Writes the next migration, server/store/migrations/NNNN-companies-size.ts, and makes the server run it. Then write its
statements, and add what they add to server/store/tables.ts. Give a new column a default, as older servers go on writing.
${contractHelp}
`;

const texts = `Replace the texts that begin with "${todo}"; npm run lint`;

/** The kinds of things that the command writes. Each is loaded alone, as loading takes seconds. */
const kinds: Record<string, Kind> = {
  resource: {
    options: ["name", "plural", "prefix", "fields", "delete"],
    write: async (values) => {
      const { readResource } = await import("./resource-options.ts");
      const { addResource } = await import("./resource.ts");
      return addResource(readResource(values));
    },
    next: `Replace the texts that begin with "${todo}" in openapi/openapi.yaml, which npm run lint names, and in openapi/decisions.md. Then run npm run generate, npm run schema and npm run format.`,
  },
  field: {
    options: ["name", "fields"],
    write: async ({ name = "", fields = "" }) =>
      (await import("./field.ts")).addField(name, fields),
    next: `${texts} names them. Then raise info.version when npm run diff asks for it, and write its column: a migration (npm run new -- migration NAME), and server/store/tables.ts.`,
  },
  filter: {
    options: ["name", "fields"],
    write: async ({ name = "", fields = "" }) =>
      (await import("./filter.ts")).addFilter(name, fields),
    next: "Run npm run generate: the compiler names the list in server/api/ that needs the filter.",
  },
  contract: contractKind,
  migration: {
    options: [],
    write: async (_, names) =>
      (await import("./migration.ts")).addMigration(names.join(" ")),
    next: "Write its statements, and add what they add to server/store/tables.ts.",
  },
};

interface Values {
  name?: string;
  plural?: string;
  prefix?: string;
  fields?: string;
  delete?: boolean;
  out?: string;
}

interface Kind {
  options: (keyof Values)[];
  /** Writes it, and returns the files. */
  write: (values: Values, names: string[]) => Promise<string[]>;
  /** The steps that a person has to do next. */
  next: string;
}

async function main(): Promise<void> {
  const string = { type: "string" } as const;
  const boolean = { type: "boolean" } as const;
  const { values, positionals } = readArguments(
    {
      options: {
        name: string,
        plural: string,
        prefix: string,
        fields: string,
        delete: boolean,
        out: string,
        help: boolean,
      },
      allowPositionals: true,
    },
    "npm run new -- --help",
  );
  const [name, ...names] = positionals;
  if (values.help || name === undefined) return void process.stdout.write(help);
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind)
    throw new Error(
      `There is no ${name} to write. There are: ${Object.keys(kinds).join(", ")}.`,
    );
  const unread = without(Object.keys(values), kind.options).map(
    (option) => `--${option}`,
  );
  if (name !== "migration") unread.push(...names);
  if (unread[0] !== undefined)
    throw new Error(`A ${name} takes no ${unread[0]}.`);
  const files = await kind.write(values, names);
  console.log(`Wrote ${files.join(", ")}.\n${kind.next}`);
}

await runProgram(main);
