import { readArguments, runProgram } from "../options.ts";
import { mark } from "../rules/finished-texts.ts";
import { addMigration } from "./migration.ts";
import { addResource, readResource } from "./resource.ts";

const help = `npm run new -- resource --name company --prefix co --fields "name=Librería del Sur,domain?=libreria.example"

Writes a resource that can be listed, created, read and changed, with the events of both writes: its part of
openapi/openapi.yaml with scopes and schemas, its examples, its decision, its handlers, its table and its migration. Then it brings generated/ up to date.

  --name NAME      one of them, in snake_case
  --plural NAMES   several of them; without it the regular plural of the name
  --prefix CO      two or three letters that their ids begin with
  --fields LIST    texts separated by commas; "?" after the name says that a caller need not send the field, and
                   "=…" gives the value of the examples

npm run new -- migration contacts-timezone

Writes the next migration, server/store/migrations/NNNN-contacts-timezone.ts, and makes the server run it. Then write its
statements, and add what they add to server/store/tables.ts. Give a new column a default, as older servers go on writing.
`;

async function main(): Promise<void> {
  const string = { type: "string" } as const;
  const { values, positionals } = readArguments({
    options: {
      name: string,
      plural: string,
      prefix: string,
      fields: string,
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const [kind, ...names] = positionals;
  if (values.help || kind === undefined) return void process.stdout.write(help);
  if (kind !== "resource" && kind !== "migration")
    throw new Error(
      `There is no ${kind} to write. There are: resource, migration.`,
    );
  const isResource = kind === "resource";
  const [unread] = isResource
    ? names
    : Object.keys(values).map((name) => `--${name}`);
  if (unread !== undefined) throw new Error(`A ${kind} takes no ${unread}.`);
  const files = isResource
    ? await addResource(readResource(values))
    : await addMigration(names.join(" "));
  const next = isResource
    ? `Replace the texts that begin with "${mark}"; npm run lint and npm test name them.`
    : "Write its statements, and add what they add to server/store/tables.ts.";
  console.log(`Wrote ${files.join(", ")}.\n${next}`);
}

await runProgram(main);
